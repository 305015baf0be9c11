import { createLog } from "../../cli/service/log.ts";
import { encodedBody, type Representation } from "../../domain/documents/representation.ts";
import { userAgent } from "../../domain/service.ts";
import { type Site, TOPIC_PATHS, topicLink, type TopicPath } from "../../domain/site.ts";
import { createHub, type Hub } from "../../websub/hub.ts";
import { DEFAULT_HUB_SETTINGS, type HubSettings } from "../../websub/hub_settings.ts";
import { type OutboundClient, outboundClient } from "../../outbound/outbound_client.ts";
import { chooseScheduler, queueScheduler } from "../../websub/schedule/choose_scheduler.ts";
import { putSubscription, subscriptionKey } from "../../websub/store/hub_rows.ts";
import type { Subscription } from "../../websub/store/subscription.ts";
import { MOST_CHECKS, type Store } from "../../domain/store/store.ts";

/** The hub as the service puts it together, with topics and subscriptions of the measurement's own. */
export interface BenchHub {
  readonly hub: Hub;
  readonly client: OutboundClient;
  /** What the topic's subscribers are sent. */
  readonly representation: (path: TopicPath) => Representation;
  /** Changes a topic. Resolves when the hub has taken note of it. */
  readonly change: (path: TopicPath) => Promise<void>;
  /** Writes so many subscriptions that have the topic's newest version. */
  readonly subscribe: (path: TopicPath, count: number, originOf: (number: number) => string) => Promise<void>;
  /** Asks the hub for a subscription, as a subscriber does. */
  readonly ask: (path: TopicPath, callback: string) => Promise<void>;
  /** Resolves when so many more subscriptions are confirmed and nothing is under way. */
  readonly confirmed: (count: number) => Promise<void>;
  /** Resolves when so many attempts more than at the last call were made and all are recorded. */
  readonly attempted: (count: number) => Promise<void>;
  /** Calls a function at every attempt with the number of attempts since `attempted` last resolved; null for none. */
  readonly onAttempt: (listener: ((count: number) => void) | null) => void;
}

const SITE: Site = { baseUrl: "http://127.0.0.1:8000" };
const UNLIMITED = {
  requestsPerMinute: 0,
  pendingPerHost: 0,
  pending: 0,
  subscriptionsPerHost: 0,
  subscriptions: 0,
  callsPerDestination: { perSecond: 0, perHour: 0 },
  megabytesPerChange: 0,
};
const SETTINGS: HubSettings = {
  ...DEFAULT_HUB_SETTINGS,
  ...UNLIMITED,
  debounceSeconds: 0,
  allowCidrs: ["127.0.0.0/8"],
};
const BODY_BYTES = 30 * 1024;
const ROWS_PER_COMMIT = 50;

/** How a hub of a measurement differs from the others. */
export interface BenchHubOptions {
  readonly plainHttp: boolean;
  /** The number of the change gives its bytes, so that several processes on one store publish the same. */
  readonly isShared?: boolean;
  /** Changes that another process has published before. */
  readonly changesBefore?: number;
  /** Whether the store is behind a network: it has no queue, and takes fewer checks a commit. */
  readonly isRemote?: boolean;
  /** Stands between the hub and its client. */
  readonly between?: (client: OutboundClient) => OutboundClient;
}

