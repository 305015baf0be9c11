import type { Site } from "../domain/site.ts";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";
import { StoreTroubleError } from "../domain/store/store_trouble.ts";
import { Distribution } from "./distribution/distribution.ts";
import { publishTopics } from "./distribution/publisher.ts";
import { ExchangePlaces } from "./exchange/exchange_places.ts";
import { type LateCalls, WaitingCalls } from "./exchange/waiting_calls.ts";
import type { HubContext } from "./hub_context.ts";
import { HubWatch } from "./hub_watch.ts";
import { Heartbeat } from "./ownership/heartbeat.ts";
import { queueNetwork } from "./request/client_network.ts";
import type { AcceptRequest } from "./request/hub_answer.ts";
import { wakeHub } from "./schedule/wake_hub.ts";
import { Signer } from "./signing/signer.ts";
import { KeptRows } from "./store/kept_rows.ts";
import { dropExpired } from "./store/topic_store.ts";
import { acceptRequest } from "./subscribing/accept_request.ts";
import { requestRate, tooManyRequests } from "./subscribing/request_rate.ts";

/** What a hub is made of. Tests replace some. */
export type HubParts =
  & Pick<HubContext, "kv" | "clock" | "settings" | "scheduler" | "client" | "representation" | "record" | "onError">
  & { readonly site: Site; readonly random?: () => number };

/** The WebSub hub of this service's own topics (WebSub 3.1). */
export interface Hub {
  readonly accept: AcceptRequest;
  /** Publishes what a snapshot changed. Can be called again with the same snapshot. */
  readonly publish: (snapshot: Pick<Snapshot, "revision" | "documents">) => Promise<void>;
  /** The verifications that are late in this process; null if none is. */
  readonly late: () => LateCalls | null;
  /** Begins to run jobs, and looks for what an earlier process left undone. */
  readonly start: () => void;
  /** Scans for everything due. Resolves when it is done or, for distributions, begun. */
  readonly scanDue: () => Promise<void>;
  /**
   * Does what is due without waiting for a timer. Resolves when nothing is under way. If another process may have died,
   * it waits until that is known: on a host that ends processes after seconds, none would otherwise ever find out.
   */
  readonly runDue: () => Promise<void>;
  /** Resolves when nothing is under way. */
  readonly idle: () => Promise<void>;
  /** Begins nothing new, waits some seconds for what is under way and commits it. Cuts off what takes longer. */
  readonly stop: () => Promise<void>;
}

/** Shortest interval between removals of expired subscriptions to make room: each reads all of them. */
const ROOM_EVERY_MS = 60_000;
/** Longest wait for exchanges under way at a stop. */
const STOP_AFTER_MS = 3500;
/** Longest wait after the last answer of a callback: any store that works has its outcome by then. */
const STOP_AFTER_LAST_ANSWER_MS = 1500;

/** Makes a hub. It does nothing by itself before `start`. */
export function createHub({ site, random = Math.random, ...parts }: HubParts): Hub {
  const { kv, clock, settings, scheduler, client } = parts;
  let [isStopping, isClosing] = [false, false];
  const places = new ExchangePlaces(settings.concurrency, settings.concurrencyPerHost);
  const { callsPerDestination: limits, attemptTimeoutSeconds: timeoutSeconds } = settings;
  const calls = new WaitingCalls({ clock, places, client, limits, timeoutSeconds, isStopping: () => isStopping });
  const signer = new Signer();
  const rate = requestRate(settings.requestsPerMinute, clock.now);
  const context: HubContext = {
    ...parts,
    places,
    calls,
    signer,
    rows: new KeptRows(kv),
    random,
    inTurn: turns(),
    makeRoom: roomMaker(parts),
    changed: (path, id) => distribution.changed(path, id),
    isStopping: () => isStopping,
    isClosing: () => isClosing,
  };
  const heartbeat = new Heartbeat(kv, clock, () => distribution.lose());
  const distribution = new Distribution(context, heartbeat);
  const watch = new HubWatch({ context, heartbeat, distribution });

  return {
    accept: (body, clientAddress) => {
      const seconds = rate.take(clientAddress);
      if (seconds > 0) return Promise.resolve(tooManyRequests(settings.requestsPerMinute, seconds));
      return context.inTurn(() => acceptRequest(context, site, body, queueNetwork(clientAddress)));
    },
    publish: (snapshot) => publishTopics(context, snapshot),
    late: () => calls.late(),
    start: () => {
      scheduler.start((job) => watch.run(job));
      watch.start();
    },
    scanDue: () => watch.scanDue(),
    runDue: () => watch.runDue(),
    idle: () => watch.idle(),
    stop: async () => {
      isStopping = true;
      watch.stop();
      distribution.stop();
      calls.stop();
      // Includes running ticks: one that waits for the store would go on with a closed one.
      const done = Promise.all([scheduler.stop(), watch.idle(), watch.ended()]);
      await doneOrLate(done, places);
      isClosing = true;
      signer.close();
      await client.close();
      await done;
      await heartbeat.stop();
      // Wakes the other processes to finish the rest.
      await wakeHub(kv.atomic()).commit();
    },
  };
}

/** Resolves when all is done, and at the latest at the deadlines of a stop. */
async function doneOrLate(done: Promise<unknown>, places: ExchangePlaces): Promise<void> {
  const late = Promise.withResolvers<void>();
  const cutOffs = [setTimeout(late.resolve, STOP_AFTER_MS)];
  let isOver = false;
  void places.idle().then(() => {
    if (!isOver) cutOffs.push(setTimeout(late.resolve, STOP_AFTER_LAST_ANSWER_MS));
  });
  await Promise.race([done, late.promise]);
  isOver = true;
  for (const cutOff of cutOffs) clearTimeout(cutOff);
}

/** Makes `HubContext.inTurn`. */
function turns(): HubContext["inTurn"] {
  let lastTurn: Promise<unknown> = Promise.resolve();
  let [refusal, refusedAt]: [StoreTroubleError | null, number] = [null, 0];
  return (work) => {
    const asked = performance.now();
    // Work that waited while the store refused is refused as well, instead of waiting for the store once more.
    const done = lastTurn.then(() => refusal !== null && asked < refusedAt ? Promise.reject(refusal) : work());
    lastTurn = done.catch((error) => {
      if (error instanceof StoreTroubleError && error !== refusal) [refusal, refusedAt] = [error, performance.now()];
    });
    return done;
  };
}

/** Makes `HubContext.makeRoom`. */
function roomMaker({ kv, clock }: Pick<HubParts, "kv" | "clock">): HubContext["makeRoom"] {
  let roomMadeAt = -Infinity;
  return async () => {
    const now = clock.now();
    if (Math.abs(now - roomMadeAt) < ROOM_EVERY_MS) return false;
    roomMadeAt = now;
    return await dropExpired(kv, now);
  };
}
