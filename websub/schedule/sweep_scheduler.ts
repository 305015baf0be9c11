import type { Clock } from "../clock.ts";
import type { Job, RunJob, Scheduler } from "./scheduler.ts";
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
  const underWay = new Set<Promise<void>>();
  const taken = new Set<Promise<void>>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  /** When the rows are looked at besides. */
  const alarms = new Set<number>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let run: RunJob | null = null;
  let [isLooking, isToLookAgain] = [false, false];

  async function take({ key, value, versionstamp }: Deno.KvEntry<Job>): Promise<void> {
    const held: Deno.KvKey = ["job", clock.now() + HELD_MS, String(key[2])];
    const moved = await kv.atomic().check({ key, versionstamp }).delete(key).set(held, value).commit();
    if (!moved.ok || run === null) return;
    await run(value);
    await kv.atomic().check({ key: held, versionstamp: moved.versionstamp }).delete(held).commit();
  }

  /** Notes a task in a list until it has ended; what fails comes back by its row. */
  function inBackground(task: Promise<void>, list = underWay): void {
    const done: Promise<void> = task.catch(() => {}).finally(() => list.delete(done));
    list.add(done);
  }

  function after(milliseconds: number, then: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      then();
    }, milliseconds);
    timers.add(timer);
  }

  /** Looks at the rows in the background, one look after the other: those of a store that hangs would pile up. */
  function look(): void {
    isToLookAgain = isLooking;
    if (run === null || isLooking) return;
    isLooking = true;
    inBackground(
      takeDue().finally(() => {
        isLooking = false;
        if (isToLookAgain) look();
      }),
    );
  }

  /** Takes what is due, and does not wait for all of it. */
  async function takeDue(): Promise<void> {
    const until = clock.now() + (everyMilliseconds ?? 0);
    for await (const entry of kv.list<Job>({ start: ["job", 0], end: ["job", until + 1] })) {
      const wait = Number(entry.key[1]) - clock.now();
      if (wait > 0) return setAlarms(wait);
      while (taken.size >= JOBS_AT_ONCE) await Promise.race(taken);
      if (run === null) return;
      inBackground(take(entry), taken);
    }
  }

  /** A job of this process need not wait for the next look. The commit of its row may take until the second alarm. */
  function setAlarms(delay: number): void {
    if (everyMilliseconds === null || delay > LONGEST_ALARM_MS) return;
    for (const more of ALARMS_AFTER_MS) {
      const at = Math.ceil((clock.now() + delay + more) / ALARM_GRAIN_MS) * ALARM_GRAIN_MS;
      if (alarms.has(at)) continue;
      alarms.add(at);
      after(at - clock.now(), () => {
        alarms.delete(at);
        look();
      });
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
      if (everyMilliseconds !== null) after(delay, () => run === null || inBackground(run(job)));
    },
    start: (runJob) => {
      run = runJob;
      if (everyMilliseconds !== null) timer = setInterval(look, everyMilliseconds);
    },
    runDue: async () => {
      const taking = takeDue();
      inBackground(taking);
      await taking;
      await Promise.all(taken);
    },
    stop: async () => {
      run = null;
      clearInterval(timer);
      for (const timer of timers) clearTimeout(timer);
      while (underWay.size + taken.size > 0) await Promise.all([...underWay, ...taken]);
    },
  };
}
