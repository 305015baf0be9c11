import assert from "node:assert/strict";
import { TOPIC_PATHS, type TopicPath } from "../../../domain/site.ts";
import { readHubFigures } from "../../../websub/operator/hub_figures.ts";
import type { PendingRequest } from "../../../websub/store/subscription.ts";
import { publishText, withStore } from "./publish_text.ts";
import { tempStore } from "../service/temp_store.ts";
import { startServer, type TestServer } from "../service/test_server.ts";
import { confirm } from "../subscriber/callback_answers.ts";
import type { RecordedRequest } from "../subscriber/recorded_request.ts";
import { startSubscriber, type TestCallback, type TlsSubscriber } from "../subscriber/tls_subscriber.ts";

/** The public origin of the service under test; the same for all processes on one store. */
export const BASE_URL = "https://reviews.example";

/** The real service and a real subscriber. */
export interface HubUnderTest extends AsyncDisposable {
  readonly subscriber: TlsSubscriber;
  /** Path of the store. */
  readonly kvPath: string;
  /** The current process. */
  readonly server: TestServer;
  /** Creates a callback (see `TlsSubscriber`). */
  readonly callback: TlsSubscriber["callback"];
  /** Sends a request with these parameters to the hub. */
  readonly send: (
    parameters: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>;
  /** Sends a subscription request that must be accepted; resolves with the verification request. */
  readonly subscribe: (
    callback: TestCallback,
    parameters?: Readonly<Record<string, string>>,
  ) => Promise<RecordedRequest>;
  /** The same for an unsubscription. */
  readonly unsubscribe: (
    callback: TestCallback,
    parameters?: Readonly<Record<string, string>>,
  ) => Promise<RecordedRequest>;
  /** Changes all topics, as another process than the service. Resolves with the text of the only review. */
  readonly publish: (text?: string) => Promise<string>;
  /**
   * Changes the topics twice and waits each time until a sentinel subscriber has received the change: deliveries of the
   * first change to others have then arrived as well.
   *
   * @param alive Other callbacks to wait for, both times. What they were asked to confirm is committed before.
   */
  readonly settle: (...alive: readonly TestCallback[]) => Promise<void>;
  /** Resolves when none of these callbacks is to be asked for anything any more. */
  readonly verified: (...callbacks: readonly TestCallback[]) => Promise<void>;
  /** Resolves when what was delivered stands in the store: a process that is killed before delivers it again. */
  readonly recorded: () => Promise<void>;
  /** Imports the last change again. */
  readonly publishAgain: () => Promise<void>;
  /** The response of GET for a topic. */
  readonly topic: (path: TopicPath) => Promise<{ readonly body: Uint8Array; readonly headers: Headers }>;
  /** Moves the clock of the processes ahead, where it can be moved; resolves when the current one goes by it. */
  readonly passTime: (seconds: number) => Promise<void>;
  /** Starts another process on the same store. */
  readonly startAnother: () => Promise<TestServer>;
  /** Kills the process, runs `meanwhile`, and starts another process. */
  readonly restart: (meanwhile?: () => Promise<void>) => Promise<void>;
}

const SHIFTED_CLOCK = "soak/stage/shifted_clock.ts";
const ENVIRONMENT = {
  BASE_URL,
  LOG_LEVEL: "debug",
  WEBSUB_CA_FILE: "tests/fixtures/tls/ca.pem",
  WEBSUB_ALLOW_CIDRS: "127.0.0.0/8",
  WEBSUB_DEBOUNCE_SECONDS: "0",
  WEBSUB_RETRY_SECONDS: "0,0",
  // An attempt that is too late is made again, and on a busy machine a handshake takes seconds.
  WEBSUB_ATTEMPT_TIMEOUT_SECONDS: "30",
  WEBSUB_REQUESTS_PER_MINUTE: "0",
  WEBSUB_PENDING_PER_HOST: "0",
  WEBSUB_SUBSCRIPTIONS_PER_HOST: "0",
  WEBSUB_CALLS_PER_DESTINATION: "0,0",
};

/**
 * Starts the service on a new store, with settings for quick tests.
 *
 * @param url A store that is there already, instead of a new file.
 * @param isShifted Whether the clock of its processes can be moved.
 */
export async function startHub(
  environment: Readonly<Record<string, string>> = {},
  url: string | null = null,
  isShifted = false,
): Promise<HubUnderTest> {
  await using started = new AsyncDisposableStack();
  const temporary = started.use(await tempStore());
  const store = { folder: temporary.folder, kvPath: url ?? temporary.kvPath };
  // The sample would have to be analysed first.
  await publishText(store.kvPath, "Before the first change.");
  const clock = `${store.folder}/clock`;
  const settings = { ...ENVIRONMENT, SOAK_CLOCK: clock, ...environment };
  const start = () => startServer(store.kvPath, settings, ...isShifted ? [SHIFTED_CLOCK] : []);
  let server = await start();
  // A new hub first records the current content of the topics; a change before that would not be one.
  const { logged } = server;
  await Promise.all(
    TOPIC_PATHS.map((path) => logged(({ message, topic }) => message === "websub topic" && topic === path)),
  );
  started.defer(() => server[Symbol.asyncDispose]());
  const subscriber = started.use(await startSubscriber());
  const { callback } = subscriber;
  let changes = 0;
  let sentinel: TestCallback | null = null;

  const send: HubUnderTest["send"] = (parameters, headers = {}) =>
    fetch(`${server.origin}/api/websub/hub`, { method: "POST", body: new URLSearchParams(parameters), headers });

  async function request(mode: string, { url, next }: TestCallback, parameters: Readonly<Record<string, string>>) {
    const verification = next("verification");
    const answer = await send({ ...requestOf(mode, url), ...parameters });
    assert.deepEqual([answer.status, await answer.text()], [202, ""]);
    return await verification;
  }

  let published = "";
  async function publish(text = "Good work."): Promise<string> {
    published = `${text} (${++changes})`;
    await publishText(store.kvPath, published);
    return published;
  }

  async function recorded(): Promise<void> {
    await withStore(store.kvPath, async (kv) => {
      const isBehind = async () => (await readHubFigures(kv, Date.now())).topics.some(({ backlog }) => backlog > 0);
      while (await isBehind());
    });
  }

  /** Resolves when none of the callbacks is to be asked for anything any more. */
  async function verified(callbacks: readonly TestCallback[]): Promise<void> {
    const hosts = new Set(callbacks.map(({ host }) => host));
    await withStore(store.kvPath, async (kv) => {
      const pending = () => Array.fromAsync(kv.list<PendingRequest>({ prefix: ["pending"] }));
      while ((await pending()).some(({ value }) => hosts.has(value.callback.host)));
    });
  }

  async function settle(...alive: readonly TestCallback[]): Promise<void> {
    if (sentinel === null) {
      // Limits of the others' domain are not its own.
      sentinel = callback("/sentinel", confirm, "localhost");
      await request("subscribe", sentinel, { "hub.lease_seconds": "864000" });
    }
    await verified([sentinel, ...alive]);
    for (let round = 0; round < 2; round++) {
      const published = await publish("For the sentinel.");
      await Promise.all([sentinel, ...alive].map(({ received }) => received(published)));
    }
  }

  async function passTime(seconds: number): Promise<void> {
    const since = Date.now() + seconds * 1000;
    await Deno.writeTextFile(clock, String(seconds * 1000));
    const isThere = () => Date.parse(String(server.log.at(-1)?.["time"])) >= since;
    // Each request is a line with the time.
    while (!isThere()) await (await fetch(`${server.origin}/healthz`)).body?.cancel();
  }

  const everything = started.move();
  return {
    kvPath: store.kvPath,
    subscriber,
    callback,
    send,
    publish,
    verified: (...callbacks) => verified(callbacks),
    recorded,
    publishAgain: () => publishText(store.kvPath, published),
    settle,
    get server() {
      return server;
    },
    subscribe: (callback, parameters = {}) => request("subscribe", callback, parameters),
    unsubscribe: (callback, parameters = {}) => request("unsubscribe", callback, parameters),
    topic: async (path) => {
      const answer = await fetch(server.origin + path, { headers: { "accept-encoding": "identity" } });
      return { body: await answer.bytes(), headers: answer.headers };
    },
    passTime,
    startAnother: start,
    restart: async (meanwhile) => {
      await server[Symbol.asyncDispose]();
      await meanwhile?.();
      server = await start();
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** The parameters of a request for `/reviews.json`. */
export function requestOf(mode: string, callback: string): Record<string, string> {
  return { "hub.mode": mode, "hub.callback": callback, "hub.topic": `${BASE_URL}/reviews.json` };
}
