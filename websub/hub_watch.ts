import { TOPIC_PATHS, type TopicPath } from "../domain/site.ts";
import { AGAIN_AFTER_MS } from "./distribution/attempt_delivery.ts";
import type { Distribution, DistributionResult } from "./distribution/distribution.ts";
import type { HubContext } from "./hub_context.ts";
import { BEAT_EVERY_MS, type Heartbeat, LOOKS_UNTIL_DEAD } from "./heartbeat.ts";
import { type Job, WAKE } from "./schedule/scheduler.ts";
import { dueAfter, idOf, putSubscription, readSubscription } from "./store/hub_rows.ts";
import { isCallDue, tellDenial, type WaitingCall } from "./subscribing/waiting_call.ts";
import { verifyIntent } from "./subscribing/verification.ts";
import type { HubSettings } from "./hub_settings.ts";
import { SHARDS } from "./store/shard.ts";
import { isFailing, type Subscription } from "./store/subscription.ts";
import { longestWait } from "./distribution/retries.ts";

const SCAN_EVERY_MS = 60_000;

// The same on stores that report changes. Longer, because each read there may cost money.
const SCAN_WITH_REPORTS_MS = 600_000;

const IDLE_TICKS = 10;

// Minimum step back of the clock that counts as one, in milliseconds. Smaller corrections are usual.
const CLOCK_STEP_MS = 1000;

/**
 * Finds work that has no job. Scans for all due work at the start and at intervals, and polls the heartbeats of other
 * processes and the row `["wake"]`. Also notices a clock that was put back.
 */
export class HubWatch {
  readonly #reportsChanges: boolean;
  readonly #scanEvery: number;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #running = new Set<Promise<void>>();
  /** Time of the last clock check. At first Infinity: the clock may have been put back while no process ran. */
  #seenAt = Infinity;
  #scannedAt = -Infinity;
  #lastScan = Promise.resolve();
  #wake: string | null = null;
  #stopHearing = () => {};
  #wasLate = false;
  #ticks = 0;
  #firstLook = Promise.resolve();
  #nextLook = Promise.withResolvers<void>();

  constructor(
    private readonly context: HubContext,
    private readonly heartbeat: Heartbeat,
    private readonly distribution: Distribution,
  ) {
    this.#reportsChanges = context.kv.onRowChange !== undefined;
    this.#scanEvery = this.#reportsChanges ? SCAN_WITH_REPORTS_MS : SCAN_EVERY_MS;
  }

  start(): void {
    const { context: { kv, onError, isStopping }, heartbeat, distribution } = this;
    const scan = () => void this.scanDue().catch(onError);
    this.#timers.add(setInterval(scan, this.#scanEvery));
    this.#firstLook = heartbeat.observe().catch((error) => void onError(error));
    // The first poll frees the shards of processes that have ended, so the scan finds their work.
    void this.#firstLook.then(() => isStopping() || scan());
    this.#everySecond(() => heartbeat.tick(distribution.owned > 0));
    this.#everySecond(() => this.#tick());
    this.#stopHearing = kv.onRowChange?.(WAKE, () => void this.#readWake().catch(onError)) ?? this.#stopHearing;
  }

