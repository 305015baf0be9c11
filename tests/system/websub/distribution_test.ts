import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { gunzipSync } from "node:zlib";
import { TOPIC_PATHS } from "../../../domain/site.ts";
import {
  always,
  type Answers,
  byKind,
  challengeOf,
  confirm,
  inTurn,
} from "../../support/subscriber/callback_answers.ts";
import { BASE_URL, publishText, requestOf, startHub } from "../../support/hub/hub_under_test.ts";
import { headerOf, signatureOf, textOf } from "../../support/subscriber/recorded_request.ts";

/** The beginning of each topic's content. */
const STARTS = { "/reviews.json": '{"business"', "/api/feed.json": '{"version"', "/feed.xml": "<?xml" };

Deno.test("WebSub 5.3, 7: each topic is verified and sent once to the callback as it was given, in the bytes of GET", async () => {
  await using hub = await startHub();
  const refused = hub.callback();
  const refusal = await hub.send({ ...requestOf("publish", refused.url), "hub.secret": "s".repeat(200) });
  assert.deepEqual([refusal.status, refusal.headers.get("content-type")], [400, "text/plain; charset=utf-8"]);
  assert.match(await refusal.text(), /^hub\.mode: .*\nhub\.secret: .*\n$/);

  const target = "/a%2Fb/../%7Euser/it's?hub.mode=denied&q=%2F+%20%26";
  const subscribed = TOPIC_PATHS.map((path) => [path, hub.callback(target)] as const);
  for (const [path, callback] of subscribed) {
    const asked = await hub.subscribe(callback, { "hub.topic": BASE_URL + path, "hub.lease_seconds": "3600" });
    assert.deepEqual([asked.method, asked.body.length], ["GET", 0]);
    assert.ok(asked.target.startsWith(`${target}&hub.mode=subscribe&hub.topic=https%3A%2F%2F`), asked.target);
    assert.match(asked.target, /&hub\.challenge=[^&]{16,}&hub\.lease_seconds=3600$/);
  }
  const published = await hub.publish(`Grüße, \u0000-free & <escaped> "quoted". ${"Ü😀界".repeat(24_000)}`);
  for (const [path, callback] of subscribed) {
    const request = await callback.next("distribution");
    const { body, headers } = await hub.topic(path);
    assert.deepEqual([request.method, request.target], ["POST", target]);
    assert.ok(body.length > 200_000);
    assert.deepEqual(new Uint8Array(request.body), body);
    const links = `<${BASE_URL}/api/websub/hub>; rel="hub", <${BASE_URL}${path}>; rel="self"`;
    assert.equal(headerOf(request, "link"), links);
    assert.ok(headers.get("etag"));
    for (const name of ["link", "content-type", "etag", "last-modified"]) {
      assert.equal(headerOf(request, name), headers.get(name), name);
    }
    assert.deepEqual([headerOf(request, "host"), headerOf(request, "content-length")], [
      new URL(callback.url).host,
      String(body.length),
    ]);
    assert.match(headerOf(request, "user-agent") ?? "", /review/i);
    const others = ["content-encoding", "x-hub-signature", "webhook-signature", "authorization", "cookie", "referer"];
    for (const name of others) assert.equal(headerOf(request, name), null, name);
  }
  await publishText(hub.kvPath, published);
  await hub.settle(...subscribed.map(([, callback]) => callback));
  for (const [path, callback] of subscribed) {
    const bodies = callback.requests("distribution").map(textOf);
    assert.deepEqual([bodies.length, new Set(bodies).size], [3, 3]);
    for (const body of bodies) assert.ok(body.startsWith(STARTS[path]), body.slice(0, 100));
  }
  assert.deepEqual(refused.requests(), []);
});

Deno.test("WebSub 7.1: a delivery in the coding that the callback offered verifies by both signatures, in each attempt", async () => {
  await using hub = await startHub();
  const offering: Answers = (request) => ({
    status: 200,
    body: challengeOf(request),
    headers: { "accept-encoding": "gzip" },
  });
  const distribution = inTurn(always({ status: 500 }), confirm);
  const callback = hub.callback("/", byKind({ verification: offering, distribution }));
  await hub.subscribe(callback, { "hub.secret": "a secret" });
  await hub.publish("Grüße 👩‍🔧. ".repeat(1000));
  const requests = [await callback.next("distribution"), await callback.next("distribution")];
  const { body } = await hub.topic("/reviews.json");
  const coded = await fetch(`${hub.server.origin}/reviews.json`, { headers: { "accept-encoding": "gzip" } });
  await coded.body?.cancel();
  for (const request of requests) {
    assert.equal(headerOf(request, "content-encoding"), "gzip");
    assert.equal(headerOf(request, "etag"), coded.headers.get("etag"));
    assert.ok(request.body.length < body.length / 5 && gunzipSync(request.body).equals(body));
    assert.equal(headerOf(request, "x-hub-signature"), await signatureOf("a secret", request.body));
    new Webhook(btoa("a secret")).verify(new TextDecoder().decode(body), Object.fromEntries(request.headers));
    assert.ok(Math.abs(Number(headerOf(request, "webhook-timestamp")) * 1000 - request.at) < 150_000);
  }
  const [first, second] = requests.map((request) => headerOf(request, "webhook-id"));
  assert.equal(first, second);
});
