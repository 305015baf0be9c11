import { createLog } from "../../cli/service/log.ts";
import { encodedBody, type Representation } from "../../domain/documents/representation.ts";
import { userAgent } from "../../domain/service.ts";
import { type Site, TOPIC_PATHS, topicLink, type TopicPath } from "../../domain/site.ts";
import { MOST_CHECKS, type Store } from "../../domain/store/store.ts";
import { type OutboundClient, outboundClient } from "../../outbound/outbound_client.ts";
import { createHub, type Hub } from "../../websub/hub.ts";
import { DEFAULT_HUB_SETTINGS, type HubSettings } from "../../websub/hub_settings.ts";
import { chooseScheduler, queueScheduler } from "../../websub/schedule/choose_scheduler.ts";
import { putSubscription, subscriptionKey } from "../../websub/store/hub_rows.ts";
import type { Subscription } from "../../websub/store/subscription.ts";
import { topicSubscriptions } from "../../websub/store/topic_store.ts";
import { runFunction } from "../child.ts";
import type { BenchContext } from "../rows.ts";
import { type SubscriberPorts, TLS_FOLDER } from "./subscriber.ts";

/** The hub as the service puts it together, with topics and subscriptions of a measurement. */
export interface BenchHub {
  readonly hub: Hub;
  readonly client: OutboundClient;
  /** The content of a topic. */
  readonly representation: (path: TopicPath) => Representation;
  /** Changes a topic. Resolves when the hub has published it. */
  readonly change: (path: TopicPath) => Promise<void>;
  /** Writes so many subscriptions that have the topic's newest version. */
  readonly subscribe: (path: TopicPath, count: number, originOf: (number: number) => string) => Promise<void>;
  /** Sends a subscription request to the hub. */
  readonly request: (path: TopicPath, callback: string) => Promise<void>;
  /** Resolves when so many more subscriptions are confirmed and nothing is under way. */
  readonly confirmed: (count: number) => Promise<void>;
  /** Resolves when so many attempts were made since it last resolved, and all are recorded. */
  readonly attempted: (count: number) => Promise<void>;
  /** Sets a function to call at every attempt, with the attempts since `attempted` last resolved; null for none. */
  readonly onAttempt: (listener: ((count: number) => void) | null) => void;
}

/** How a hub of a measurement differs from the others. */
export interface BenchHubOptions {
  readonly plainHttp: boolean;
  /** The number of a change determines its bytes, so that several processes on one store publish the same. */
  readonly isShared?: boolean;
  /** Changes that another process has published before. */
  readonly changesBefore?: number;
  /** True if the store is behind a network: it has no queue, and takes fewer checks a commit. */
  readonly isRemote?: boolean;
  /** Wraps the client. */
  readonly between?: (client: OutboundClient) => OutboundClient;
}

/** What a function with a hub is given. */
export interface HubTask {
  /** Folder for its stores. */
  readonly folder: string;
  readonly ports: SubscriberPorts;
  readonly rounds: number;
  readonly plainHttp: boolean;
}

/**
 * Trusts the subscriber besides the runtime's authorities, so that handshakes cost what they cost with public
 * callbacks.
 */
export const TRUST = { DENO_CERT: `${TLS_FOLDER}/ca.pem` };

const SITE: Site = { baseUrl: "http://127.0.0.1:8000" };
const SETTINGS: HubSettings = {
  ...DEFAULT_HUB_SETTINGS,
  requestsPerMinute: 0,
  pendingPerHost: 0,
  pending: 0,
  subscriptionsPerHost: 0,
  subscriptions: 0,
  callsPerDestination: { perSecond: 0, perHour: 0 },
  megabytesPerChange: 0,
  debounceSeconds: 0,
  allowCidrs: ["127.0.0.0/8"],
};
const BODY_BYTES = 30 * 1024;
const ROWS_PER_COMMIT = 50;

/** Runs a function with a hub in a separate process. */
export async function runHub<Result>(
  { processes, folder }: BenchContext,
  module: string,
  run: (task: HubTask) => Promise<Result>,
  task: Omit<HubTask, "folder"> & Partial<HubTask>,
): Promise<Result> {
  const whole = { folder: task.folder ?? await Deno.makeTempDir({ dir: folder }), ...task };
  return await runFunction(processes, module, run, [whole], { v8Flags: ["--expose-gc"], env: TRUST });
}

