import type { Clock } from "../clock.ts";
import type { Job } from "./job.ts";
import type { RunJob, Scheduler } from "./scheduler.ts";
import type { Store } from "../../domain/store/store.ts";

// Long enough for one exchange and its commit. A job whose process died comes back after it.
const HELD_MS = 30_000;
const JOBS_AT_ONCE = 256;
const ALARMS_AFTER_MS = [5, 60];
const ALARM_GRAIN_MS = 5;
const LONGEST_ALARM_MS = 60_000;

/**
 * Jobs as rows `["job", dueAt, id]`, for stores without a queue. A process takes a job by moving its row into the
 * future with an atomic check, and removes it when it is done.
 *
 * @param everyMilliseconds How often the rows are looked at, and how far ahead; null leaves it to `runDue`.
 */
export function sweepScheduler(kv: Store, clock: Clock, everyMilliseconds: number | null): Scheduler {
  const underWay = new Set<Promise<unknown>>();
  let taken = 0;
  const alarms = new Map<number, ReturnType<typeof setTimeout>>();
  const ownAlarms = new Set<ReturnType<typeof setTimeout>>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let run: RunJob | null = null;
  let [isLooking, isToLookAgain, isMore] = [false, false, false];

  async function take({ key, value, versionstamp }: Deno.KvEntry<Job>): Promise<void> {
    const held: Deno.KvKey = ["job", clock.now() + HELD_MS, String(key[2])];
    const moved = await kv.atomic().check({ key, versionstamp }).delete(key).set(held, value).commit();
    if (!moved.ok || run === null) return;
    await run(value);
    await kv.atomic().check({ key: held, versionstamp: moved.versionstamp }).delete(held).commit();
  }

  function inBackground(task: Promise<unknown>): void {
    const done: Promise<unknown> = task.catch(() => {}).finally(() => underWay.delete(done));
    underWay.add(done);
  }

  /** Looks at the rows in the background, one look after the other: those of a store that hangs would pile up. */
  function look(): void {
    isToLookAgain = isLooking;
    if (run === null || isLooking) return;
    isLooking = true;
    inBackground(
      findDue().finally(() => {
        isLooking = false;
        if (isToLookAgain) look();
      }),
    );
  }

  async function runDue(): Promise<void> {
    await Promise.all(await findDue());
  }

  /** Takes what is due; answers with what was begun, and does not wait for it. */
  async function findDue(): Promise<readonly Promise<void>[]> {
    const begun: Promise<void>[] = [];
    const until = clock.now() + (everyMilliseconds ?? 0);
    const rows = kv.list<Job>({ start: ["job", 0], end: ["job", until + 1] }, { limit: JOBS_AT_ONCE });
    for await (const entry of rows) {
      if (run === null) break;
      const wait = Number(entry.key[1]) - clock.now();
      if (wait > 0) {
        setAlarms(wait);
        break;
      }
      isMore = taken >= JOBS_AT_ONCE || begun.length === JOBS_AT_ONCE - 1;
      if (taken >= JOBS_AT_ONCE) break;
      taken++;
      const job: Promise<void> = take(entry).catch(() => {}).finally(() => {
        taken--;
        underWay.delete(job);
        if (!isMore || everyMilliseconds === null || taken > JOBS_AT_ONCE / 2) return;
        isMore = false;
        look();
      });
      underWay.add(job);
      begun.push(job);
    }
    return begun;
  }

  /** A job of this process need not wait for the next look. The commit of its row may take until the second alarm. */
  function setAlarms(delay: number): void {
    if (everyMilliseconds === null || delay > LONGEST_ALARM_MS) return;
    for (const after of ALARMS_AFTER_MS) {
      const at = Math.ceil((clock.now() + delay + after) / ALARM_GRAIN_MS) * ALARM_GRAIN_MS;
      if (alarms.has(at)) continue;
      const alarm = setTimeout(() => {
        alarms.delete(at);
        look();
      }, at - clock.now());
      alarms.set(at, alarm);
    }
  }

  return {
    name: "sweep",
    schedule: (operation, job, delay) => {
      setAlarms(Math.max(0, delay));
      return operation.set(["job", Math.ceil(clock.now() + Math.max(0, delay)), crypto.randomUUID()], job);
    },
    // The row is there for one process; each that knows of the job does its part at once.
    committed: (job, delay) => {
      if (everyMilliseconds === null) return;
      const alarm = setTimeout(() => {
        ownAlarms.delete(alarm);
        if (run !== null) inBackground(run(job));
      }, delay);
      ownAlarms.add(alarm);
    },
    start: (runJob) => {
      run = runJob;
      if (everyMilliseconds !== null) timer = setInterval(look, everyMilliseconds);
    },
    runDue,
    stop: async () => {
      run = null;
      clearInterval(timer);
      for (const alarm of [...alarms.values(), ...ownAlarms]) clearTimeout(alarm);
      alarms.clear();
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
