import assert from "node:assert/strict";
import { startServer } from "../../support/service/test_server.ts";
import { DENOKV, startDenokv, WITHOUT_DENOKV } from "../../support/store/denokv.ts";
import { REMOTE_STORES } from "../../support/store/remote_stores.ts";

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

const STOPS = [
  ...REMOTE_STORES.map(({ name, start, ...needs }) => ({
    ...needs,
    what: `${name} is gone`,
    startStore: async (): Promise<Stage> => {
      const store = await start();
      return { ...store, silence: store.kill };
    },
  })),
  {
    what: "KV Connect store hangs",
    ignore: DENOKV === null,
    why: WITHOUT_DENOKV,
    startStore: async (): Promise<Stage> => {
      const store = await startDenokv();
      return { ...store, silence: () => store.kill("SIGSTOP") };
    },
  },
];

for (const { what, ignore, why, startStore } of STOPS) {
  Deno.test({
    name: `a service whose ${what} ends within five seconds of a signal${why}`,
    ignore,
    // In parallel: each test spends its time waiting for a store that does not answer.
    fn: async () =>
      void await Promise.all((["SIGINT", "SIGTERM"] as const).map((signal) => assertStops(startStore, signal))),
  });
}
