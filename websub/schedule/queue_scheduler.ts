import { isJob, type Job } from "./job.ts";
import type { RunJob, Scheduler } from "./scheduler.ts";
import type { Store } from "../../domain/store/store.ts";

// Each crash while a message is handled uses up one of these, so there are as many as KV takes.
const BACKOFF_MS = [1000, 5000, 30_000, 60_000, 60_000];

/**
 * Jobs as messages of the KV queue. It delivers some messages twice and loses sight of others for a minute after a crash:
 * it wakes the work and nothing more.
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
    // A message takes up to a tenth of a second; it stays, in case that this process dies before.
    committed: (job, delay) => {
      const ring = () => void begin(job).catch(() => {});
      // A timer takes a millisecond at least.
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
    // The queue brings what is due by itself.
    runDue: async () => void await Promise.allSettled(underWay),
    stop: async () => {
      run = null;
      for (const alarm of alarms) clearTimeout(alarm);
      alarms.clear();
      await Promise.allSettled(underWay);
    },
  };
}
