import { StoreTroubleError } from "../domain/store/store_trouble.ts";
import type { Site } from "../domain/site.ts";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";
import { acceptRequest } from "./subscribing/accept_request.ts";
import { ExchangePlaces } from "./exchange/exchange_places.ts";
import { type LateCalls, WaitingCalls } from "./exchange/waiting_calls.ts";
import { BEAT_EVERY_MS, Heartbeat, LOOKS_UNTIL_DEAD } from "./ownership/heartbeat.ts";
import { Distribution } from "./distribution/distribution.ts";
import { Signer } from "./signing/signer.ts";
import { renewWaits } from "./distribution/renew_waits.ts";
import type { AcceptRequest } from "./request/hub_answer.ts";
import type { HubContext } from "./hub_context.ts";
import { publishTopics } from "./distribution/publisher.ts";
import { queueNetwork } from "./request/client_network.ts";
import { requestRate, tooManyRequests } from "./subscribing/request_rate.ts";
import { readWake, WAKE, wakeHub } from "./schedule/wake_hub.ts";
import type { Job } from "./schedule/job.ts";
import { KeptRows } from "./store/kept_rows.ts";
import { recountTopics } from "./store/topic_counts.ts";
import { dropExpired } from "./store/topic_store.ts";
import { dueJobs, runJob } from "./run_job.ts";

/** What a hub is made of; everything that a test may want to have its way with. */
export type HubParts =
  & Pick<HubContext, "kv" | "clock" | "settings" | "scheduler" | "client" | "representation" | "record" | "onError">
  & { readonly site: Site; readonly random?: () => number };

/** The WebSub hub of this service's own topics (WebSub 3.1). */
export interface Hub {
  readonly accept: AcceptRequest;
  /** Tells it what a snapshot changed. Can be called again with the same snapshot. */
  readonly publish: (snapshot: Pick<Snapshot, "revision" | "documents">) => Promise<void>;
  /** The verifications that this process is late with; null when it is not. */
  readonly late: () => LateCalls | null;
  /** Begins to run jobs, and looks at what an earlier process left undone. */
  readonly start: () => void;
  /** Looks at everything that is due. Resolves when what was found is done or, for distributions, begun. */
  readonly scanDue: () => Promise<void>;
  /**
   * Does what is due without waiting for a timer, and resolves when nothing is under way. While another process may have
   * died it waits until that is known: a process that is soon stopped again would never have looked often enough.
   */
  readonly runDue: () => Promise<void>;
  /** Resolves when nothing is under way. */
  readonly idle: () => Promise<void>;
  /** Begins nothing new, waits some seconds for what is under way and commits it; what takes longer is cut off. */
  readonly stop: () => Promise<void>;
}

const SCAN_EVERY_MS = 60_000;
// Where the store tells of changes, each look may have its price.
const SCAN_EVERY_WHERE_TOLD_MS = 600_000;
/** Every so many seconds an idle process looks for others there. */
const IDLE_TICKS = 10;
/** All subscriptions are read for it. */
const ROOM_EVERY_MS = 60_000;
const STOP_AFTER_MS = 3500;
// From the last answer of a callback on: a store that answers at all has taken down what came of it by then.
const STOP_AFTER_LAST_ANSWER_MS = 1500;
// Clocks are put right by less than this all the time.
const CLOCK_STEP_MS = 1000;

