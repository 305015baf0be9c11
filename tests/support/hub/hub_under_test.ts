import assert from "node:assert/strict";
import { signalProgram } from "../../../cli/command/child_process.ts";
import { TOPIC_PATHS, type TopicPath } from "../../../domain/site.ts";
import type { HubSettings } from "../../../websub/hub_settings.ts";
import { readHubFigures } from "../../../websub/hub_figures.ts";
import type { PendingRequest } from "../../../websub/store/subscription.ts";
import { startServer } from "../service/test_server.ts";
import { confirm } from "../subscriber/callback_answers.ts";
import { startSubscriber, type TestCallback } from "../subscriber/tls_subscriber.ts";
import { type TempStore, tempStore } from "../service/run_cli.ts";
import { publishImport } from "../import/publish_import.ts";
import { openStore } from "../../../service/store/open_store.ts";
import type { Store } from "../../../domain/store/store.ts";
import { StoreTroubleError } from "../../../domain/store/store_trouble.ts";
import { reviewOf } from "../reviews/review_of.ts";

/** Uses the store of a service, as another process does. */
export async function withStore<T>(kvPath: string, use: (kv: Store) => Promise<T>): Promise<T> {
  const { kv } = await openStore(kvPath);
  try {
    return await use(kv);
  } finally {
    kv.close();
  }
}

const MOST_TRIES = 6;

/**
 * Publishes one review with a text, like `import --replace-all` but in this process, which is ten times as fast. Retries
 * while another process has the lock.
 */
export async function publishText(kvPath: string, text: string): Promise<void> {
  const nothing = { business: null, place: null, insights: null, taxonomy: null };
  const incoming = { ...nothing, reviews: [reviewOf({ text })], replace: "all" as const };
  for (let attempt = 1;; attempt++) {
    try {
      await withStore(kvPath, (kv) => publishImport(kv, incoming, false));
      return;
    } catch (error) {
      const isLocked = error instanceof StoreTroubleError && error.fault === "locked";
      if (!isLocked || attempt === MOST_TRIES) throw error;
    }
  }
}

/** Creates a temporary store with one review. Without it, a service would analyse the sample first. */
export async function filledStore(): Promise<TempStore> {
  const store = await tempStore();
  await publishText(store.kvPath, "Good work.");
  return store;
}

/** The public origin of the service under test; the same for all processes on one store. */
export const BASE_URL = "https://reviews.example";

/** The real service and a real subscriber. */
export type HubUnderTest = Awaited<ReturnType<typeof startHub>>;

type Parameters = Readonly<Record<string, string>>;

/** Pause between two looks, which would otherwise take a processor from the service under test. */
const LOOK_EVERY_MS = 50;
/** Variables of a service whose subscribers are on this machine. */
export const SUBSCRIBERS_HERE = {
  WEBSUB_CA_FILE: "tests/fixtures/tls/ca.pem",
  WEBSUB_ALLOW_CIDRS: "127.0.0.0/8",
};
/** Settings for quick tests. */
export const ENVIRONMENT = {
  BASE_URL,
  LOG_LEVEL: "debug",
  ...SUBSCRIBERS_HERE,
  WEBSUB_DEBOUNCE_SECONDS: "0",
  // One attempt for each delivery.
  WEBSUB_RETRY_SECONDS: "0,0",
  WEBSUB_LIMITS: "none",
  ...otherHub({}),
};

/**
 * Returns the variable with settings of the hub that no other variable changes.
 *
 * @param settings Instead of those of quick tests.
 */
export function otherHub(settings: Partial<HubSettings>) {
  // On a busy machine a handshake takes seconds, and a late attempt would be repeated.
  const quick = { attemptTimeoutSeconds: 30, concurrency: 64, concurrencyPerHost: 2 };
  return { OTHER_SETTINGS: JSON.stringify({ ...quick, ...settings }) };
}

/**
 * Starts the service on a new store, with settings for quick tests.
 *
 * @param url An existing store, instead of a new file.
 * @param preload A module to load before the service, which kills the process at a commit (`KILL_AT`).
 */
