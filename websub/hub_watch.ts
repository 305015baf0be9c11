import { TOPIC_PATHS } from "../domain/site.ts";
import { traced } from "../domain/tracing.ts";
import { AGAIN_AFTER_MS } from "./distribution/attempt_delivery.ts";
import type { Distribution, DistributionResult } from "./distribution/distribution.ts";
import { renewWaits } from "./distribution/renew_waits.ts";
import type { HubContext } from "./hub_context.ts";
import { BEAT_EVERY_MS, type Heartbeat, LOOKS_UNTIL_DEAD } from "./ownership/heartbeat.ts";
import type { Job } from "./schedule/scheduler.ts";
import { readWake, WAKE } from "./schedule/wake_hub.ts";
import { idOf } from "./store/hub_rows.ts";
import { recountTopics } from "./store/topic_store.ts";
import { tellDenial } from "./subscribing/denial.ts";
import { verifyIntent } from "./subscribing/verification.ts";
import { isCallDue, type WaitingCall } from "./subscribing/waiting_call.ts";

/** Interval of the scan for everything that is due. */
const SCAN_EVERY_MS = 60_000;
// Longer on stores that report changes, where each read may cost money.
const SCAN_EVERY_WHERE_TOLD_MS = 600_000;
/** Interval of the look for other processes by an idle one on such a store, in seconds. */
const IDLE_TICKS = 10;
// Clocks are corrected by less than this all the time.
const CLOCK_STEP_MS = 1000;

/** What a hub watches, and who does the work. */
export interface HubWatchParts {
  readonly context: HubContext;
  readonly heartbeat: Heartbeat;
  readonly distribution: Distribution;
}

/**
 * Watches for work that no job brings: scans for everything due at the start and at intervals, looks at other processes
 * and at the row `["wake"]`, and notices a clock that is put back.
 */
export class HubWatch {
  readonly #reportsChanges: boolean;
  readonly #scanEvery: number;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  /** Ticks that are running. */
  readonly #running = new Set<Promise<void>>();
  /** The time seen last. Infinity at first: the clock may have been put back while no process ran. */
  #seenAt = Infinity;
  #scannedAt = -Infinity;
  #lastScan = Promise.resolve();
  #wake: string | null = null;
  #stopHearing = () => {};
  #wasLate = false;
  #ticks = 0;
  #firstLook = Promise.resolve();
  #nextLook = Promise.withResolvers<void>();

  constructor(private readonly parts: HubWatchParts) {
    this.#reportsChanges = parts.context.kv.onRowChange !== undefined;
    this.#scanEvery = this.#reportsChanges ? SCAN_EVERY_WHERE_TOLD_MS : SCAN_EVERY_MS;
  }

  /** Begins to watch. */
  start(): void {
    const { context: { kv, onError }, heartbeat, distribution } = this.parts;
    const scan = () => void this.scanDue().catch(onError);
    scan();
    this.#timers.add(setInterval(scan, this.#scanEvery));
    this.#firstLook = heartbeat.observe().catch((error) => void onError(error));
    this.#everySecond(() => heartbeat.tick(distribution.owned > 0));
    this.#everySecond(() => this.#tick());
    this.#stopHearing = kv.onRowChange?.(WAKE, () => void this.#readWake().catch(onError)) ?? this.#stopHearing;
  }

