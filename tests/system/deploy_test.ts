import assert from "node:assert/strict";
import { runProcess, tempStore } from "../support/service/run_cli.ts";
import { reviewOf } from "../support/reviews/review_of.ts";
import { startCronSocket } from "../support/service/cron_socket.ts";
import { DEPLOY_VARIABLES, IS_DENO_OF_DEPLOY, startOnDeploy } from "../support/service/deploy_server.ts";
import { BASE_URL, filledStore, requestOf, SUBSCRIBERS_HERE } from "../support/hub/hub_under_test.ts";
import { startServer, type TestServer, within } from "../support/service/test_server.ts";
import { ACCESS_TOKEN, DENOKV, startDenokv, WITHOUT_DENOKV } from "../support/store/denokv.ts";
import { startSubscriber } from "../support/subscriber/tls_subscriber.ts";

/** Sends a subscription request, which must be accepted. */
async function subscribe({ origin }: TestServer, callback: string): Promise<void> {
  const response = await fetch(`${origin}/api/websub/hub`, {
    method: "POST",
    body: new URLSearchParams({ ...requestOf("subscribe", callback), "hub.topic": `${BASE_URL}/feed.xml` }),
  });
  assert.equal(response.status, 202, await response.text());
}

/** Log lines above `info`, except the notice that nothing is imported. */
function troubles({ log }: TestServer) {
  return log.filter(({ level, message }) => level !== "info" && !/nothing is imported/.test(String(message)));
}

Deno.test({
  name: `the cron does what is due where no timer runs${WITHOUT_DENOKV}`,
  ignore: DENOKV === null,
  fn: async () => {
    await using denokv = await startDenokv();
    await using subscriber = startSubscriber();
    // Interval in milliseconds, instead of a minute.
    const often = { ...SUBSCRIBERS_HERE, DENO_CRON_TEST_SCHEDULE_OFFSET: "200" };
    await using server = await startOnDeploy(denokv.url, often, "tests/support/hosts/without_timers.ts");
    const callback = subscriber.callback("/");
    await subscribe(server, callback.url);
    await within("The verification", callback.next("verification"));
  },
});

Deno.test({
  name:
    `on Deno Deploy the service writes no file, and an import before a deployment reaches readers and subscribers${WITHOUT_DENOKV}`,
  ignore: DENOKV === null,
  fn: async () => {
    await using denokv = await startDenokv();
    await using subscriber = startSubscriber();
    await using server = await startOnDeploy(denokv.url, SUBSCRIBERS_HERE);
    assert.equal((await (await fetch(`${server.origin}/healthz`)).json()).status, "ok");
    assert.deepEqual((await (await fetch(`${server.origin}/reviews.json`)).json()).reviews, []);
    const callback = subscriber.callback("/");
    await subscribe(server, callback.url);
    await callback.next("verification");
    await using folder = await tempStore();
    const path = `${folder.folder}/reviews.json`;
    await Deno.writeTextFile(path, JSON.stringify([reviewOf({ text: "Imported before the deployment." })]));
    const { code, stderr } = await runProcess("import", ["--replace-all", "--yes", path], "", {
      ...DEPLOY_VARIABLES,
      DENO_DEPLOYMENT_ID: "",
      DENO_KV_DEFAULT_PATH: denokv.url,
      DENO_KV_ACCESS_TOKEN: ACCESS_TOKEN,
    });
    assert.equal(code, 0, stderr);
    await callback.received("Imported before the deployment.");
    const feed = await (await fetch(`${server.origin}/feed.xml`)).text();
    assert.match(feed, /Imported before the deployment\./);
    assert.match(feed, /"https:\/\/reviews\.example\/feed\.xml"/);
    server.kill("SIGINT");
    assert.equal(await server.exit, 0);
    assert.deepEqual(troubles(server), []);
  },
});

Deno.test(
  "a service without a cron, because the host refuses it or hangs up, says so and serves",
  { ignore: IS_DENO_OF_DEPLOY },
  async () => {
    await using folder = await filledStore();
    const hosts: [Record<string, string>, string | undefined, RegExp][] = [
      [{}, "tests/support/hosts/late_cron.ts", /The server has started/],
      [{ DENO_UNSTABLE_CRON_SOCK: "tcp:127.0.0.1:1" }, undefined, /./],
    ];
    for (const [variables, preload, expected] of hosts) {
      await using server = await startServer(folder.kvPath, variables, preload);
      await server.logged(({ message, reason }) =>
        /^no cron here/.test(String(message)) && expected.test(String(reason))
      );
      assert.equal((await (await fetch(`${server.origin}/healthz`)).json()).status, "ok");
    }
  },
);

Deno.test(
  "the cron is registered before the host refuses more, and answers when everything due is done",
  { ignore: IS_DENO_OF_DEPLOY },
  async () => {
    await using folder = await filledStore();
    await using socket = startCronSocket();
    const variables = { DENO_UNSTABLE_CRON_SOCK: socket.address, DELIVERY_DRIVER: "sweep" };
    // A message over the socket may come before the registration, as the program connects before it runs.
    const refusing = "tests/support/hosts/cron_before_server.ts";
    await using server = await startServer(folder.kvPath, variables, refusing);
    await within("The cron", socket.runCron());
    assert.deepEqual(troubles(server), []);
  },
);
