import { createLog } from "../../../cli/service/log.ts";
import { encodedBody, type Representation } from "../../../domain/documents/representation.ts";
import { userAgent } from "../../../domain/service.ts";
import { type Site, topicLink, type TopicPath } from "../../../domain/site.ts";
import type { DocumentPath } from "../../../domain/snapshot/snapshot.ts";
import type { Store } from "../../../domain/store/store.ts";
import { type OutboundClient, outboundClient } from "../../../outbound/outbound_client.ts";
import { createHub, type Hub } from "../../../websub/hub.ts";
import { DEFAULT_HUB_SETTINGS, type HubSettings } from "../../../websub/hub_settings.ts";
import { queueScheduler } from "../../../websub/schedule/choose_scheduler.ts";
import { putSubscription, subscriptionKey } from "../../../websub/store/hub_rows.ts";
import type { Subscription } from "../../../websub/store/subscription.ts";
import { topicSubscriptions } from "../../../websub/store/topic_store.ts";
import { runFunction } from "../processes.ts";
import type { BenchContext } from "../rows.ts";
import { type SubscriberPorts, TLS_FOLDER } from "./subscriber.ts";

/** Options of a hub for one measurement. */
interface BenchHubOptions {
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

/**
 * Hub as in the service, with topics and subscriptions for a measurement. It has the default settings, but no limits and
 * no quiet time.
 */
export class BenchHub {
  readonly client: OutboundClient;
  readonly hub: Hub;
  /** Called with the number of attempts after each one. */
  onAttempt: (count: number) => void = () => {};
  readonly #contents: Record<DocumentPath, Representation>;
  #changes: number;
  #attempts = 0;
  #wanted: { readonly count: number; readonly enough: () => void } | null = null;

  private constructor(private readonly kv: Store, { plainHttp, changesBefore = 0 }: BenchHubOptions) {
    this.#changes = changesBefore;
    const content = (path: TopicPath) => representationOf(path, changesBefore);
    this.#contents = {
      "/reviews.json": content("/reviews.json"),
      "/api/feed.json": content("/api/feed.json"),
      "/feed.xml": content("/feed.xml"),
      "/insights.json": content("/reviews.json"),
    };
    this.client = outboundClient({
      allowCidrs: SETTINGS.allowCidrs,
      caCertificates: [],
      timeoutMilliseconds: SETTINGS.attemptTimeoutSeconds * 1000,
      userAgent: userAgent(SITE),
      plainHttp,
    });
    // Drops log lines after formatting, so that they cost as much as in the service.
    const write = (bytes: Uint8Array) => Promise.resolve(bytes.length);
    const log = createLog({ level: "info", format: "json", write, now: () => new Date() });
    const onError = (error: unknown) => log.error("websub work failed", { reason: String(error) });
    this.hub = createHub({
      kv,
      clock: { now: Date.now },
      settings: SETTINGS,
      scheduler: queueScheduler(kv, onError),
      client: this.client,
      site: SITE,
      representation: (path) => this.#contents[path],
      record: ({ event, ...fields }) => {
        log.info(`websub ${event}`, fields);
        if (event === "distribution") this.#attempted();
      },
      onError,
    });
  }

  /** Creates and starts a hub on a store. */
  static async start(kv: Store, options: BenchHubOptions): Promise<BenchHub> {
    const bench = new BenchHub(kv, options);
    bench.hub.start();
    await bench.#publish();
    return bench;
  }

  /** Returns the current content of a topic. */
  representation(path: TopicPath): Representation {
    return this.#contents[path];
  }

  /** Changes a topic. Resolves when the hub has published it. */
  async change(path: TopicPath): Promise<void> {
    this.#changes++;
    this.#contents[path] = representationOf(path, this.#changes);
    await this.#publish();
  }

  /** Writes `count` subscriptions that have the newest version of the topic. */
  async subscribe(path: TopicPath, count: number, originOf: (number: number) => string): Promise<void> {
    const version = await versionOf(this.kv, path);
    for (let at = 0; at < count; at += ROWS_PER_COMMIT) {
      const operation = this.kv.atomic();
      for (let number = at; number < Math.min(at + ROWS_PER_COMMIT, count); number++) {
        const key = subscriptionKey(path, idOf(number, count));
        const row = subscriptionOf(path, originOf(number), number, version);
        putSubscription(operation, { key, value: null, versionstamp: null }, row);
      }
      await operation.commit();
    }
  }

  /** Resolves when `count` more attempts have been made and recorded since it last resolved. */
  async attempted(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wanted = { count, enough: resolve };
    if (this.#attempts >= count) resolve();
    await promise;
    await this.hub.idle();
    this.#attempts = 0;
    this.#wanted = null;
  }

  #attempted(): void {
    this.#attempts++;
    this.onAttempt(this.#attempts);
    if (this.#wanted !== null && this.#attempts >= this.#wanted.count) this.#wanted.enough();
  }

  async #publish(): Promise<void> {
    const revision = String(this.#changes);
    await this.kv.set(["dataset", "head"], { revision });
    await this.hub.publish({ revision, documents: this.#contents });
  }
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