  /** Runs a job. Retries it soon if it cannot be done yet or the store fails. Does not reject. */
  async run(job: Job): Promise<void> {
    const { context } = this.parts;
    if (context.isStopping()) return;
    // Without this retry, a short failure of the store would delay a topic until the next scan.
    const begun = traced(`websub job ${job.kind}`, { link: null }, () => this.#begin(job));
    const result = await begun.catch((error) => {
      context.onError(error);
      return "again";
    });
    if (result === "done") return;
    await context.scheduler.schedule(context.kv.atomic(), job, AGAIN_AFTER_MS).commit().catch(context.onError);
  }

  /** Scans for everything due and does it. Resolves when it is done or, for distributions, begun. */
  scanDue(): Promise<void> {
    const { context } = this.parts;
    this.#scannedAt = context.clock.now();
    this.#lastScan = this.#watchClock().then(() => recountTopics(context.kv)).then(() => dueJobs(context))
      .then(async (jobs) => void await Promise.all(jobs.map((job) => this.run(job))));
    return this.#lastScan;
  }

  /** See `Hub.runDue`. */
  async runDue(): Promise<void> {
    const { context: { clock, scheduler, isStopping }, heartbeat } = this.parts;
    const isRecent = Math.abs(clock.now() - this.#scannedAt) < this.#scanEvery;
    await (isRecent ? this.#lastScan.catch(() => this.scanDue()) : this.scanDue());
    await scheduler.runDue();
    await this.idle();
    await this.#firstLook;
    if (!heartbeat.seesOthers) return;
    for (let look = 0; look <= LOOKS_UNTIL_DEAD && heartbeat.seesOthers && !isStopping(); look++) {
      await this.#nextLook.promise;
    }
    await this.scanDue();
    await this.idle();
  }

  /** Resolves when no exchange is under way and no shard is owned. */
  async idle(): Promise<void> {
    const { context, distribution } = this.parts;
    await context.places.idle();
    await distribution.idle();
  }

  /** Stops to watch. */
  stop(): void {
    this.#stopHearing();
    this.#nextLook.resolve();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** Resolves when the last scan and the running ticks have ended. */
  async ended(): Promise<void> {
    await Promise.all([this.#lastScan.catch(() => {}), ...this.#running]);
  }

  async #begin(job: Job): Promise<DistributionResult> {
    const { context, distribution } = this.parts;
    if (job.kind === "deliver") return await distribution.deliver(job.path, job.id);
    if (job.kind === "distribute") return await distribution.distribute(job.path, job.version);
    await (job.kind === "verify" ? verifyIntent(context, job.id) : tellDenial(context, job.id));
    return "done";
  }

  async #watchClock(): Promise<void> {
    const { context } = this.parts;
    if (context.clock.now() < this.#seenAt - CLOCK_STEP_MS) await renewWaits(context);
    this.#seenAt = context.clock.now();
  }

  /** Scans when the operator or a process that has stopped asks for it, or when a process has died. */
  async #readWake(): Promise<void> {
    const { kv, scheduler, isStopping, onError } = this.parts.context;
    const wake = await readWake(kv);
    if (wake === this.#wake || isStopping()) return;
    this.#wake = wake;
    // Not awaited: a large distribution takes its time, and other processes must be watched meanwhile.
    void this.scanDue().then(scheduler.runDue).catch((error) => {
      this.#wake = null;
      onError(error);
    });
  }

  /** Logs when verifications become late, and when they are in time again. */
  #watchLateness(): void {
    const { calls, record } = this.parts.context;
    const late = calls.late();
    if (this.#wasLate === (late !== null)) return;
    this.#wasLate = late !== null;
    const { seconds = 0, waiting = 0 } = late ?? {};
    record({ event: "lateness", is_late: this.#wasLate, waited_seconds: seconds, waiting });
  }

  /**
   * Looks at the owned shards and the other processes; on a store that reports changes less often while all are idle.
   */
  async #tick(): Promise<void> {
    const { heartbeat, distribution } = this.parts;
    this.#watchLateness();
    await this.#watchClock();
    const isNear = !this.#reportsChanges || distribution.isAtWork || heartbeat.seesOthers;
    if (!isNear && ++this.#ticks % IDLE_TICKS > 0) return;
    await distribution.lookAtOwned();
    await heartbeat.observe();
    this.#nextLook.resolve();
    this.#nextLook = Promise.withResolvers();
    if (!this.#reportsChanges) await this.#readWake();
  }

  /**
   * Repeats a task a second after each end, so that a process that was held up does not run it several times at once.
   */
  #everySecond(task: () => Promise<void>): void {
    const { onError, isStopping } = this.parts.context;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const run = task().catch(onError).then(() => {
        this.#running.delete(run);
        if (!isStopping()) this.#everySecond(task);
      });
      this.#running.add(run);
    }, BEAT_EVERY_MS);
    this.#timers.add(timer);
  }
}

/** Finds everything due, with or without a job: a queue may lose a message. */
async function dueJobs({ kv, clock, settings }: HubContext): Promise<readonly Job[]> {
  const jobs: Job[] = TOPIC_PATHS.map((path) => ({ kind: "distribute", path }));
  for (const [rows, kind] of [["pending", "verify"], ["denial", "deny"]] as const) {
    for await (const { key, value } of kv.list<WaitingCall>({ prefix: [rows] })) {
      if (isCallDue(value, clock.now(), settings)) jobs.push({ kind, id: idOf(key) });
    }
  }
  return jobs;
}
