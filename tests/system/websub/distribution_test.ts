import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { TOPIC_PATHS } from "../../../domain/site.ts";
import { Webhook } from "standardwebhooks";
import {
  always,
  type Answers,
  byKind,
  challengeOf,
  confirm,
  confirmWith,
  heldBack,
  inTurn,
} from "../../support/subscriber/callback_answers.ts";
import { DECODERS } from "../../support/api/content_codings.ts";
import { BASE_URL, claims, startHub } from "../../support/hub/hub_under_test.ts";
import { headerOf, linksOf, signatureOf, textOf } from "../../support/subscriber/recorded_request.ts";

Deno.test("WebSub 7: content distribution", async (t) => {
  await using hub = await startHub();
  const claim = claims(t);

  const subscribed = TOPIC_PATHS.map((path) => [path, hub.callback(`/callback?of=${path}`)] as const);
  for (const [path, callback] of subscribed) await hub.subscribe(callback, { "hub.topic": BASE_URL + path });
  await hub.publish('Grüße, 你好, 👩‍🔧, \u0000-free & <escaped> "quoted".');
  for (const [path, callback] of subscribed) {
    const request = await callback.next("distribution");
    const { body, headers } = await hub.topic(path);

    await claim(`WebSub 7: ${path} is sent with POST to the callback itself`, () => {
      assert.deepEqual([request.method, request.target], ["POST", `/callback?of=${path}`]);
      assert.equal(headerOf(request, "host"), new URL(callback.url).host);
    });

    await claim(`WebSub 7: what is sent of ${path} is byte for byte what GET returns, with its Content-Type`, () => {
      assert.ok(body.length > 0);
      assert.deepEqual(new Uint8Array(request.body), body);
      assert.equal(headerOf(request, "content-type"), headers.get("content-type"));
      assert.equal(headerOf(request, "content-length"), String(body.length));
      assert.equal(headerOf(request, "content-encoding"), null);
    });

    await claim(`WebSub 7: what is sent of ${path} names the hub and the topic in one Link, as GET does`, () => {
      const link = headerOf(request, "link");
      assert.deepEqual(linksOf(link), [
        { rel: "hub", url: `${BASE_URL}/api/websub/hub` },
        { rel: "self", url: BASE_URL + path },
      ]);
      assert.equal(link, headers.get("link"));
    });

    await claim(`RFC 9110 8.8: what is sent of ${path} has the validators of GET`, () => {
      assert.ok(headers.get("etag"));
      for (const name of ["etag", "last-modified"]) assert.equal(headerOf(request, name), headers.get(name));
    });

    await claim(`WebSub 7.1: what is sent of ${path} without a secret has no signature`, () => {
      assert.equal(headerOf(request, "x-hub-signature"), null);
      assert.equal(headerOf(request, "webhook-signature"), null);
    });

    await claim(`what is sent of ${path} says who sends it, and gives away nothing else`, () => {
      assert.match(headerOf(request, "user-agent") ?? "", /review/i);
      for (const name of ["authorization", "cookie", "referer", "x-forwarded-for"]) {
        assert.equal(headerOf(request, name), null);
      }
    });
  }

  await claim(
    "WebSub 7: each change is sent once to each subscriber, and only of the topic it subscribed to",
    async () => {
      await hub.settle(...subscribed.map(([, callback]) => callback));
      for (const [path, callback] of subscribed) {
        const bodies = callback.requests("distribution").map(textOf);
        assert.equal(bodies.length, 3);
        assert.equal(new Set(bodies).size, 3);
        const start = path === "/feed.xml" ? "<?xml" : path === "/api/feed.json" ? '{"version"' : '{"business"';
        for (const body of bodies) assert.ok(body.startsWith(start), body.slice(0, 100));
      }
    },
  );

  await claim("WebSub 5.1: one callback may be subscribed to every topic, and is sent each", async () => {
    const callback = hub.callback();
    for (const path of TOPIC_PATHS) await hub.subscribe(callback, { "hub.topic": BASE_URL + path });
    await hub.publish();
    const selves = [];
    for (const _ of TOPIC_PATHS) {
      const links = linksOf(headerOf(await callback.next("distribution"), "link"));
      selves.push(links.find(({ rel }) => rel === "self")?.url);
    }
    assert.deepEqual(selves.sort(), TOPIC_PATHS.map((path) => BASE_URL + path).sort());
  });

  await claim("WebSub 5.1: two callbacks that differ in their query alone are two subscriptions", async () => {
    const one = hub.callback("/callback?id=1");
    await hub.subscribe(one);
    const two = one.next("verification");
    const answer = await hub.send({
      "hub.mode": "subscribe",
      "hub.callback": `${one.origin}/callback?id=2`,
      "hub.topic": `${BASE_URL}/reviews.json`,
    });
    await answer.body?.cancel();
    await two;
    await hub.publish();
    const targets = [await one.next("distribution"), await one.next("distribution")].map(({ target }) => target);
    assert.deepEqual(targets.sort(), ["/callback?id=1", "/callback?id=2"]);
  });

  await claim("WebSub 7: a large body of characters beyond ASCII arrives unharmed", async () => {
    const callback = hub.callback();
    await hub.subscribe(callback);
    await hub.publish("Ü😀界".repeat(24_000));
    const request = await callback.next("distribution");
    assert.ok(request.body.length > 200_000);
    assert.deepEqual(new Uint8Array(request.body), (await hub.topic("/reviews.json")).body);
  });

  await claim("WebSub 7: any status from 200 to 299 takes a delivery: it is not sent again", async () => {
    const callbacks = [200, 201, 202, 204, 226, 299].map((status) =>
      hub.callback("/", byKind({ distribution: confirmWith(status) }))
    );
    for (const callback of callbacks) await hub.subscribe(callback);
    await hub.settle(...callbacks);
    for (const callback of callbacks) {
      assert.deepEqual(callback.requests().map(({ kind }) => kind), ["verification", "distribution", "distribution"]);
    }
  });

  await claim("WebSub 7: a change that comes between request and verification reaches the subscriber", async () => {
    const { answers, release } = heldBack(confirm);
    const callback = hub.callback("/", byKind({ verification: answers }));
    await hub.subscribe(callback);
    const text = await hub.publish();
    release();
    assert.ok(textOf(await callback.next("distribution")).includes(text));
  });
});

