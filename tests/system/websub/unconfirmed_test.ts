import assert from "node:assert/strict";
import {
  always,
  type Answers,
  byKind,
  challengeOf,
  confirm,
  confirmWith,
} from "../../support/subscriber/callback_answers.ts";
import { claims, requestOf, startHub } from "../../support/hub/hub_under_test.ts";
import { headerOf, signatureOf } from "../../support/subscriber/recorded_request.ts";
import type { TestCallback } from "../../support/subscriber/tls_subscriber.ts";

Deno.test("WebSub 5.3.1: intents that are not confirmed", async (t) => {
  await using hub = await startHub();
  const claim = claims(t);

  const refusals: Readonly<Record<string, Answers>> = {
    "another challenge": always({ status: 200, body: "another" }),
    "an empty body": always({ status: 200 }),
    "the challenge and a line feed": (request) => ({ status: 200, body: `${challengeOf(request)}\n` }),
    "the challenge behind a space": (request) => ({ status: 200, body: ` ${challengeOf(request)}` }),
    "the challenge behind a byte order mark": (request) => ({ status: 200, body: `\uFEFF${challengeOf(request)}` }),
    "the challenge without its last character": (request) => ({ status: 200, body: challengeOf(request).slice(0, -1) }),
    "the challenge in capitals": (request) => ({ status: 200, body: challengeOf(request).toUpperCase() }),
    "the challenge as JSON": (request) => ({ status: 200, body: JSON.stringify(challengeOf(request)) }),
    "the challenge and a megabyte": (request) => ({ status: 200, body: challengeOf(request).padEnd(1_000_000, "x") }),
    "204 and no body": always({ status: 204 }),
    "404 and the challenge": confirmWith(404),
    "410 and the challenge": confirmWith(410),
    "403 and the challenge": confirmWith(403),
    "500 and the challenge": confirmWith(500),
    "503 and the challenge": confirmWith(503),
    "301 and the challenge": confirmWith(301),
    "304 and the challenge": confirmWith(304),
    "a closed connection": always("destroy"),
  };
  const refusing = Object.entries(refusals).map(([what, answers]) =>
    [what, hub.callback("/", byKind({ verification: answers }))] as const
  );
  const redirecting = [301, 302, 303, 307, 308].map((status) => {
    const callback = hub.callback("/");
    const location = `${callback.origin}/elsewhere`;
    callback.answers((request) => ({ status, body: challengeOf(request), headers: { location } }));
    return [status, callback] as const;
  });
  const changing = refusing.map(([what]) => [what, hub.callback("/changing")] as const);
  for (const [, callback] of [...refusing, ...redirecting]) await hub.subscribe(callback);
  for (const [, callback] of changing) await hub.subscribe(callback, { "hub.secret": "old" });
  await hub.settle(...changing.map(([, callback]) => callback));
  for (const [what, callback] of changing) {
    callback.answers(byKind({ verification: refusals[what] ?? confirm }));
    await hub.subscribe(callback, { "hub.secret": "new" });
  }
  await hub.settle();
  for (const [what, callback] of refusing) {
    await claim(`WebSub 5.3.1: ${what} does not confirm, and nothing is sent`, () => {
      assert.deepEqual(callback.requests().map(({ kind }) => kind), ["verification"]);
    });
  }
  for (const [status, callback] of redirecting) {
    await claim(`WebSub 5.3.1: a redirect with ${status} does not confirm, and is not followed`, () => {
      assert.deepEqual(callback.requests().map(({ kind, target }) => [kind, target.split("?")[0]]), [
        ["verification", "/"],
      ]);
    });
  }
  for (const [what, callback] of changing) {
    await claim(`WebSub 5.1: ${what} to a second verification leaves the subscription as it was`, async () => {
      const sent = callback.requests("distribution");
      assert.ok(sent.length > 2);
      for (const request of sent) {
        assert.equal(headerOf(request, "x-hub-signature"), await signatureOf("old", request.body));
      }
    });
  }
});

Deno.test("WebSub 5.3: an answer slower than the exchange's deadline does not confirm", async () => {
  await using hub = await startHub({ WEBSUB_ATTEMPT_TIMEOUT_SECONDS: "3" });
  const callback = hub.callback();
  // Forty bytes or more, each well within the timeout of a read: only a limit on the whole body ends this.
  callback.answers((request) => ({ status: 200, body: challengeOf(request), dripMs: 100 }));
  await hub.subscribe(callback);
  await hub.server.logged(({ message, host }) => message === "websub verification" && host === callback.host);
  await hub.settle();
  assert.deepEqual(callback.requests("distribution"), []);
});

Deno.test("WebSub 5.3.1: the request is retried only if there was no answer at all", async () => {
  await using hub = await startHub({ WEBSUB_PENDING_PER_HOST: "1" });
  const silent = hub.callback("/", always("destroy"));
  const answering = [500, 503, 404].map((status) => hub.callback("/", always({ status })));
  async function statusOf({ origin }: TestCallback): Promise<number> {
    const answer = await hub.send(requestOf("subscribe", `${origin}/other`));
    await answer.body?.cancel();
    return answer.status;
  }
  for (const callback of answering) {
    await hub.subscribe(callback);
    await hub.verified(callback);
    assert.equal(await statusOf(callback), 202);
    await hub.verified(callback);
  }
  await hub.subscribe(silent);
  await hub.server.logged(({ message, host }) => message === "websub verification" && host === silent.host);
  assert.equal(await statusOf(silent), 429);
});
