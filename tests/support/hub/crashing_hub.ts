import assert from "node:assert/strict";
import { reviewOf } from "../reviews/review_of.ts";
import { runCli } from "../service/run_cli.ts";
import { tempStore } from "../service/temp_store.ts";
import { startServer, type TestServer } from "../service/test_server.ts";
import { startSubscriber, type TestCallback, type TlsSubscriber } from "../subscriber/tls_subscriber.ts";

/** A service that is killed and started again on the same store, beside a subscriber that stays. */
export interface CrashingHub extends AsyncDisposable {
  readonly subscriber: TlsSubscriber;
  /** Starts the service; when it runs, it is stopped in good order first. `killAt` is what `kill_at_commit.ts` reads. */
  readonly start: (killAt?: string, killAfter?: number) => Promise<void>;
  /** Resolves when the service has ended by itself. */
  readonly died: () => Promise<void>;
  /** Kills the service at once. */
  readonly kill: () => void;
  /** Sends a request; resolves to the status, or null when the service died over it. */
  readonly send: (
    mode: string,
    callback: TestCallback,
    more?: Readonly<Record<string, string>>,
  ) => Promise<number | null>;
  /** Publishes a text that nothing published before contains. */
  readonly publish: (text: string) => Promise<void>;
}

const SITE = "https://reviews.example";

/** Makes the service's store and the subscriber; the service itself is not started yet. */
export async function crashingHub(driver: string): Promise<CrashingHub> {
  await using started = new AsyncDisposableStack();
  const store = started.use(await tempStore());
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
    // Three hundred handshakes at once take their time on a slow machine, and three late ones end a subscription.
    WEBSUB_ATTEMPT_TIMEOUT_SECONDS: "5",
    WEBSUB_MIN_LEASE_SECONDS: "1",
    WEBSUB_REQUESTS_PER_MINUTE: "0",
    WEBSUB_PENDING: "0",
    WEBSUB_PENDING_PER_HOST: "0",
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
    publish: async (text) => {
      await Deno.writeTextFile(`${store.folder}/change.json`, JSON.stringify([reviewOf({ text })]));
      const { code, stderr } = await runCli("import", ["--replace", `${store.folder}/change.json`], store.kvPath);
      assert.equal(code, 0, stderr);
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** Lets a process record what it has done: the crash that a test is about comes later. */
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