Deno.test("WebSub 7: content codings and attempts", async (t) => {
  await using hub = await startHub();
  const claim = claims(t);
  const offering = (acceptEncoding: string): Answers => (request) => ({
    status: 200,
    body: challengeOf(request),
    headers: { "accept-encoding": acceptEncoding },
  });
  const cases = [
    ["gzip", "gzip"],
    ["gzip;q=0.5, br", "br"],
    ["zstd", "zstd" in DECODERS ? "zstd" : "identity"],
    ["*", "br"],
    ["identity", "identity"],
    ["gzip;q=0", "identity"],
    ["deflate", "identity"],
    ["", "identity"],
    [`gzip,${"x".repeat(300)}`, "identity"],
  ] as const;
  const offers = cases.map(([offer, coding]) => {
    const callback = hub.callback("/", byKind({ verification: offering(offer) }));
    return { offer, coding, callback, secret: `secret of ${offer.slice(0, 9)}` };
  });
  for (const { callback, secret } of offers) await hub.subscribe(callback, { "hub.secret": secret });
  const failing = hub.callback(
    "/",
    byKind({ verification: offering("gzip"), distribution: inTurn(always({ status: 500 }), confirm) }),
  );
  await hub.subscribe(failing, { "hub.secret": "secret" });
  const renewing = hub.callback("/", byKind({ verification: inTurn(offering("gzip"), confirm) }));
  await hub.subscribe(renewing);
  await hub.publish("Grüße. ".repeat(1000));
  for (const { offer, coding, callback, secret } of offers) {
    const request = await callback.next("distribution");
    const { body } = await hub.topic("/reviews.json");
    await claim(
      `RFC 9110 12.5.3: who offers "${offer.slice(0, 20)}" is sent ${coding}, as GET would send it`,
      async () => {
        const said = headerOf(request, "content-encoding") ?? "identity";
        assert.equal(said, coding);
        assert.ok(DECODERS[said]?.(request.body).equals(body));
        if (coding !== "identity") assert.ok(request.body.length < body.length / 5);
        const got = await fetch(`${hub.server.origin}/reviews.json`, { headers: { "accept-encoding": coding } });
        await got.body?.cancel();
        assert.equal(headerOf(request, "etag"), got.headers.get("etag"));
      },
    );

    await claim(`both signatures of ${coding} ("${offer.slice(0, 20)}") verify`, async () => {
      assert.equal(headerOf(request, "x-hub-signature"), await signatureOf(secret, request.body));
      const fields = Object.fromEntries(request.headers);
      new Webhook(btoa(secret)).verify(new TextDecoder().decode(body), fields);
    });
  }

  await claim("webhook-id is equal in both attempts, and each verifies at its own time", async () => {
    const [first, second] = [await failing.next("distribution"), await failing.next("distribution")];
    for (const request of [first, second]) {
      assert.match(headerOf(request, "webhook-id") ?? "", /^reviews_json_\d+_[\w-]+$/);
      assert.equal(headerOf(request, "webhook-id"), headerOf(first, "webhook-id"));
      new Webhook(btoa("secret")).verify(
        new TextDecoder().decode(gunzipSync(request.body)),
        Object.fromEntries(request.headers),
      );
      assert.ok(Math.abs(Number(headerOf(request, "webhook-timestamp")) * 1000 - request.at) < 150_000);
    }
  });

  await claim("a renewal whose verification offers no coding ends it", async () => {
    assert.equal(headerOf(await renewing.next("distribution"), "content-encoding"), "gzip");
    await hub.subscribe(renewing);
    await hub.settle(renewing);
    const last = renewing.requests("distribution").at(-1);
    assert.ok(last !== undefined);
    assert.equal(headerOf(last, "content-encoding"), null);
  });
});

