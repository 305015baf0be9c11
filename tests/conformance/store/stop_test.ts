import assert from "node:assert/strict";
import { tempStore } from "../../support/service/temp_store.ts";
import { startServer } from "../../support/service/test_server.ts";
import { allowAccess, DENOKV, startDenokv, WITHOUT_DENOKV } from "../../support/store/denokv.ts";
import { POSTGRES, startPostgres, WITHOUT_POSTGRES } from "../../support/store/postgres_server.ts";

// Deno Deploy ends a process five seconds after the signal.
const MOST_MS = 5000;

async function assertStops(url: string, end: () => Promise<void>, signal: Deno.Signal): Promise<void> {
  await using server = await startServer(url);
  await server.logged(({ message }) => message === "hub started");
  await end();
  server.kill(signal);
  const since = performance.now();
  assert.equal(await server.exit, 0);
  const took = performance.now() - since;
  assert.ok(took < MOST_MS, `${took} ms`);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.test({
    name: `a service whose KV Connect store is gone ends within five seconds of a ${signal}${WITHOUT_DENOKV}`,
    ignore: DENOKV === null,
    fn: async () => {
      allowAccess();
      await using folder = await tempStore();
      await using denokv = await startDenokv(`${folder.folder}/store.sqlite`);
      await assertStops(denokv.url, () => denokv.kill("SIGKILL"), signal);
    },
  });

  Deno.test({
    name: `a service whose KV Connect store hangs ends within five seconds of a ${signal}${WITHOUT_DENOKV}`,
    ignore: DENOKV === null,
    fn: async () => {
      allowAccess();
      await using folder = await tempStore();
      await using denokv = await startDenokv(`${folder.folder}/store.sqlite`);
      await assertStops(denokv.url, () => denokv.kill("SIGSTOP"), signal);
    },
  });

  Deno.test({
    name: `a service whose PostgreSQL is gone ends within five seconds of a ${signal}${WITHOUT_POSTGRES}`,
    ignore: POSTGRES === null,
    fn: async () => {
      await using server = await startPostgres();
      await assertStops(server.url, server.kill, signal);
    },
  });
}