/** Makes a hub on a store and starts it: the default settings, but no quiet time. */
export async function benchHub(
  kv: Store,
  { plainHttp, isShared = false, changesBefore = 0, isRemote = false, between = (client) => client }: BenchHubOptions,
): Promise<BenchHub> {
  let changes = changesBefore;
  const content = (path: TopicPath) => representationOf(path, isShared ? changes : null);
  const client = between(outboundClient({
    allowCidrs: SETTINGS.allowCidrs,
    caCertificates: [],
    timeoutMilliseconds: SETTINGS.attemptTimeoutSeconds * 1000,
    userAgent: userAgent(SITE),
    plainHttp,
  }));
  const contents: Record<TopicPath | "/insights.json", Representation> = {
    "/reviews.json": content("/reviews.json"),
    "/api/feed.json": content("/api/feed.json"),
    "/feed.xml": content("/feed.xml"),
    "/insights.json": content("/reviews.json"),
  };
  // Lines cost what they cost the service, and go nowhere.
  const log = createLog({
    level: "info",
    format: "json",
    write: (bytes) => Promise.resolve(bytes.length),
    now: () => new Date(),
  });
  const clock = { now: Date.now };
  const onError = (error: unknown) => log.error("websub work failed", { reason: String(error) });
  const scheduler = isRemote ? chooseScheduler(kv, clock, "sweep", onError) : queueScheduler(kv, onError);
  let [attempts, verified] = [0, 0];
  let verification: { readonly count: number; readonly enough: () => void } | null = null;
  let onAttempt: ((count: number) => void) | null = null;
  let wanted: { readonly count: number; readonly enough: () => void } | null = null;
  const hub = createHub({
    kv,
    clock,
    settings: SETTINGS,
    scheduler,
    client,
    site: SITE,
    representation: (path) => contents[path],
    record: ({ event, ...fields }) => {
      log.info(`websub ${event}`, fields);
      if (event === "verification" && ++verified === verification?.count) verification.enough();
      if (event !== "distribution") return;
      attempts++;
      onAttempt?.(attempts);
      if (wanted !== null && attempts >= wanted.count) wanted.enough();
    },
    onError,
  });
  hub.start();

  async function publish(): Promise<void> {
    const revision = isShared ? String(changes) : crypto.randomUUID();
    await kv.set(["dataset", "head"], { revision });
    await hub.publish({ revision, documents: contents });
  }
  await publish();
  const versions = new Map<TopicPath, number>(TOPIC_PATHS.map((path) => [path, 1]));
  return {
    hub,
    client,
    representation: (path) => contents[path],
    change: async (path) => {
      changes++;
      contents[path] = content(path);
      versions.set(path, (versions.get(path) ?? 0) + 1);
      await publish();
    },
    subscribe: async (path, count, originOf) => {
      const step = isRemote ? MOST_CHECKS : ROWS_PER_COMMIT;
      for (let at = 0; at < count; at += step) {
        const operation = kv.atomic();
        for (let number = at; number < Math.min(at + step, count); number++) {
          const key = subscriptionKey(path, idOf(number, count));
          const row = subscriptionOf(path, originOf(number), number, versions.get(path) ?? 0);
          putSubscription(operation, { key, value: null, versionstamp: null }, row);
        }
        await operation.commit();
      }
    },
    ask: async (path, callback) => {
      const form = { "hub.mode": "subscribe", "hub.topic": SITE.baseUrl + path, "hub.callback": callback };
      const { kind } = await hub.accept(new URLSearchParams(form).toString(), "127.0.0.1");
      if (kind !== "accepted") throw new Error(`The request for ${callback} was ${kind}.`);
    },
    confirmed: async (count) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      verified = 0;
      verification = { count, enough: resolve };
      await promise;
      await hub.idle();
    },
    attempted: async (count) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      wanted = { count, enough: resolve };
      if (attempts >= count) resolve();
      await promise;
      await hub.idle();
      wanted = null;
      attempts = 0;
    },
    onAttempt: (listener) => void (onAttempt = listener),
  };
}

/** Ids are as long as real ones and spread like them, but in the order of the origins: a loop can take the same order. */
function idOf(number: number, count: number): string {
  const place = Math.floor(number / count * 2 ** 32);
  return place.toString(16).padStart(8, "0") + number.toString(16).padStart(56, "0");
}

function representationOf(path: TopicPath, number: number | null): Representation {
  const bytes = new Uint8Array(BODY_BYTES);
  return {
    contentType: "application/json",
    bodies: { identity: encodedBody(number === null ? crypto.getRandomValues(bytes) : bytes.fill(number)) },
    lastModified: null,
    link: topicLink(SITE, path),
  };
}

/** A subscription as `subscribe` writes it. */
export function subscriptionOf(
  path: TopicPath,
  origin: string,
  number: number,
  deliveredVersion: number,
): Subscription {
  const target = `/callback/${number}`;
  const now = Date.now();
  return {
    path,
    topic: SITE.baseUrl + path,
    callback: {
      text: origin + target,
      host: new URL(origin).hostname,
      domain: new URL(origin).hostname,
      origin,
      target,
    },
    address: "127.0.0.1",
    secret: `secret of subscriber ${number}`,
    leaseSeconds: 864_000,
    verifiedAt: now,
    expiresAt: now + 864_000_000,
    deliveredVersion,
    failures: 0,
    nextAttemptAt: 0,
    attempts: [],
  };
}
