import assert from "node:assert/strict";
import { startCronSocket } from "../../support/service/cron_socket.ts";
import { denoCommand, runProcess } from "../../support/service/run_cli.ts";
import { servingProcess, type TestServer, within } from "../../support/service/test_server.ts";
import { ACCESS_TOKEN } from "../../support/store/denokv.ts";
import { REMOTE_STORES } from "../../support/store/remote_stores.ts";
import { assertToldRarely } from "../../support/store/losing_store.ts";

/** The service as started by the launcher, and its output apart from the log. */
async function startService(
  url: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<readonly [TestServer, Promise<string>]> {
  const process = denoCommand(["run", "-q", "-A", "main.ts"], {
    ...{ PORT: "0", HOST: "127.0.0.1", KV_PATH: url, LOG_FORMAT: "json", DENO_KV_ACCESS_TOKEN: ACCESS_TOKEN },
    DENO_LOG: "error,denokv_remote=off,ext:runtime=off",
    ...environment,
  }).spawn();
  const printed = new Response(process.stderr).text();
  return [await within("The start", servingProcess(process)), printed];
}

for (const { name, ignore, why, start } of REMOTE_STORES) {
  Deno.test({
    name: `a service whose ${name} is away at the start says so in each answer, and goes on when it comes${why}`,
    ignore,
    fn: async () => {
      await using store = await start();
      await store.kill();
      const command = await runProcess("export", [], store.url);
      assert.equal(command.code, 1);
      assert.match(command.stderr, /^Cannot use the store [^\n]*\n$/);

      await using socket = startCronSocket();
      const variables = { DENO_UNSTABLE_CRON_SOCK: socket.address, BASE_URL: "https://reviews.example" };
      const [service, printed] = await startService(store.url, variables);
      await using server = service;
      for (const path of ["/healthz", "/readyz", "/reviews.json", "/feed.xml", "/api/reviews/search?query=a", "/"]) {
        const response = await fetch(`${server.origin}${path}`);
        assert.equal(response.status, 503, path);
        assert.match(response.headers.get("retry-after") ?? "", /^\d+$/, path);
        assert.match(await response.text(), /The store does not answer/, path);
      }
      assertToldRarely(server.log);

      await store.restart();
      await within("The dataset", server.logged(({ message }) => message === "dataset loaded"));
      await within("The warning", server.logged(({ message }) => /nothing is imported/.test(String(message))));
      await within("The hub", server.logged(({ message }) => message === "hub started"));
      for (const path of ["/healthz", "/reviews.json", "/"]) {
        const response = await fetch(`${server.origin}${path}`);
        await response.body?.cancel();
        assert.equal(response.status, 200, path);
      }
      await store.kill();
      await within("The cron", socket.runCron());
      server.kill("SIGTERM");
      assert.equal(await server.exit, 0);
      assert.equal(await printed, "");
    },
  });

  Deno.test({
    name: `a service whose ${name} stays away stops at a signal${why}`,
    ignore,
    fn: async () => {
      await using store = await start();
      await store.kill();
      const [service, printed] = await startService(store.url);
      await using server = service;
      server.kill("SIGTERM");
      assert.equal(await server.exit, 0);
      assert.equal(await printed, "");
    },
  });
}
