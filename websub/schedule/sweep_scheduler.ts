import type { Clock } from "../clock.ts";
import type { Job, RunJob, Scheduler } from "./scheduler.ts";
import type { Store } from "../../domain/store/store.ts";

// How long a taken job is hidden: enough for one exchange and its commit. If its process dies, it is retried then.
const HELD_MS = 30_000;
const JOBS_AT_ONCE = 256;
const ALARMS_AFTER_MS = [5, 60];
const ALARM_GRAIN_MS = 5;
const LONGEST_ALARM_MS = 60_000;

/**
 * Makes a scheduler that stores jobs as rows `["job", dueAt, id]`, for stores without a queue. A process takes a job by
 * moving its row into the future with an atomic check, and removes it when it is done.
 *
 * @param everyMilliseconds Poll interval, which is also how far ahead a poll looks; null polls only in `runDue`.
 */
export function sweepScheduler(kv: Store, clock: Clock, everyMilliseconds: number | null): Scheduler {
  const underWay = new Set<Promise<void>>();
  const taken = new Set<Promise<void>>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  /** Times of additional polls. */
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

  /** Keeps a task in a list until it ends. If it fails, its row brings it back. */
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

  /** Polls in the background, one poll at a time: on a store that hangs they would pile up. */
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

  /** Takes due jobs, and does not wait for their end. */
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

  /** Sets polls for a job of this process. The second one is for a row that is committed late. */
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
    // One process takes the row, but each process that knows of the job does its part at once.
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
