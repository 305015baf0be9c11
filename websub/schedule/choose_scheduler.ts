import type { Store } from "../../domain/store/store.ts";
import type { Clock } from "../clock.ts";
import { isJob, type Job, type RunJob, type Scheduler } from "./scheduler.ts";
import { SweepScheduler } from "./sweep_scheduler.ts";

/** Scheduler of jobs: the KV queue (`queue`), polled rows (`sweep`), or the queue if the store has one (`auto`). */
export type DeliveryDriver = "auto" | "queue" | "sweep";

const SWEEP_EVERY_MS = 1000;
// Poll interval on stores that report changes, where each read may cost money. Each poll also sets timers for jobs due
// before the next one.
const SWEEP_WITH_REPORTS_MS = 60_000;
// Retry delays of a queue message, in milliseconds. Each crash during its handling uses one, so these are as many as KV
// allows.
const BACKOFF_MS = [1000, 5000, 30_000, 60_000, 60_000];

/**
 * Returns the scheduler of a driver.
 *
 * @param onError Called when the queue fails.
 */
export function chooseScheduler(
  kv: Store,
  clock: Clock,
  driver: DeliveryDriver,
  onError: (error: unknown) => void,
): Scheduler {
  // Network stores have no queue, and only they report changes.
  const reportsChanges = kv.onRowChange !== undefined;
  if (driver === "queue" || driver === "auto" && !reportsChanges) return queueScheduler(kv, onError);
  return new SweepScheduler(kv, clock, reportsChanges ? SWEEP_WITH_REPORTS_MS : SWEEP_EVERY_MS);
}

/**
 * Returns a scheduler that sends jobs as messages of the KV queue. A message may arrive twice, or a minute late after a
 * crash. So it only triggers work that the store describes.
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
    // Runs the job directly, because its message takes up to 100 ms. The message remains in case this process dies
    // first.
    committed: (job, delay) => {
      const ring = () => void begin(job).catch(() => {});
      // Without a timer, which takes at least a millisecond.
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
    // Only waits for running jobs, because the queue delivers due ones without a poll.
    runDue: async () => void await Promise.allSettled(underWay),
    stop: async () => {
      run = null;
      for (const alarm of alarms) clearTimeout(alarm);
      alarms.clear();
      await Promise.allSettled(underWay);
    },
  };
}