/** Makes a hub. It does nothing by itself before `start`. */
export function createHub({ site, random = Math.random, ...parts }: HubParts): Hub {
  const { kv, clock, settings, scheduler, client, onError } = parts;
  const places = new ExchangePlaces(settings.concurrency, settings.concurrencyPerHost);
  const calls = new WaitingCalls({
    clock,
    places,
    client,
    limits: settings.callsPerDestination,
    timeoutSeconds: settings.attemptTimeoutSeconds,
    isStopping: () => stopping,
  });
  const signer = new Signer();
  const rate = requestRate(settings.requestsPerMinute, clock.now);
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let [stopping, closing] = [false, false];
  let roomMadeAt = -Infinity;
  let lastTurn: Promise<unknown> = Promise.resolve();
  let [refusal, refusedAt]: [StoreTroubleError | null, number] = [null, 0];
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const asked = performance.now();
    // Each would find out for itself what the one before has waited for.
    const done = lastTurn.then(() => refusal !== null && asked < refusedAt ? Promise.reject(refusal) : work());
    lastTurn = done.catch((error) => {
      if (error instanceof StoreTroubleError && error !== refusal) [refusal, refusedAt] = [error, performance.now()];
    });
    return done;
  }
  const context: HubContext = {
    ...parts,
    places,
    calls,
    signer,
    rows: new KeptRows(kv),
    random,
    inTurn,
    makeRoom: async () => {
      const now = clock.now();
      if (Math.abs(now - roomMadeAt) < ROOM_EVERY_MS) return false;
      roomMadeAt = now;
      return await dropExpired(kv, now);
    },
    changed: (path, id) => distribution.changed(path, id),
    isStopping: () => stopping,
    isClosing: () => closing,
  };
  const heartbeat = new Heartbeat(kv, clock, () => distribution.lose());
  const distribution = new Distribution(context, heartbeat);
  const run = (job: Job) => runJob(context, distribution, job);

  // Infinity before the first look: the clock may have been put back while no process ran.
  let seenAt = Infinity;
  async function watchClock(): Promise<void> {
    if (clock.now() < seenAt - CLOCK_STEP_MS) await renewWaits(context);
    seenAt = clock.now();
  }
  let scannedAt = -Infinity;
  let lastScan = Promise.resolve();
  function scanDue(): Promise<void> {
    scannedAt = clock.now();
    lastScan = watchClock().then(() => recountTopics(kv)).then(() => dueJobs(context))
      .then(async (jobs) => void await Promise.all(jobs.map(run)));
    return lastScan;
  }
  const isTold = kv.onRowChange !== undefined;
  const scanEvery = isTold ? SCAN_EVERY_WHERE_TOLD_MS : SCAN_EVERY_MS;
  let stopHearing = () => {};
  let woken: string | null = null;
  /** Looks at everything when the operator or a process that has stopped asks for it, or when one has died. */
  async function lookAtWake(): Promise<void> {
    const wake = await readWake(kv);
    if (wake === woken || stopping) return;
    woken = wake;
    // A large distribution takes its time, and the others must be watched meanwhile.
    void scanDue().then(scheduler.runDue).catch((error) => {
      woken = null;
      onError(error);
    });
  }
  let wasLate = false;
  /** Records when verifications become late, and when they are in time again. */
  function watchLateness(): void {
    const late = calls.late();
    if (wasLate === (late !== null)) return;
    wasLate = late !== null;
    const { seconds = 0, waiting = 0 } = late ?? {};
    parts.record({ event: "lateness", is_late: wasLate, waited_seconds: seconds, waiting });
  }
  let ticks = 0;
  let firstLook = Promise.resolve();
  let looked = Promise.withResolvers<void>();
  /** Watches the other processes: each second while there is one at work, this one included, or the store cannot tell. */
  async function watch(): Promise<void> {
    watchLateness();
    await watchClock();
    const isNear = !isTold || distribution.isAtWork || heartbeat.seesOthers;
    if (!isNear && ++ticks % IDLE_TICKS > 0) return;
    await distribution.lookAtOwned();
    await heartbeat.observe();
    looked.resolve();
    looked = Promise.withResolvers();
    if (!isTold) await lookAtWake();
  }
  const beats = new Set<Promise<void>>();
  /** Repeats a task, each time a second after it has ended: a process that was held up skips runs and catches up on none. */
  function everySecond(task: () => Promise<void>): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const beat = task().catch(onError).then(() => {
        beats.delete(beat);
        if (!stopping) everySecond(task);
      });
      beats.add(beat);
    }, BEAT_EVERY_MS);
    timers.add(timer);
  }
  async function idle(): Promise<void> {
    await places.idle();
    await distribution.idle();
  }
  async function runDue(): Promise<void> {
    const isRecent = Math.abs(clock.now() - scannedAt) < scanEvery;
    await (isRecent ? lastScan.catch(scanDue) : scanDue());
    await scheduler.runDue();
    await idle();
    await firstLook;
    if (!heartbeat.seesOthers) return;
    for (let look = 0; look <= LOOKS_UNTIL_DEAD && heartbeat.seesOthers && !stopping; look++) await looked.promise;
    await scanDue();
    await idle();
  }

  return {
    accept: (body, clientAddress) => {
      const seconds = rate.take(clientAddress);
      if (seconds === 0) return inTurn(() => acceptRequest(context, site, body, queueNetwork(clientAddress)));
      return Promise.resolve(tooManyRequests(settings.requestsPerMinute, seconds));
    },
    publish: (snapshot) => publishTopics(context, snapshot),
    late: () => calls.late(),
    start: () => {
      scheduler.start(run);
      const scanGuarded = () => void scanDue().catch(onError);
      scanGuarded();
      timers.add(setInterval(scanGuarded, scanEvery));
      firstLook = heartbeat.observe().catch((error) => void onError(error));
      everySecond(() => heartbeat.tick(distribution.owned > 0));
      everySecond(watch);
      stopHearing = kv.onRowChange?.(WAKE, () => void lookAtWake().catch(onError)) ?? stopHearing;
    },
    scanDue,
    runDue,
    idle,
    stop: async () => {
      stopping = true;
      stopHearing();
      looked.resolve();
      for (const timer of timers) clearTimeout(timer);
      distribution.stop();
      calls.stop();
      // A task that waits for the store would go on with one that is closed.
      const done = Promise.all([lastScan.catch(() => {}), scheduler.stop(), idle(), ...beats]);
      const late = Promise.withResolvers<void>();
      const cutOffs = [setTimeout(late.resolve, STOP_AFTER_MS)];
      void places.idle().then(() => {
        if (!closing) cutOffs.push(setTimeout(late.resolve, STOP_AFTER_LAST_ANSWER_MS));
      });
      await Promise.race([done, late.promise]);
      for (const cutOff of cutOffs) clearTimeout(cutOff);
      closing = true;
      signer.close();
      await client.close();
      await done;
      await heartbeat.stop();
      // Wakes the other processes to finish the rest.
      await wakeHub(kv.atomic()).commit();
    },
  };
}
