import type { Site } from "../domain/site.ts";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";
import { StoreTroubleError } from "../domain/store/store_trouble.ts";
import { Distribution } from "./distribution/distribution.ts";
import { publishTopics } from "./distribution/topic_version.ts";
import { DestinationLimits } from "./exchange/destination_limits.ts";
import { ExchangePlaces } from "./exchange/exchange_places.ts";
import { RateLimit } from "./exchange/rate_limit.ts";
import { WaitingCalls } from "./exchange/waiting_calls.ts";
import type { HubContext } from "./hub_context.ts";
import { HubWatch } from "./hub_watch.ts";
import { Heartbeat, type ProcessLocks } from "./heartbeat.ts";
import { clientNetwork, queueNetwork } from "./request/client_network.ts";
import type { HubAnswer, SubscriptionForm } from "./request/hub_answer.ts";
import { wakeHub } from "./schedule/scheduler.ts";
import { KeptRows } from "./store/kept_rows.ts";
import { dropExpired } from "./store/topic_store.ts";
import { acceptRequest } from "./subscribing/accept_request.ts";

/** Collaborators and settings of a hub. Tests replace some of them. */
export type HubParts =
  & Pick<HubContext, "kv" | "clock" | "settings" | "scheduler" | "client" | "representation" | "record" | "onError">
  & { readonly site: Site; readonly random?: () => number; readonly locks?: ProcessLocks | null };

/** The WebSub hub of this service's own topics (WebSub 3.1). */
export type Hub = ReturnType<typeof createHub>;

const MINUTE_MS = 60_000;
const ROOM_EVERY_MS = 60_000;
const STOP_AFTER_MS = 3500;
/** Maximum wait after the last exchange, in milliseconds. A working store has stored the outcome by then. */
const STOP_AFTER_LAST_ANSWER_MS = 1500;

/** Returns a new hub. It is passive until `start` is called. */
export function createHub({ site, random = Math.random, locks = null, ...parts }: HubParts) {
  const { kv, clock, settings, scheduler, client } = parts;
  let [isStopping, isClosing] = [false, false];
  const places = new ExchangePlaces(settings.concurrency, settings.concurrencyPerHost);
  const destinations = new DestinationLimits(clock, settings.callsPerDestination);
  const { attemptTimeoutSeconds: timeoutSeconds } = settings;
  const calls = new WaitingCalls({ clock, places, client, destinations, timeoutSeconds, isStopping: () => isStopping });
  const { requestsPerMinute: mostRequests } = settings;
  const rate = new RateLimit(mostRequests, mostRequests, MINUTE_MS);
  const context: HubContext = {
    ...parts,
    places,
    destinations,
    calls,
    rows: new KeptRows(kv),
    random,
    inTurn: turns(),
    makeRoom: roomMaker(parts),
    changed: (path, id) => distribution.changed(path, id),
    isStopping: () => isStopping,
    isClosing: () => isClosing,
  };
  const heartbeat = new Heartbeat(kv, clock, () => distribution.lose(), locks);
  const distribution = new Distribution(context, heartbeat);
  const watch = new HubWatch(context, heartbeat, distribution);

  return {
    accept: (form: SubscriptionForm, clientAddress: string): Promise<HubAnswer> => {
      // An IPv6 client is its /64, because one machine has a whole /64. A refused request costs nothing.
      const [client, now] = [clientNetwork(clientAddress), clock.now()];
      const wait = rate.roomAt(client, now) - now;
      if (wait > 0) {
        const reason = `${mostRequests} requests a minute are allowed for each client address`;
        return Promise.resolve({ kind: "limited", reason, retryAfterSeconds: Math.ceil(wait / 1000) });
      }
      rate.spend(client, now);
      return context.inTurn(() => acceptRequest(context, site, form, queueNetwork(clientAddress)));
    },
    /** Publishes the topics that a snapshot changed. Idempotent. */
    publish: (snapshot: Pick<Snapshot, "revision" | "documents">) => publishTopics(context, snapshot),
    /** Returns the delay of late verifications in this process; null if none is late. */
    late: () => calls.late(),
    /** Begins to run jobs, and scans for work that an earlier process left undone. */
    start: () => {
      scheduler.start((job) => watch.run(job));
      watch.start();
    },
    /** Scans for all due work. Resolves when calls have been submitted and distributions begun. */
    scanDue: () => watch.scanDue(),
    /**
     * Does all due work without waiting for a timer. Resolves when nothing is running. If there are other processes,
     * waits until dead ones are known, and does their work too. On a host that ends processes after seconds, none would
     * otherwise be noticed.
     */
    runDue: () => watch.runDue(),
    idle: () => watch.idle(),
    /** Begins nothing new, and waits some seconds for running work. Cuts off exchanges that take longer. */
    stop: async () => {
      isStopping = true;
      watch.stop();
      distribution.stop();
      calls.stop();
      // Includes running ticks of the watch: one that waits for the store would otherwise use it after it was closed.
      const done = Promise.all([scheduler.stop(), watch.idle(), watch.ended()]);
      await doneOrLate(done, places);
      isClosing = true;
      await client.close();
      await done;
      await heartbeat.stop();
      // Wakes the other processes to finish the remaining work.
      await wakeHub(kv.atomic()).commit();
    },
  };
}

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

function turns(): HubContext["inTurn"] {
  let lastTurn: Promise<unknown> = Promise.resolve();
  let [refusal, refusedAt]: [StoreTroubleError | null, number] = [null, 0];
  return (work) => {
    const asked = performance.now();
    // Work queued before the store refused fails with the same error, instead of waiting for the store again.
    const done = lastTurn.then(() => refusal !== null && asked < refusedAt ? Promise.reject(refusal) : work());
    lastTurn = done.catch((error) => {
      if (error instanceof StoreTroubleError && error !== refusal) [refusal, refusedAt] = [error, performance.now()];
    });
    return done;
  };
}

function roomMaker({ kv, clock }: Pick<HubParts, "kv" | "clock">): HubContext["makeRoom"] {
  let roomMadeAt = -Infinity;
  return async () => {
    const now = clock.now();
    if (Math.abs(now - roomMadeAt) < ROOM_EVERY_MS) return false;
    roomMadeAt = now;
    return await dropExpired(kv, now);
  };
}
