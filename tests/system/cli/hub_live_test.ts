import assert from "node:assert/strict";
import { readTopic } from "../../../websub/store/topic_store.ts";
import { seedHub, subscriptionOf } from "../../support/hub/hub_seed.ts";
import { filledStore, SUBSCRIBERS_HERE } from "../../support/hub/hub_under_test.ts";
import { runCli } from "../../support/service/run_cli.ts";
import { startServer } from "../../support/service/test_server.ts";
import { textOf } from "../../support/subscriber/recorded_request.ts";
import { startSubscriber } from "../../support/subscriber/tls_subscriber.ts";
import { retryLocked } from "../../../domain/store/watched_store.ts";

const PATH = "/reviews.json";

Deno.test("hub replay and hub remove reach a running server: the subscriber receives the topic, and then the denial", async () => {
  await using store = await filledStore();
  await using server = await startServer(store.kvPath, { ...SUBSCRIBERS_HERE, WEBSUB_DEBOUNCE_SECONDS: "0" });
  await server.logged(({ message, topic }) => message === "websub topic" && topic === PATH);
  await using subscriber = startSubscriber();
  const { url, host, origin, next } = subscriber.callback("/callback");
  {
    using kv = await Deno.openKv(store.kvPath);
    const deliveredVersion = (await readTopic(kv, PATH)).value?.version ?? 0;
    const callback = { text: url, host, domain: host, origin, target: "/callback" };
    const subscriptions = { abcd: subscriptionOf({ callback, deliveredVersion }) };
    await retryLocked(() => seedHub(kv, { subscriptions }));
  }
  const published = await (await fetch(server.origin + PATH)).text();

  const replay = await runCli("hub", ["replay", "abcd"], store.kvPath);
  assert.deepEqual([replay.code, replay.stderr], [0, ""]);
  assert.equal(textOf(await next("distribution")), published);

  const remove = await runCli("hub", ["remove", "abcd", "--yes", "--reason", "Moved away"], store.kvPath);
  assert.deepEqual([remove.code, remove.stderr], [0, ""]);
  const { query } = await next("denial");
  assert.deepEqual([query.get("hub.topic"), query.get("hub.reason")], [subscriptionOf().topic, "Moved away"]);
});
