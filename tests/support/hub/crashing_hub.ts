import { tempStore } from "../service/temp_store.ts";
import { startServer, type TestServer } from "../service/test_server.ts";
import { publishText } from "./publish_text.ts";
import { startSubscriber, type TestCallback, type TlsSubscriber } from "../subscriber/tls_subscriber.ts";

/** A service that can be killed and restarted on the same store, and a subscriber that stays up. */
export interface CrashingHub extends AsyncDisposable {
  readonly subscriber: TlsSubscriber;
  /** Starts the service, after stopping a running one gracefully. For `killAt` see `kill_at_commit.ts`. */
  readonly start: (killAt?: string, killAfter?: number) => Promise<void>;
  /** Resolves when the service has ended. */
  readonly died: () => Promise<void>;
  /** Sends SIGKILL to the service. */
  readonly kill: () => void;
  /** Sends a request to the hub; resolves to the status, or null if the service died meanwhile. */
  readonly send: (
    mode: string,
    callback: TestCallback,
    more?: Readonly<Record<string, string>>,
  ) => Promise<number | null>;
  /** Publishes a review with this text, which must not have been published before. */
  readonly publish: (text: string) => Promise<void>;
}

const SITE = "https://reviews.example";

/** Creates the store and the subscriber without starting the service. */
export async function crashingHub(driver: string): Promise<CrashingHub> {
  await using started = new AsyncDisposableStack();
  const store = started.use(await tempStore());
  // The sample would have to be analysed first.
  await publishText(store.kvPath, "Before the first change.");
  const subscriber = started.use(await startSubscriber());
  let server: TestServer | null = null;
  started.defer(async () => await server?.[Symbol.asyncDispose]());
  const environment = {
    BASE_URL: SITE,
    DELIVERY_DRIVER: driver,
    WEBSUB_CA_FILE: "tests/fixtures/tls/ca.pem",
    WEBSUB_ALLOW_CIDRS: "127.0.0.0/8",
    WEBSUB_DEBOUNCE_SECONDS: "0",
    WEBSUB_RETRY_SECONDS: "0,0",
    // On a slow machine 300 simultaneous TLS handshakes take long, and three timeouts end a subscription.
    WEBSUB_ATTEMPT_TIMEOUT_SECONDS: "10",
    WEBSUB_MIN_LEASE_SECONDS: "1",
    WEBSUB_REQUESTS_PER_MINUTE: "0",
    WEBSUB_PENDING: "0",
    WEBSUB_PENDING_PER_HOST: "0",
    WEBSUB_SUBSCRIPTIONS_PER_HOST: "0",
    WEBSUB_CALLS_PER_DESTINATION: "0,0",
  };
  const everything = started.move();
  return {
    subscriber,
    start: async (killAt = "", killAfter = 0) => {
      await end(server);
      const kill = { KILL_AT: killAt, KILL_AFTER: String(killAfter) };
      const starting = startServer(store.kvPath, { ...environment, ...kill }, "tests/support/hub/kill_at_commit.ts");
      server = await starting;
      const { logged, exit } = server;
      const isStarted = (line: Readonly<Record<string, unknown>>) => line["message"] === "hub started";
      await Promise.race([logged(isStarted), exit]);
    },
    died: async () => void await server?.exit,
    kill: () => server?.kill("SIGKILL"),
    send: async (mode, { url }, more = {}) => {
      const body = new URLSearchParams({
        "hub.mode": mode,
        "hub.callback": url,
        "hub.topic": `${SITE}/reviews.json`,
        ...more,
      });
      const answer = await fetch(`${server?.origin}/api/websub/hub`, { method: "POST", body }).catch(() => null);
      await answer?.body?.cancel();
      return answer?.status ?? null;
    },
    publish: (text) => publishText(store.kvPath, text),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** Stops the service gracefully: the crash under test comes later. */
async function end(server: TestServer | null): Promise<void> {
  if (server === null) return;
  try {
    server.kill("SIGTERM");
  } catch (error) {
    // It has died already.
    if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
  }
  await server.exit;
}