/** Makes a hub on a store and starts it: with the default settings, but without limits and quiet time. */
export async function benchHub(
  kv: Store,
  { plainHttp, isShared = false, changesBefore = 0, isRemote = false, between = (client) => client }: BenchHubOptions,
): Promise<BenchHub> {
  let changes = changesBefore;
  const content = (path: TopicPath) => representationOf(path, isShared ? changes : null);
  const contents = {
    "/reviews.json": content("/reviews.json"),
    "/api/feed.json": content("/api/feed.json"),
    "/feed.xml": content("/feed.xml"),
    "/insights.json": content("/reviews.json"),
  };
  const versions = new Map<TopicPath, number>(TOPIC_PATHS.map((path) => [path, 1]));
  const client = between(outboundClient({
    allowCidrs: SETTINGS.allowCidrs,
    caCertificates: [],
    timeoutMilliseconds: SETTINGS.attemptTimeoutSeconds * 1000,
    userAgent: userAgent(SITE),
    plainHttp,
  }));
  // Log lines cost what they cost the service, and are dropped.
  const write = (bytes: Uint8Array) => Promise.resolve(bytes.length);
  const log = createLog({ level: "info", format: "json", write, now: () => new Date() });
  const clock = { now: Date.now };
  const onError = (error: unknown) => log.error("websub work failed", { reason: String(error) });
  const [attempts, confirmations] = [new Counter(), new Counter()];
  let onAttempt: ((count: number) => void) | null = null;
  const hub = createHub({
    kv,
    clock,
    settings: SETTINGS,
    scheduler: isRemote ? chooseScheduler(kv, clock, "sweep", onError) : queueScheduler(kv, onError),
    client,
    site: SITE,
    representation: (path) => contents[path],
    record: ({ event, ...fields }) => {
      log.info(`websub ${event}`, fields);
      if (event === "verification") confirmations.add();
      if (event !== "distribution") return;
      const count = attempts.add();
      onAttempt?.(count);
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
    request: async (path, callback) => {
      const form = { "hub.mode": "subscribe", "hub.topic": SITE.baseUrl + path, "hub.callback": callback };
      const { kind } = await hub.accept(new URLSearchParams(form).toString(), "127.0.0.1");
      if (kind !== "accepted") throw new Error(`The request for ${callback} was ${kind}.`);
    },
    confirmed: async (count) => {
      confirmations.reset();
      await confirmations.reached(count);
      await hub.idle();
    },
    attempted: async (count) => {
      await attempts.reached(count);
      await hub.idle();
      attempts.reset();
    },
    onAttempt: (listener) => void (onAttempt = listener),
  };
}

/** Counts events. */
class Counter {
  #count = 0;
  #wanted: { readonly count: number; readonly enough: () => void } | null = null;

  /** Counts one; returns the count. */
  add(): number {
    this.#count++;
    if (this.#wanted !== null && this.#count >= this.#wanted.count) this.#wanted.enough();
    return this.#count;
  }

  /** Resolves when so many have been counted. */
  reached(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wanted = { count, enough: resolve };
    if (this.#count >= count) resolve();
    return promise;
  }

  /** Counts from zero. */
  reset(): void {
    this.#count = 0;
    this.#wanted = null;
  }
}

/**
 * Ids are as long as real ones and spread like them, but in the order of the origins: a loop can take the same order.
 */
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
  const { hostname: host } = new URL(origin);
  const now = Date.now();
  return {
    path,
    topic: SITE.baseUrl + path,
    callback: { text: origin + target, host, domain: host, origin, target },
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

/** @throws {Error} Unless so many subscriptions, all there are, have the newest version of a topic. */
export async function assertDelivered(kv: Store, path: TopicPath, count: number): Promise<void> {
  const version = (await kv.get<{ readonly version: number }>(["topic", path])).value?.version ?? NaN;
  let [delivered, all] = [0, 0];
  for await (const { value } of topicSubscriptions(kv, path)) {
    all++;
    if (value.deliveredVersion === version) delivered++;
  }
  if (delivered !== count || all !== count) {
    throw new Error(`${delivered} of ${all} subscriptions have version ${version}; expected are ${count}.`);
  }
}

/** Collects garbage. The process must be started with `--expose-gc`. */
export function memoryInUse(): Deno.MemoryUsage {
  const collect: unknown = Reflect.get(globalThis, "gc");
  if (typeof collect !== "function") throw new Error("The process must be started with --v8-flags=--expose-gc.");
  collect();
  return Deno.memoryUsage();
}
