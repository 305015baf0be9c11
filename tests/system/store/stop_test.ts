import assert from "node:assert/strict";
import { tempStore } from "../../support/service/run_cli.ts";
import { startServer } from "../../support/service/test_server.ts";
import { allowAccess, DENOKV, startDenokv, WITHOUT_DENOKV } from "../../support/store/denokv.ts";
import { POSTGRES, startPostgres, WITHOUT_POSTGRES } from "../../support/store/postgres_server.ts";

// Deno Deploy ends a process five seconds after the signal.
const MOST_MS = 5000;
// The wait takes nearly all of that, so a stall of a busy machine can exceed it: up to five tries.
const TRIES = 5;

/** A store that the test can make unresponsive. */
interface Stage extends AsyncDisposable {
  readonly url: string;
  readonly silence: () => Promise<void>;
}

/** Milliseconds from the signal to the end of a service whose store does not respond. */
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

/** A service that waits too long does so each time; one that a busy machine has stalled does not. */
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
    // In parallel: each test spends its time waiting for a store that does not answer.
    fn: async () =>
      void await Promise.all((["SIGINT", "SIGTERM"] as const).map((signal) => assertStops(start, signal))),
  });
}
