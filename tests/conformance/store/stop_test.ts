import assert from "node:assert/strict";
import { tempStore } from "../../support/service/run_cli.ts";
import { startServer } from "../../support/service/test_server.ts";
import { allowAccess, DENOKV, startDenokv, WITHOUT_DENOKV } from "../../support/store/denokv.ts";
import { POSTGRES, startPostgres, WITHOUT_POSTGRES } from "../../support/store/postgres_server.ts";

// Deno Deploy ends a process five seconds after the signal.
const MOST_MS = 5000;
// Nearly all of it is waited; what is left for the rest is less than a busy machine may hold a process up.
const TRIES = 5;

/** A store that can be made to fall silent. */
interface Stage extends AsyncDisposable {
  readonly url: string;
  readonly silence: () => Promise<void>;
}

/** How long a service takes to end after a signal, when its store is silent; milliseconds. */
async function stopTime(startStore: () => Promise<Stage>, signal: Deno.Signal): Promise<number> {
  await using store = await startStore();
  await using server = await startServer(store.url);
  await server.logged(({ message }) => message === "hub started");
  await store.silence();
  server.kill(signal);
  const since = performance.now();
  assert.equal(await server.exit, 0);
  return performance.now() - since;
}

/** A service that waits too long does so each time; one that a busy machine has held up does not. */
async function assertStops(startStore: () => Promise<Stage>, signal: Deno.Signal): Promise<void> {
  const times: number[] = [];
  while (times.length < TRIES) {
    const time = await stopTime(startStore, signal);
    if (time < MOST_MS) return;
    times.push(Math.round(time));
  }
  assert.fail(`${signal}: ${times.join(", ")} ms`);
}

async function denokvThat(signal: "SIGKILL" | "SIGSTOP"): Promise<Stage> {
  allowAccess();
  await using started = new AsyncDisposableStack();
  const folder = started.use(await tempStore());
  const denokv = started.use(await startDenokv(`${folder.folder}/store.sqlite`));
  const everything = started.move();
  return {
    url: denokv.url,
    silence: () => denokv.kill(signal),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

async function postgresThatIsGone(): Promise<Stage> {
  const server = await startPostgres();
  return { url: server.url, silence: server.kill, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const STORES: readonly (readonly [what: string, ignore: boolean, start: () => Promise<Stage>])[] = [
  [
    `KV Connect store is gone ends within five seconds of a signal${WITHOUT_DENOKV}`,
    DENOKV === null,
    () => denokvThat("SIGKILL"),
  ],
  [
    `KV Connect store hangs ends within five seconds of a signal${WITHOUT_DENOKV}`,
    DENOKV === null,
    () => denokvThat("SIGSTOP"),
  ],
  [`PostgreSQL is gone ends within five seconds of a signal${WITHOUT_POSTGRES}`, POSTGRES === null, postgresThatIsGone],
];

for (const [what, ignore, start] of STORES) {
  Deno.test({
    name: `a service whose ${what}`,
    ignore,
    // Side by side: all of the time is spent waiting for a store that does not answer.
    fn: async () =>
      void await Promise.all((["SIGINT", "SIGTERM"] as const).map((signal) => assertStops(start, signal))),
  });
}