Deno.test("WebSub 7: a subscriber that owes an answer", async (t) => {
  await using hub = await startHub({ WEBSUB_ATTEMPT_TIMEOUT_SECONDS: "90" });
  const claim = claims(t);
  const { answers, release } = heldBack(confirm);
  const slow = hub.callback("/", byKind({ distribution: inTurn(answers, confirm) }));
  await hub.subscribe(slow);
  await hub.publish();
  await slow.next("distribution");

  await claim("a subscriber that owes an answer delays no other", async () => {
    await hub.settle();
    assert.equal(slow.requests("distribution").length, 1);
  });

  await claim(
    "WebSub 7: of five changes meanwhile it is sent the last alone, in the bytes that GET returns",
    async () => {
      const prompt = hub.callback();
      await hub.subscribe(prompt);
      const texts = [];
      for (let change = 0; change < 5; change++) texts.push(await hub.publish("While it hangs."));
      await prompt.received(texts.at(-1) ?? "");
      release();
      const request = await slow.next("distribution");
      assert.deepEqual(new Uint8Array(request.body), (await hub.topic("/reviews.json")).body);
      await hub.settle(slow);
      const sent = slow.requests("distribution").filter((request) => textOf(request).includes("While it hangs."));
      assert.deepEqual(sent.map(({ body }) => body), [request.body]);
    },
  );
});

Deno.test("WebSub 6: an import that changes nothing sends nothing", async () => {
  await using hub = await startHub();
  const callback = hub.callback();
  await hub.subscribe(callback);
  await hub.publish();
  const { body } = await callback.next("distribution");
  await hub.publishAgain();
  await hub.settle(callback);
  const bodies = callback.requests("distribution").map(textOf);
  assert.deepEqual([bodies.length, new Set(bodies).size], [3, 3]);
  assert.equal(bodies[0], new TextDecoder().decode(body));
});
