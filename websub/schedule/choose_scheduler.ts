import type { Store } from "../../domain/store/store.ts";
import type { Clock } from "../clock.ts";
import { isJob, type Job, type RunJob, type Scheduler } from "./scheduler.ts";
import { sweepScheduler } from "./sweep_scheduler.ts";

/** Which scheduler runs jobs: KV queue, rows, or (`auto`) the queue where the store has one. */
export type DeliveryDriver = "auto" | "queue" | "sweep";

const SWEEP_EVERY_MS = 1000;
// Poll interval on stores that report changes, where each read may cost money. A poll sees jobs due before the next
// one.
const SWEEP_EVERY_WHERE_TOLD_MS = 60_000;
// Retry delays of a message. A crash during its handling uses up one, so there are as many as KV allows.
const BACKOFF_MS = [1000, 5000, 30_000, 60_000, 60_000];

/**
 * Makes the scheduler of a driver.
 *
 * @param onError Called when the queue fails.
 */
export function chooseScheduler(
  kv: Store,
  clock: Clock,
  driver: DeliveryDriver,
  onError: (error: unknown) => void,
): Scheduler {
  // Stores behind a network have no queue, and all of them report changes.
  const isTold = kv.onRowChange !== undefined;
  if (driver === "queue" || driver === "auto" && !isTold) return queueScheduler(kv, onError);
  return sweepScheduler(kv, clock, isTold ? SWEEP_EVERY_WHERE_TOLD_MS : SWEEP_EVERY_MS);
}

/**
 * Makes a scheduler that sends jobs as messages of the KV queue. The queue delivers some messages twice, and some up to
 * a minute late after a crash, so a message only wakes the work.
 */
export function queueScheduler(kv: Store, onError: (error: unknown) => void): Scheduler {
  const underWay = new Set<Promise<void>>();
  const alarms = new Set<ReturnType<typeof setTimeout>>();
  let run: RunJob | null = null;

  async function begin(job: Job): Promise<void> {
    if (run === null) return;
    const done = run(job);
    underWay.add(done);
    await done.finally(() => underWay.delete(done));
  }

  return {
    name: "queue",
    schedule: (operation, job, delay) =>
      operation.enqueue(job, { delay: Math.max(0, Math.ceil(delay)), backoffSchedule: BACKOFF_MS }),
    // The message takes up to a tenth of a second. It stays in the queue in case this process dies first.
    committed: (job, delay) => {
      const ring = () => void begin(job).catch(() => {});
      // A timer takes at least a millisecond.
      if (delay <= 0) return ring();
      const alarm = setTimeout(() => {
        alarms.delete(alarm);
        ring();
      }, delay);
      alarms.add(alarm);
    },
    start: (runJob) => {
      run = runJob;
      void kv.listenQueue((message) => isJob(message) ? begin(message) : undefined).catch(onError);
    },
    // The queue delivers due jobs by itself.
    runDue: async () => void await Promise.allSettled(underWay),
    stop: async () => {
      run = null;
      for (const alarm of alarms) clearTimeout(alarm);
      alarms.clear();
      await Promise.allSettled(underWay);
    },
  };
}
