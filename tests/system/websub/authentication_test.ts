import assert from "node:assert/strict";
import { byKind, confirm, heldBack, inTurn } from "../../support/subscriber/callback_answers.ts";
import { claims, requestOf, startHub } from "../../support/hub/hub_under_test.ts";
import { headerOf, signatureOf } from "../../support/subscriber/recorded_request.ts";

Deno.test("WebSub 7.1: authenticated content distribution", async (t) => {
  await using hub = await startHub();
  const claim = claims(t);

  await claim("WebSub 7.1: with a secret the body is signed with HMAC-SHA-256, and by that secret alone", async () => {
    const callback = hub.callback();
    await hub.subscribe(callback, { "hub.secret": "a secret of the test" });
    await hub.publish("Grüße 👩‍🔧");
    const { body, ...request } = await callback.next("distribution");
    const signature = headerOf({ ...request, body }, "x-hub-signature");
    assert.match(signature ?? "", /^sha256=[0-9a-f]{64}$/);
    assert.equal(signature, await signatureOf("a secret of the test", body));
    assert.notEqual(signature, await signatureOf("a secret of the tesT", body));
    assert.deepEqual(new Uint8Array(body), (await hub.topic("/reviews.json")).body);
  });

  const secrets = ["s".repeat(199), "é".repeat(99) + "s", "😀".repeat(49) + "abc", "a+b %26&=c\u0001", "s"];
  const callbacks = secrets.map((secret) => [secret, hub.callback()] as const);
  for (const [secret, callback] of callbacks) await hub.subscribe(callback, { "hub.secret": secret });
  await hub.publish();
  for (const [secret, { next }] of callbacks) {
    const request = await next("distribution");
    const shown = `${secret.slice(0, 4)} of ${new TextEncoder().encode(secret).length} bytes`;
    await claim(`WebSub 5.1: the secret that begins with ${JSON.stringify(shown)} signs byte for byte`, async () => {
      assert.equal(headerOf(request, "x-hub-signature"), await signatureOf(secret, request.body));
    });
  }

  await claim(
    "WebSub 5.1: a second request with another secret changes it, once verified, and sends one copy",
    async () => {
      const { answers, release } = heldBack(confirm);
      const callback = hub.callback("/", byKind({ verification: inTurn(confirm, answers) }));
      await hub.subscribe(callback, { "hub.secret": "old" });
      await hub.settle(callback);
      const { query } = await hub.subscribe(callback, { "hub.secret": "new" });
      assert.equal(query.get("hub.mode"), "subscribe");
      const before = await callback.received(await hub.publish("Before it is verified."));
      assert.equal(headerOf(before, "x-hub-signature"), await signatureOf("old", before.body));
      release();
      await hub.settle(callback);
      const after = await callback.received(await hub.publish("After it is verified."));
      assert.equal(headerOf(after, "x-hub-signature"), await signatureOf("new", after.body));
      await hub.settle(callback);
      const bodies = callback.requests("distribution").map(({ body }) => body.toHex());
      assert.deepEqual([bodies.length, new Set(bodies).size], [8, 8]);
    },
  );

  const renewal = hub.callback();
  await hub.subscribe(renewal, { "hub.secret": "old" });
  await hub.settle(renewal);

  await claim("WebSub 8.1: a second request without a secret is refused, and the signatures go on", async () => {
    const answer = await hub.send(requestOf("subscribe", renewal.url));
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), /^hub\.secret: [^\n]*unsubscribe[^\n]*\n$/);
    await hub.settle(renewal);
    assert.equal(renewal.requests("verification").length, 1);
    const last = renewal.requests("distribution").at(-1);
    assert.ok(last !== undefined);
    assert.equal(headerOf(last, "x-hub-signature"), await signatureOf("old", last.body));
  });

  await claim("WebSub 5.1: who has unsubscribed may subscribe without a secret, and has no signatures", async () => {
    await hub.unsubscribe(renewal);
    // Confirmed, but perhaps not committed yet: until then the same request is refused.
    while (await (await hub.send(requestOf("subscribe", renewal.url))).text() !== "");
    await renewal.next("verification");
    await hub.settle(renewal);
    const last = renewal.requests("distribution").at(-1);
    assert.ok(last !== undefined);
    assert.equal(headerOf(last, "x-hub-signature"), null);
  });

  await claim("WebSub 5.1: a second request with a first secret begins the signatures", async () => {
    const callback = hub.callback();
    await hub.subscribe(callback);
    await hub.settle(callback);
    await hub.subscribe(callback, { "hub.secret": "first" });
    await hub.settle(callback);
    const last = callback.requests("distribution").at(-1);
    assert.ok(last !== undefined);
    assert.equal(headerOf(last, "x-hub-signature"), await signatureOf("first", last.body));
  });
});
