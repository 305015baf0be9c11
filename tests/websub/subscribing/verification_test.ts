import assert from "node:assert/strict";
import type { OutboundRequest } from "../../../outbound/outbound_client.ts";
import { intentVerification, verificationOutcome } from "../../../websub/subscribing/verification.ts";
import { callbackOf } from "../../support/hub/hub_seed.ts";
import { ANSWERS, testHub } from "../../support/hub/test_hub.ts";

const CALLBACK = "https://subscriber.example/callback";
const CHALLENGE = "chAllenge";

/** The outcome of an answer with this status and body. */
function outcomeOf(status: number, text: string | null): string {
  const body = text === null ? null : new TextEncoder().encode(text);
  return verificationOutcome({ kind: "answered", status, retryAfter: null, body }, CHALLENGE);
}

Deno.test("WebSub 5.3.1: only a 2xx with the very bytes of the challenge confirms", () => {
  for (const status of [200, 201, 202, 206, 299]) assert.equal(outcomeOf(status, CHALLENGE), "confirmed");
  for (const status of [199, 301, 302, 303, 304, 307, 308, 400, 404, 410, 429, 500, 503]) {
    assert.equal(outcomeOf(status, CHALLENGE), "refused");
  }
  const others = [
    `${CHALLENGE}\n`,
    ` ${CHALLENGE}`,
    CHALLENGE.slice(0, -1),
    `!${CHALLENGE.slice(1)}`,
  ];
  others.push("", "another", CHALLENGE.toUpperCase(), JSON.stringify(CHALLENGE), `${CHALLENGE}x`);
  // A client returns null for a body that is longer than the challenge.
  for (const text of [...others, null]) assert.equal(outcomeOf(200, text), "refused", String(text));
  for (const failure of ["timeout", "network", "certificate", "name_not_found"] as const) {
    assert.equal(verificationOutcome({ kind: "failed", failure }, CHALLENGE), "unreachable");
  }
  assert.equal(verificationOutcome({ kind: "failed", failure: "address_not_allowed" }, CHALLENGE), "refused");
});

Deno.test("WebSub 5.3: the callback is asked for mode, topic, challenge and lease, and at an end for no lease", () => {
  const request = {
    topic: "https://reviews.example/feed.xml",
    callback: callbackOf("a.example", "/cb"),
    leaseSeconds: 300,
  };
  const target = "/cb?token=capability&hub.mode=subscribe&hub.topic=https%3A%2F%2Freviews.example%2Ffeed.xml";
  const asked = intentVerification({ ...request, mode: "subscribe" }, "c/+=");
  assert.equal(asked.target, `${target}&hub.challenge=c%2F%2B%3D&hub.lease_seconds=300`);
  assert.deepEqual([asked.method, asked.readBytes], ["GET", 4]);
  assert.doesNotMatch(intentVerification({ ...request, mode: "unsubscribe" }, "c").target, /lease/);
});

Deno.test("a refusal is not asked for again, and leaves a subscription as it was", async () => {
  await using test = await testHub();
  const refuse = ({ method }: OutboundRequest) => ANSWERS.status(method === "GET" ? 404 : 200);
  test.answer(refuse);
  await test.send("subscribe", CALLBACK);
  await test.publish("second");
  await test.pass(3_600_000);
  assert.deepEqual([test.requests.length, await test.subscriptions()], [1, []]);
  test.answer(ANSWERS.echo);
  await test.send("subscribe", CALLBACK, { "hub.secret": "old" });
  const before = await test.subscriptions();
  assert.deepEqual(before.map(({ secret }) => secret), ["old"]);
  test.answer(refuse);
  for (const mode of ["subscribe", "unsubscribe"]) await test.send(mode, CALLBACK, { "hub.secret": "new" });
  assert.deepEqual(await test.subscriptions(), before);
});

for (
  const [what, second, secrets] of [["confirms", ANSWERS.echo, ["new"]], [
    "refuses",
    () => ANSWERS.status(404),
    [],
  ]] as const
) {
  Deno.test(`WebSub 5.1: the answer to an overtaken request confirms nothing; the callback ${what} the newer one`, async () => {
    await using test = await testHub();
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    test.answer(async (request) => {
      if (test.requests.length > 1) return second(request);
      asked.resolve();
      await gate.promise;
      return ANSWERS.echo(request);
    });
    const first = test.send("subscribe", CALLBACK, { "hub.secret": "old" });
    await asked.promise;
    assert.equal((await test.ask("subscribe", CALLBACK, { "hub.secret": "new" })).kind, "accepted");
    gate.resolve();
    await first;
    await test.settle();
    assert.deepEqual([test.requests.length, (await test.subscriptions()).map(({ secret }) => secret)], [2, secrets]);
    const challenges = test.requests.map(({ target }) => new URL(target, CALLBACK).searchParams.get("hub.challenge"));
    assert.equal(new Set(challenges).size, 2);
  });
}

Deno.test("the codings that a confirmation offers, in at most 200 characters, are kept until a renewal offers none", async () => {
  await using test = await testHub();
  const long = "x".repeat(200);
  for (
    const [offered, kept] of [["gzip;q=0.5, br", "gzip;q=0.5, br"], [long, long], [`${long}x`, undefined]] as const
  ) {
    for (const [fields, expected] of [[{ "accept-encoding": offered }, kept], [{}, undefined]] as const) {
      test.answer((request) => ({ ...ANSWERS.echo(request), fields }));
      await test.send("subscribe", CALLBACK);
      assert.equal((await test.subscriptions())[0]?.acceptEncoding, expected);
    }
  }
});
