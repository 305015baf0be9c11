import type { Store, StoreOperation } from "../../domain/store/store.ts";
import type { Clock } from "../clock.ts";
import type { Job, RunJob, Scheduler } from "./scheduler.ts";

// Time after which a taken job is retried if its process has died, in milliseconds. Enough for one exchange and its
// commit.
const HELD_MS = 30_000;
const JOBS_AT_ONCE = 256;
// Delays of the polls after the due time of a known job, in milliseconds. The second one finds rows that were committed
// late.
const ALARMS_AFTER_MS = [5, 60];
const ALARM_GRAIN_MS = 5;
const LONGEST_ALARM_MS = 60_000;

/**
 * A scheduler that stores jobs as rows `["job", dueAt, id]`, for stores without a queue. A process takes a job by moving
 * its row into the future with an atomic check, and removes it when it is done.
 */
export class SweepScheduler implements Scheduler {
  readonly name = "sweep";
  readonly #polls = new Set<Promise<void>>();
  readonly #taken = new Set<Promise<void>>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #alarms = new Set<number>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #run: RunJob | null = null;
  #isPolling = false;
  #isToPollAgain = false;

  /**
   * @param every Poll interval in milliseconds. A poll also sets timers for jobs due within the interval. Null to poll
   * only in `runDue`.
   */
  constructor(private readonly kv: Store, private readonly clock: Clock, private readonly every: number | null) {}

  schedule(operation: StoreOperation, job: Job, delay: number): StoreOperation {
    this.#setAlarms(Math.max(0, delay));
    return operation.set(["job", Math.ceil(this.clock.now() + Math.max(0, delay)), crypto.randomUUID()], job);
  }

  /** Runs the job without taking its row: each process that knows it does its share at once. */
  committed(job: Job, delay: number): void {
    if (this.every === null) return;
    this.#after(delay, () => {
      if (this.#run !== null) keep(this.#polls, this.#run(job));
    });
  }

  start(run: RunJob): void {
    this.#run = run;
    if (this.every !== null) this.#timer = setInterval(() => this.#poll(), this.every);
  }

  #setAlarms(delay: number): void {
    if (this.every === null || delay > LONGEST_ALARM_MS) return;
    for (const more of ALARMS_AFTER_MS) {
      const at = Math.ceil((this.clock.now() + delay + more) / ALARM_GRAIN_MS) * ALARM_GRAIN_MS;
      if (this.#alarms.has(at)) continue;
      this.#alarms.add(at);
      this.#after(at - this.clock.now(), () => {
        this.#alarms.delete(at);
        this.#poll();
      });
    }
  }

  async runDue(): Promise<void> {
    const taking = this.#takeDue();
    keep(this.#polls, taking);
    await taking;
    await Promise.all(this.#taken);
  }

  async stop(): Promise<void> {
    this.#run = null;
    clearInterval(this.#timer);
    for (const timer of this.#timers) clearTimeout(timer);
    while (this.#polls.size + this.#taken.size > 0) await Promise.all([...this.#polls, ...this.#taken]);
  }

  /** Polls in the background, one poll at a time. Parallel polls would pile up on a store that hangs. */
  #poll(): void {
    this.#isToPollAgain = this.#isPolling;
    if (this.#run === null || this.#isPolling) return;
    this.#isPolling = true;
    const poll = this.#takeDue().finally(() => {
      this.#isPolling = false;
      if (this.#isToPollAgain) this.#poll();
    });
    keep(this.#polls, poll);
  }

  async #takeDue(): Promise<void> {
    const until = this.clock.now() + (this.every ?? 0);
    for await (const entry of this.kv.list<Job>({ start: ["job", 0], end: ["job", until + 1] })) {
      const wait = Number(entry.key[1]) - this.clock.now();
      if (wait > 0) return this.#setAlarms(wait);
      while (this.#taken.size >= JOBS_AT_ONCE) await Promise.race(this.#taken);
      if (this.#run === null) return;
      keep(this.#taken, this.#take(entry));
    }
  }

  async #take({ key, value, versionstamp }: Deno.KvEntry<Job>): Promise<void> {
    const held: Deno.KvKey = ["job", this.clock.now() + HELD_MS, String(key[2])];
    const moved = await this.kv.atomic().check({ key, versionstamp }).delete(key).set(held, value).commit();
    if (!moved.ok || this.#run === null) return;
    await this.#run(value);
    await this.kv.atomic().check({ key: held, versionstamp: moved.versionstamp }).delete(held).commit();
  }

  #after(milliseconds: number, then: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      then();
    }, milliseconds);
    this.#timers.add(timer);
  }
}

/** Keeps a task in a set until it ends. Ignores failures, because the row of the job remains and causes a retry. */
function keep(tasks: Set<Promise<void>>, task: Promise<void>): void {
  const done: Promise<void> = task.catch(() => {}).finally(() => tasks.delete(done));
  tasks.add(done);
}