  /** Runs a job. Retries it soon if it cannot be done yet or the store fails. Does not reject. */
  async run(job: Job): Promise<void> {
    const { context } = this;
    if (context.isStopping()) return;
    // Without this retry, a short failure of the store would delay a topic until the next scan.
    const result = await this.#begin(job).catch((error) => {
      context.onError(error);
      return "again";
    });
    if (result === "done") return;
    await context.scheduler.schedule(context.kv.atomic(), job, AGAIN_AFTER_MS).commit().catch(context.onError);
  }

  scanDue(): Promise<void> {
    const { context } = this;
    this.#scannedAt = context.clock.now();
    this.#lastScan = this.#watchClock().then(() => dueJobs(context))
      .then(async (jobs) => void await Promise.all(jobs.map((job) => this.run(job))));
    return this.#lastScan;
  }

  async runDue(): Promise<void> {
    const { context: { clock, scheduler, isStopping }, heartbeat } = this;
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

  async idle(): Promise<void> {
    const { context, distribution } = this;
    await context.places.idle();
    await distribution.idle();
  }

  stop(): void {
    this.#stopHearing();
    this.#nextLook.resolve();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async ended(): Promise<void> {
    await Promise.all([this.#firstLook, this.#lastScan.catch(() => {}), ...this.#running]);
  }

  async #begin(job: Job): Promise<DistributionResult> {
    const { context, distribution } = this;
    if (job.kind === "deliver") return await distribution.deliver(job.path, job.id);
    if (job.kind === "distribute") return await distribution.distribute(job.path, job.version);
    await (job.kind === "verify" ? verifyIntent(context, job.id) : tellDenial(context, job.id));
    return "done";
  }

  async #watchClock(): Promise<void> {
    const { context } = this;
    if (context.clock.now() < this.#seenAt - CLOCK_STEP_MS) await renewWaits(context);
    this.#seenAt = context.clock.now();
  }

  /** Scans for due work if the wake row has changed: by the operator, a stopping process or a dead one. */
  async #readWake(): Promise<void> {
    const { kv, scheduler, isStopping, onError } = this.context;
    const { value: wake } = await kv.get<string>(WAKE);
    if (wake === this.#wake || isStopping()) return;
    this.#wake = wake;
    // Not awaited: a large distribution takes long, and other processes must be watched meanwhile.
    void this.scanDue().then(() => scheduler.runDue()).catch((error) => {
      this.#wake = null;
      onError(error);
    });
  }

  #watchLateness(): void {
    const { calls, record } = this.context;
    const late = calls.late();
    if (this.#wasLate === (late !== null)) return;
    this.#wasLate = late !== null;
    const { seconds = 0, waiting = 0 } = late ?? {};
    record({ event: "lateness", is_late: this.#wasLate, waited_seconds: seconds, waiting });
  }

  /** Checks clock, owned shards and other processes; less often if idle on a store that reports changes. */
  async #tick(): Promise<void> {
    const { heartbeat, distribution } = this;
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

  /** Repeats a task one second after its last run has ended, so that runs never overlap. */
  #everySecond(task: () => Promise<void>): void {
    const { onError, isStopping } = this.context;
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

async function dueJobs({ kv, clock, settings }: HubContext): Promise<readonly Job[]> {
  const jobs: Job[] = TOPIC_PATHS.map((path) => ({ kind: "distribute", path }));
  for (const [rows, kind] of [["pending", "verify"], ["denial", "deny"]] as const) {
    for await (const { key, value } of kv.list<WaitingCall>({ prefix: [rows] })) {
      if (isCallDue(value, clock.now(), settings)) jobs.push({ kind, id: idOf(key) });
    }
  }
  return jobs;
}

// Maximum difference between the clocks of two machines to tolerate, in milliseconds.
const CLOCKS_DIFFER_MS = 60_000;

/**
 * Restarts the retry delays that began before the clock was put back. Otherwise they would last until the clock has
 * caught up. Each delay starts again in full, because its passed part is unknown.
 */
async function renewWaits(context: HubContext): Promise<void> {
  const { kv, clock } = context;
  for (const path of TOPIC_PATHS) {
    for (let shard = 0; shard < SHARDS; shard++) {
      for await (const { key } of kv.list(dueAfter(path, shard, clock.now()))) {
        await renewWait(context, path, idOf(key));
      }
    }
  }
}

async function renewWait(context: HubContext, path: TopicPath, id: string): Promise<void> {
  const { kv, clock, settings, scheduler } = context;
  for (;;) {
    const entry = await readSubscription(kv, path, id);
    const now = clock.now();
    const wait = entry.value && voidWait(entry.value, now, settings);
    if (entry.value === null || wait === null) return;
    // Moves attempts in the future to now. Otherwise the next scan would restart the delay again.
    const attempts = entry.value.attempts.map((attempt) => ({ ...attempt, at: Math.min(attempt.at, now) }));
    const renewed = { ...entry.value, attempts, nextAttemptAt: now + wait };
    const operation = putSubscription(kv.atomic(), entry, renewed);
    scheduler.schedule(operation, { kind: "deliver", path, id }, wait);
    const { ok } = await operation.commit();
    context.changed(path, id);
    if (ok) return;
  }
}

/**
 * Returns a new retry delay in milliseconds if the due time is further ahead than any delay, or the last attempt is in
 * the future; else null.
 */
function voidWait(
  subscription: Subscription,
  now: number,
  settings: HubSettings,
): number | null {
  const { nextAttemptAt, attempts } = subscription;
  if (nextAttemptAt <= now) return null;
  const attemptAt = attempts.at(-1)?.at ?? nextAttemptAt;
  const longest = isFailing(subscription) ? longestWait(settings) : 0;
  if (nextAttemptAt <= now + longest && attemptAt <= now + CLOCKS_DIFFER_MS) return null;
  return Math.min(Math.max(nextAttemptAt - attemptAt, 0), longest);
}
