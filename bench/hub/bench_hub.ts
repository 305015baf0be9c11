import { createLog } from "../../cli/service/log.ts";
import { encodedBody, type Representation } from "../../domain/documents/representation.ts";
import { userAgent } from "../../domain/service.ts";
import { type Site, topicLink, type TopicPath } from "../../domain/site.ts";
import type { Store } from "../../domain/store/store.ts";
import { outboundClient } from "../../outbound/outbound_client.ts";
import { createHub } from "../../websub/hub.ts";
import { DEFAULT_HUB_SETTINGS, type HubSettings } from "../../websub/hub_settings.ts";
import { queueScheduler } from "../../websub/schedule/choose_scheduler.ts";
import { putSubscription, subscriptionKey } from "../../websub/store/hub_rows.ts";
import type { Subscription } from "../../websub/store/subscription.ts";
import { topicSubscriptions } from "../../websub/store/topic_store.ts";
import { runFunction } from "../processes.ts";
import type { BenchContext } from "../rows.ts";
import { type SubscriberPorts, TLS_FOLDER } from "./subscriber.ts";

/** Options of a hub for one measurement. */
export interface BenchHubOptions {
  readonly plainHttp: boolean;
  /** Number of changes that another process has published before; 0 if absent. */
  readonly changesBefore?: number;
}

/** Folder and data for a function that runs a hub. */
export interface HubTask {
  /** Folder for the stores of the function. */
  readonly folder: string;
  readonly ports: SubscriberPorts;
  readonly rounds: number;
  readonly plainHttp: boolean;
}

/**
 * Environment that adds the subscriber's authority to those of the runtime, so that handshakes cost as much as with
 * public callbacks.
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

/** Hub as in the service, with topics and subscriptions for a measurement. */
export type BenchHub = Awaited<ReturnType<typeof benchHub>>;

/** Creates and starts a hub on a store. It has the default settings, but no limits and no quiet time. */
export async function benchHub(
  kv: Store,
  { plainHttp, changesBefore = 0 }: BenchHubOptions,
) {
  let changes = changesBefore;
  const content = (path: TopicPath) => representationOf(path, changes);
  const contents = {
    "/reviews.json": content("/reviews.json"),
    "/api/feed.json": content("/api/feed.json"),
    "/feed.xml": content("/feed.xml"),
    "/insights.json": content("/reviews.json"),
  };
  const client = outboundClient({
    allowCidrs: SETTINGS.allowCidrs,
    caCertificates: [],
    timeoutMilliseconds: SETTINGS.attemptTimeoutSeconds * 1000,
    userAgent: userAgent(SITE),
    plainHttp,
  });
  // Drops log lines after formatting, so that they cost as much as in the service.
  const write = (bytes: Uint8Array) => Promise.resolve(bytes.length);
  const log = createLog({ level: "info", format: "json", write, now: () => new Date() });
  const clock = { now: Date.now };
  const onError = (error: unknown) => log.error("websub work failed", { reason: String(error) });
  let attempts = 0;
  let wanted: { readonly count: number; readonly enough: () => void } | null = null;
  let onAttempt: ((count: number) => void) | null = null;
  const hub = createHub({
    kv,
    clock,
    settings: SETTINGS,
    scheduler: queueScheduler(kv, onError),
    client,
    site: SITE,
    representation: (path) => contents[path],
    record: ({ event, ...fields }) => {
      log.info(`websub ${event}`, fields);
      if (event !== "distribution") return;
      attempts++;
      onAttempt?.(attempts);
      if (wanted !== null && attempts >= wanted.count) wanted.enough();
    },
    onError,
  });
  hub.start();

  async function publish(): Promise<void> {
    const revision = String(changes);
    await kv.set(["dataset", "head"], { revision });
    await hub.publish({ revision, documents: contents });
  }
  await publish();
  return {
    hub,
    client,
    /** Returns the current content of a topic. */
    representation: (path: TopicPath) => contents[path],
    /** Changes a topic. Resolves when the hub has published it. */
    change: async (path: TopicPath) => {
      changes++;
      contents[path] = content(path);
      await publish();
    },
    /** Writes `count` subscriptions that have the newest version of the topic. */
    subscribe: async (path: TopicPath, count: number, originOf: (number: number) => string) => {
      const version = await versionOf(kv, path);
      for (let at = 0; at < count; at += ROWS_PER_COMMIT) {
        const operation = kv.atomic();
        for (let number = at; number < Math.min(at + ROWS_PER_COMMIT, count); number++) {
          const key = subscriptionKey(path, idOf(number, count));
          const row = subscriptionOf(path, originOf(number), number, version);
          putSubscription(operation, { key, value: null, versionstamp: null }, row);
        }
        await operation.commit();
      }
    },
    /** Resolves when `count` more attempts have been made and recorded since it last resolved. */
    attempted: async (count: number) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      wanted = { count, enough: resolve };
      if (attempts >= count) resolve();
      await promise;
      await hub.idle();
      attempts = 0;
      wanted = null;
    },
    /** Sets a listener that gets the number of attempts after each one; null for none. */
    onAttempt: (listener: ((count: number) => void) | null) => void (onAttempt = listener),
  };
}

/**
 * Returns the id of a subscription. Ids have the length and spread of real ones, but sort by number, so that a loop can
 * use the same order.
 */
function idOf(number: number, count: number): string {
  const place = Math.floor(number / count * 2 ** 32);
  return place.toString(16).padStart(8, "0") + number.toString(16).padStart(56, "0");
}

/**
 * Returns the content of a topic after a change. Its number determines the bytes, so that several processes on one
 * store publish the same.
 */
function representationOf(path: TopicPath, number: number): Representation {
  return {
    contentType: "application/json",
    bodies: { identity: encodedBody(new Uint8Array(BODY_BYTES).fill(number)) },
    lastModified: null,
    link: topicLink(SITE, path),
  };
}

/** Returns a subscription as `subscribe` writes it. */
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

/** @throws {Error} Unless a topic has exactly `count` subscriptions and all have its newest version. */
export async function assertDelivered(kv: Store, path: TopicPath, count: number): Promise<void> {
  const version = await versionOf(kv, path);
  let [delivered, all] = [0, 0];
  for await (const { value } of topicSubscriptions(kv, path)) {
    all++;
    if (value.deliveredVersion === version) delivered++;
  }
  if (delivered !== count || all !== count) {
    throw new Error(`${delivered} of ${all} subscriptions have version ${version}; expected are ${count}.`);
  }
}

async function versionOf(kv: Store, path: TopicPath): Promise<number> {
  return (await kv.get<{ readonly version: number }>(["topic", path])).value?.version ?? NaN;
}

/** Returns the memory usage after garbage collection. The process must be started with `--expose-gc`. */
export function memoryInUse(): Deno.MemoryUsage {
  const collect: unknown = Reflect.get(globalThis, "gc");
  if (typeof collect !== "function") throw new Error("The process must be started with --v8-flags=--expose-gc.");
  collect();
  return Deno.memoryUsage();
}
