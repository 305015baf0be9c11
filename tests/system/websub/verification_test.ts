import assert from "node:assert/strict";
import { always, byKind, confirm, confirmWith, heldBack, inTurn } from "../../support/subscriber/callback_answers.ts";
import { BASE_URL, claims, startHub } from "../../support/hub/hub_under_test.ts";
import { headerOf, signatureOf } from "../../support/subscriber/recorded_request.ts";

const LEASE = { "hub.lease_seconds": "3600" };

Deno.test("WebSub 5.3: intent verification", async (t) => {
  await using hub = await startHub();
  const claim = claims(t);
  const challenges: string[] = [];

  await claim(
    "WebSub 5.3: the callback is asked with GET for mode, topic, challenge and lease, and nothing else",
    async () => {
      for (const path of ["/reviews.json", "/api/feed.json", "/feed.xml"]) {
        const callback = hub.callback();
        const request = await hub.subscribe(callback, { "hub.topic": BASE_URL + path, ...LEASE });
        assert.deepEqual([request.method, request.body.length], ["GET", 0]);
        const { "hub.challenge": challenge = "", ...others } = Object.fromEntries(request.query);
        assert.deepEqual(others, {
          "hub.mode": "subscribe",
          "hub.topic": BASE_URL + path,
          "hub.lease_seconds": "3600",
        });
        assert.match(challenge, /^\S{16,}$/);
        assert.equal(headerOf(request, "host"), new URL(callback.url).host);
        assert.match(headerOf(request, "user-agent") ?? "", /review/i);
        challenges.push(challenge);
      }
    },
  );

  const targets: Readonly<Record<string, string>> = {
    "/callback": "/callback?",
    "/callback?topic=a&topic=b": "/callback?topic=a&topic=b&",
    "/callback?hub.challenge=imahacker": "/callback?hub.challenge=imahacker&",
    "/callback?hub.mode=denied&hub.topic=x&hub.lease_seconds=1":
      "/callback?hub.mode=denied&hub.topic=x&hub.lease_seconds=1&",
    "/a%2Fb/%7Euser/%e2%82%ac?q=%2F+%20%26&r=a+b": "/a%2Fb/%7Euser/%e2%82%ac?q=%2F+%20%26&r=a+b&",
    "/a/../b/./c//d?x=/../y": "/a/../b/./c//d?x=/../y&",
    "/a/%2e%2e/b": "/a/%2e%2e/b?",
    "/callback?": "/callback?",
    "/callback?a=1&": "/callback?a=1&",
    "/callback?a=b?c=d": "/callback?a=b?c=d&",
    "/callback?flag": "/callback?flag&",
    "?token=1": "/?token=1&",
    "": "/?",
    "/it's/(a)!*;p=1,2/@:$?x='(!)*;,:@$/?": "/it's/(a)!*;p=1,2/@:$?x='(!)*;,:@$/?&",
  };
  for (const [target, start] of Object.entries(targets)) {
    await claim(
      `WebSub 5.1.1: the callback ${target || "without a path"} is called byte for byte as it was given`,
      async () => {
        const callback = hub.callback(target);
        const { target: asked, query } = await hub.subscribe(callback);
        assert.match(
          asked.replace(start, "START"),
          /^START&?hub\.mode=subscribe&hub\.topic=[^&]+&hub\.challenge=[^&]+&hub\.lease_seconds=\d+$/,
        );
        assert.ok(asked.startsWith(start), asked);
        challenges.push(query.get("hub.challenge") ?? "");
      },
    );
  }

  await claim("WebSub 5.3.1, 7: callbacks that confirmed are sent the topic, at the very same bytes", async () => {
    const callbacks = Object.keys(targets).map((target) => [target, hub.callback(target)] as const);
    for (const [, callback] of callbacks) await hub.subscribe(callback);
    await hub.publish();
    for (const [target, callback] of callbacks) {
      const expected = target.startsWith("/") ? target : `/${target}`;
      assert.equal((await callback.next("distribution")).target, expected);
    }
  });

  await claim("WebSub 5.3.1: any status from 200 to 299 confirms, when the challenge comes with it", async () => {
    const callbacks = [201, 202, 203, 226, 299].map((status) => hub.callback("/", confirmWith(status)));
    for (const callback of callbacks) await hub.subscribe(callback);
    await hub.publish();
    for (const callback of callbacks) await callback.next("distribution");
  });

  await claim("WebSub 5.3: an answer that the callback takes its time for confirms as well", async () => {
    const { answers, release } = heldBack(confirm);
    const callback = hub.callback("/", answers);
    await hub.subscribe(callback);
    await hub.publish();
    release();
    await hub.publish();
    await callback.next("distribution");
  });

  await claim("WebSub 5.1: of overlapping requests the last one that is verified holds", async () => {
    const [first, second] = [heldBack(confirm), heldBack(confirm)];
    const callback = hub.callback("/", byKind({ verification: inTurn(first.answers, second.answers) }));
    await hub.subscribe(callback, { "hub.secret": "first" });
    const verification = hub.subscribe(callback, { "hub.secret": "second" });
    first.release();
    await verification;
    second.release();
    await hub.settle();
    const sent = callback.requests("distribution");
    assert.ok(sent.length > 0);
    for (const request of sent) {
      assert.equal(headerOf(request, "x-hub-signature"), await signatureOf("second", request.body));
    }
  });

  await claim("WebSub 5.1: the answer to the challenge of an overtaken request confirms nothing", async () => {
    const first = heldBack(confirm);
    const callback = hub.callback("/", byKind({ verification: inTurn(first.answers, always({ status: 404 })) }));
    await hub.subscribe(callback);
    const second = await hub.send({
      "hub.mode": "subscribe",
      "hub.callback": callback.url,
      "hub.topic": `${BASE_URL}/reviews.json`,
    });
    assert.deepEqual([second.status, await second.text()], [202, ""]);
    first.release();
    await callback.next("verification");
    await hub.settle();
    assert.deepEqual(callback.requests("distribution"), []);
  });

  await claim("WebSub 8.2: no challenge is used twice", async () => {
    const callback = hub.callback();
    for (let round = 0; round < 5; round++) {
      challenges.push((await hub.subscribe(callback)).query.get("hub.challenge") ?? "");
    }
    assert.ok(challenges.length > 20);
    assert.equal(new Set(challenges).size, challenges.length);
  });
});
