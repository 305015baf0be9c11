import { retryLocked } from "../domain/retry_locked.ts";
import type { Clock } from "./clock.ts";
import type { Job } from "./job.ts";
import type { RunJob, Scheduler } from "./scheduler.ts";

// Long enough for one exchange and its commit. A job whose process died comes back after it.
const LEASE_MS = 30_000;
const JOBS_AT_ONCE = 256;

/**
 * Jobs as rows `["job", dueAt, id]`, for stores without a queue. A process takes a job by moving its row into the
 * future with an atomic check, and removes it when it is done.
 *
 * @param everyMilliseconds How often the rows are looked at; null leaves it to `runDue`.
 */
export function sweepScheduler(kv: Deno.Kv, clock: Clock, everyMilliseconds: number | null): Scheduler {
  const underWay = new Set<Promise<void>>();
  const alarms = new Set<ReturnType<typeof setTimeout>>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let run: RunJob | null = null;

  async function take({ key, value, versionstamp }: Deno.KvEntry<Job>): Promise<void> {
    const taken: Deno.KvKey = ["job", clock.now() + LEASE_MS, String(key[2])];
    const moved = await retryLocked(() =>
      kv.atomic().check({ key, versionstamp }).delete(key).set(taken, value).commit()
    );
    if (!moved.ok || run === null) return;
    await run(value);
    await retryLocked(() => kv.atomic().check({ key: taken, versionstamp: moved.versionstamp }).delete(taken).commit());
  }

  async function runDue(): Promise<void> {
    const begun: Promise<void>[] = [];
    const rows = kv.list<Job>({ start: ["job", 0], end: ["job", clock.now() + 1] }, { limit: JOBS_AT_ONCE });
    for await (const entry of rows) {
      if (run === null || underWay.size >= JOBS_AT_ONCE) break;
      const done: Promise<void> = take(entry).catch(() => {}).finally(() => underWay.delete(done));
      underWay.add(done);
      begun.push(done);
    }
    await Promise.all(begun);
  }

  /** A job of this process need not wait for the next look. */
  function setAlarm(delay: number): void {
    if (everyMilliseconds === null || delay > everyMilliseconds * 60) return;
    const alarm = setTimeout(() => {
      alarms.delete(alarm);
      if (run !== null) void runDue().catch(() => {});
    }, delay + 1);
    alarms.add(alarm);
  }

  return {
    name: "sweep",
    schedule: (operation, job, delay) => {
      setAlarm(Math.max(0, delay));
      return operation.set(["job", Math.ceil(clock.now() + Math.max(0, delay)), crypto.randomUUID()], job);
    },
    start: (runJob) => {
      run = runJob;
      if (everyMilliseconds !== null) timer = setInterval(() => void runDue().catch(() => {}), everyMilliseconds);
    },
    runDue,
    stop: async () => {
      run = null;
      clearInterval(timer);
      for (const alarm of alarms) clearTimeout(alarm);
      alarms.clear();
      await Promise.allSettled(underWay);
    },
  };
}