export async function startHub(
  environment: Readonly<Record<string, string>> = {},
  url: string | null = null,
  preload?: "tests/support/hub/kill_at_commit.ts",
) {
  await using started = new AsyncDisposableStack();
  const temporary = started.use(await tempStore());
  const store = { folder: temporary.folder, kvPath: url ?? temporary.kvPath };
  // The sample would have to be analysed first.
  await publishText(store.kvPath, "Before the first change.");
  const settings = { ...ENVIRONMENT, ...environment };
  const start = (more: Parameters = {}) => startServer(store.kvPath, { ...settings, ...more }, preload);
  let server = await start();
  // A new hub first records the current content of the topics; an earlier change would not count as one.
  const { logged } = server;
  await Promise.all(
    TOPIC_PATHS.map((path) => logged(({ message, topic }) => message === "websub topic" && topic === path)),
  );
  started.defer(() => server[Symbol.asyncDispose]());
  const subscriber = started.use(startSubscriber());
  const { callback } = subscriber;
  let changes = 0;
  let sentinel: TestCallback | null = null;

  const send = (parameters: Parameters, headers: Parameters = {}) =>
    fetch(`${server.origin}/api/websub/hub`, { method: "POST", body: new URLSearchParams(parameters), headers });

  async function request(mode: string, { url, next }: TestCallback, parameters: Parameters) {
    const verification = next("verification");
    const answer = await send({ ...requestOf(mode, url), ...parameters });
    assert.deepEqual([answer.status, await answer.text()], [202, ""]);
    return await verification;
  }

  async function publish(text = "Good work."): Promise<string> {
    const published = `${text} (${++changes})`;
    await publishText(store.kvPath, published);
    return published;
  }

  /** Resolves when the store meets a condition. Another process writes it, which no event reports. */
  async function until(holds: (kv: Store) => Promise<boolean>): Promise<void> {
    await withStore(store.kvPath, async (kv) => {
      while (!await holds(kv)) await new Promise((go) => setTimeout(go, LOOK_EVERY_MS));
    });
  }

  const recorded = () =>
    until(async (kv) => (await readHubFigures(kv, Date.now())).topics.every(({ backlog }) => backlog === 0));

  async function verified(...callbacks: readonly TestCallback[]): Promise<void> {
    const hosts = new Set(callbacks.map(({ host }) => host));
    await until(async (kv) => {
      const pending = await Array.fromAsync(kv.list<PendingRequest>({ prefix: ["pending"] }));
      return !pending.some(({ value }) => hosts.has(value.callback.host));
    });
  }

  /**
   * Changes the topics twice and waits each time until a sentinel subscriber has received the change: deliveries of
   * the first change to others have then arrived as well.
   * @param alive Other callbacks to wait for, both times. The subscriptions that they confirmed before are committed.
   */
  async function settle(...alive: readonly TestCallback[]): Promise<void> {
    if (sentinel === null) {
      // Limits of the others' domain are not its own.
      sentinel = callback("/sentinel", confirm, "localhost");
      await request("subscribe", sentinel, { "hub.lease_seconds": "864000" });
    }
    await verified(sentinel, ...alive);
    for (let round = 0; round < 2; round++) {
      const published = await publish("For the sentinel.");
      await Promise.all([sentinel, ...alive].map(({ received }) => received(published)));
    }
  }

  const everything = started.move();
  return {
    kvPath: store.kvPath,
    callback,
    /** Sends a request with these parameters to the hub. */
    send,
    /** Changes all topics from another process than the service. Resolves to the text of the only review. */
    publish,
    /** Resolves when the hub has no pending request for any of these callbacks. */
    verified,
    /** Resolves when all deliveries are recorded in the store. A process that is killed before would repeat them. */
    recorded,
    settle,
    /** The current process. */
    get server() {
      return server;
    },
    /** Sends a subscription request that must be accepted; resolves with the verification request. */
    subscribe: (callback: TestCallback, parameters: Parameters = {}) => request("subscribe", callback, parameters),
    /** The same for an unsubscription. */
    unsubscribe: (callback: TestCallback, parameters: Parameters = {}) => request("unsubscribe", callback, parameters),
    /** The response of GET for a topic. */
    topic: async (path: TopicPath) => {
      const answer = await fetch(server.origin + path, { headers: { "accept-encoding": "identity" } });
      return { body: await answer.bytes(), headers: answer.headers };
    },
    until,
    /** Starts another process on the same store. */
    startAnother: () => start(),
    /**
     * Ends the process, by default with SIGKILL. Then runs `meanwhile`, and starts another process, with further
     * variables. Resolves when the hub has started, or has died by them.
     */
    restart: async ({ signal = "SIGKILL", meanwhile, more = {} }: {
      readonly signal?: Deno.Signal;
      readonly meanwhile?: () => Promise<void>;
      readonly more?: Parameters;
    } = {}) => {
      signalProgram(server, signal);
      await server.exit;
      await meanwhile?.();
      server = await start(more);
      await Promise.race([server.logged(({ message }) => message === "hub started"), server.exit]);
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** The parameters of a request for `/reviews.json`. */
export function requestOf(mode: string, callback: string): Record<string, string> {
  return { "hub.mode": mode, "hub.callback": callback, "hub.topic": `${BASE_URL}/reviews.json` };
}
