import assert from "node:assert/strict";
import { idOf, seedHub, subscriptionOf } from "../../support/hub/hub_seed.ts";
import { publishText } from "../../support/hub/hub_under_test.ts";
import { headerOf, signatureOf } from "../../support/subscriber/recorded_request.ts";
import { tempStore } from "../../support/service/run_cli.ts";
import { startServer } from "../../support/service/test_server.ts";
import { startSubscriber } from "../../support/subscriber/tls_subscriber.ts";

// Number of deliveries signed ahead, because few places are free at once.
const MANY = 64;
const ENVIRONMENT = {
  WEBSUB_CA_FILE: "tests/fixtures/tls/ca.pem",
  WEBSUB_ALLOW_CIDRS: "127.0.0.0/8",
  WEBSUB_DEBOUNCE_SECONDS: "0",
  WEBSUB_ATTEMPT_TIMEOUT_SECONDS: "30",
  WEBSUB_CONCURRENCY: "8",
  WEBSUB_CONCURRENCY_PER_HOST: "8",
};

Deno.test("where the host refuses workers, every one of many subscribers gets a change with its own signature", async () => {
  await using store = await tempStore();
  await using subscriber = await startSubscriber();
  const { origin, host, next } = subscriber.callback();
  await publishText(store.kvPath, "Before the change.");
  {
    using kv = await Deno.openKv(store.kvPath);
    const subscriptions = Array.from({ length: MANY }, (_, at) => {
      const target = `/${at}`;
      const callback = { text: origin + target, host, domain: host, origin, target };
      // All in one shard, so that they form one page.
      const id = idOf(`0${at.toString(16).padStart(4, "0")}`);
      return [id, subscriptionOf({ callback, secret: `secret ${at}`, deliveredVersion: 1 })] as const;
    });
    await seedHub(kv, { subscriptions: Object.fromEntries(subscriptions) });
  }
  await using server = await startServer(store.kvPath, ENVIRONMENT, "tests/support/hosts/without_workers.ts");
  await server.logged(({ message, topic }) => message === "websub topic" && topic === "/reviews.json");
  await publishText(store.kvPath, "After the change.");
  const targets = new Set<string>();
  for (let delivery = 0; delivery < MANY; delivery++) {
    const { target, body, headers, ...request } = await next("distribution");
    targets.add(target);
    const signature = headerOf({ ...request, target, body, headers }, "x-hub-signature");
    assert.equal(signature, await signatureOf(`secret ${target.slice(1)}`, body));
  }
  assert.equal(targets.size, MANY);
  await server.logged(({ message }) => message === "a worker was refused");
});
