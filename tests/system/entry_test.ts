import assert from "node:assert/strict";
import { LARGE, publishLargeDataset } from "../support/reviews/large_dataset.ts";
import { filledStore } from "../support/hub/hub_under_test.ts";
import { startCronSocket } from "../support/service/cron_socket.ts";
import { IS_DENO_OF_DEPLOY } from "../support/service/deploy_server.ts";
import { denoCommand, tempStore } from "../support/service/run_cli.ts";
import { servingProcess, type TestServer, within } from "../support/service/test_server.ts";

/** The ways to run the service: arguments of `deno`. */
const WAYS = {
  "deno run": ["run", "-A", "main.ts"],
  "deno serve": ["serve", "-A", "--host", "127.0.0.1", "--port", "0", "main.ts"],
  "a program that imports it": ["run", "-A", "tests/support/hosts/other_entry.ts"],
} as const;

/** Addresses on which the service can listen. 192.0.2.1 belongs to no machine (RFC 5737), so listening there fails. */
const HOSTS = {
  "deno run": "127.0.0.1",
  "deno serve": "192.0.2.1",
  "a program that imports it": "192.0.2.1",
} as const;

function command(
  way: keyof typeof WAYS,
  environment: Readonly<Record<string, string>>,
  stderr: "inherit" | "piped" = "inherit",
): Deno.Command {
  const settings = { PORT: "0", HOST: HOSTS[way], LOG_FORMAT: "json", DENO_LOG: "error,ext:runtime=off" };
  return denoCommand(WAYS[way], { ...settings, ...environment }, { stderr });
}

async function startBy(
  way: keyof typeof WAYS,
  environment: Readonly<Record<string, string>>,
): Promise<TestServer> {
  return await servingProcess(command(way, environment).spawn());
}

for (const way of Object.keys(WAYS) as (keyof typeof WAYS)[]) {
  Deno.test(`${way} registers the cron, serves from the first request on, and ends with 0 on a signal`, async () => {
    await using store = await filledStore();
    await using socket = startCronSocket();
    await using server = await startBy(way, {
      KV_PATH: store.kvPath,
      DENO_UNSTABLE_CRON_SOCK: socket.address,
      DELIVERY_DRIVER: "sweep",
    });
    const paths = ["healthz", "reviews.json", "feed.xml"];
    const responses = await Promise.all(paths.map((path) => fetch(`${server.origin}/${path}`)));
    assert.deepEqual(responses.map(({ status }) => status), [200, 200, 200]);
    await Promise.all(responses.map((response) => response.body?.cancel()));
    if (!IS_DENO_OF_DEPLOY) await within("The cron", socket.runCron());
    await server.logged(({ message }) => message === "hub started");
    server.kill("SIGTERM");
    assert.equal(await within("The end", server.exit), 0);
    assert.equal(server.log.at(-1)?.["message"], "stopped");
    assert.deepEqual(server.log.filter(({ level }) => level === "warn" || level === "error"), []);
  });

  Deno.test(`${way} ends with 1 and one line for the operator if the service cannot start`, async () => {
    const failing = command(way, { KV_PATH: ":memory:", LOG_LEVEL: "loud" }, "piped").spawn();
    const stderr = new Response(failing.stderr).text();
    const lines = failing.stdout.pipeThrough(new TextDecoderStream()).getReader();
    // Only a program that imports the service prints its port.
    const { value } = await lines.read();
    if (value !== undefined) await fetch(`http://127.0.0.1:${JSON.parse(value).port}/`).catch(() => {});
    await lines.cancel();
    assert.equal((await failing.status).code, 1);
    assert.match(await stderr, /^LOG_LEVEL is "loud"; allowed is one of debug, info, warn, error\.\n$/);
  });
}

Deno.test("deno run and deno serve finish running requests on SIGTERM, and accept no more", async () => {
  await using store = await tempStore();
  await publishLargeDataset(store.kvPath);
  for (const way of ["deno run", "deno serve"] as const) {
    await using server = await startBy(way, { KV_PATH: store.kvPath });
    const { body } = await fetch(`${server.origin}/reviews.json`, { headers: { "accept-encoding": "identity" } });
    assert.ok(body !== null);
    const reader = body.getReader();
    let length = (await reader.read()).value?.length ?? 0;
    server.kill("SIGTERM");
    await server.logged(({ message }) => message === "stopping");
    // On the Deno of Deno Deploy the listener of Deno stays open until the end.
    if (!IS_DENO_OF_DEPLOY) await assert.rejects(fetch(`${server.origin}/healthz`), TypeError, way);
    for (let read; !(read = await reader.read()).done;) length += read.value.length;
    assert.ok(length > LARGE, `${length} bytes`);
    assert.equal(await server.exit, 0);
  }
});
