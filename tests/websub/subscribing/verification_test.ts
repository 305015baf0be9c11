import assert from "node:assert/strict";
import type { OutboundAnswer, OutboundRequest } from "../../../outbound/outbound_client.ts";
import { ANSWERS, testHub } from "../../support/hub/test_hub.ts";

const CALLBACK = "https://subscriber.example/callback?a=1";

type BodyOf = (challenge: string) => string | null;

/** The answer with a status and a body. */
function answered({ target }: OutboundRequest, status: number, bodyOf: BodyOf): OutboundAnswer {
  const text = bodyOf(new URL(target, CALLBACK).searchParams.get("hub.challenge") ?? "");
  return { kind: "answered", status, retryAfter: null, body: text === null ? null : new TextEncoder().encode(text) };
}

const BODIES: Readonly<Record<string, BodyOf>> = {
  "a body that the client has cut off": () => null,
  "another challenge": () => "another",
  "an empty body": () => "",
  "the challenge and a line feed": (challenge) => `${challenge}\n`,
  "the challenge behind a space": (challenge) => ` ${challenge}`,
  "the challenge without its last character": (challenge) => challenge.slice(0, -1),
  "the challenge with another first character": (challenge) => `!${challenge.slice(1)}`,
  "the challenge in capitals": (challenge) => challenge.toUpperCase(),
  "the challenge as JSON": (challenge) => JSON.stringify(challenge),
};
const same: BodyOf = (challenge) => challenge;

Deno.test("WebSub 5.3.1: only a 2xx with the very bytes of the challenge confirms", async () => {
  await using test = await testHub();
  async function isConfirmed(status: number, bodyOf = same): Promise<boolean> {
    test.answer((request) => answered(request, status, bodyOf));
    await test.send("subscribe", CALLBACK);
    const { length } = await test.subscriptions();
    test.answer(ANSWERS.echo);
    await test.send("unsubscribe", CALLBACK);
    return length === 1;
  }
  for (const status of [200, 201, 202, 206, 299]) assert.ok(await isConfirmed(status), String(status));
  for (const status of [199, 301, 302, 303, 304, 307, 308, 400, 403, 404, 410, 429, 500, 503]) {
    assert.ok(!await isConfirmed(status), String(status));
  }
  for (const [what, bodyOf] of Object.entries(BODIES)) assert.ok(!await isConfirmed(200, bodyOf), what);
});

Deno.test("WebSub 5.3: the callback is asked for mode, topic, challenge and lease, and at an end for no lease", async () => {
  await using test = await testHub();
  await test.send("subscribe", CALLBACK, { "hub.lease_seconds": "300" });
  await test.send("unsubscribe", CALLBACK);
  const topic = "&hub.topic=https%3A%2F%2Freviews.example%2Ffeed.xml&hub.challenge=[\\w-]{43}";
  const [asked, end] = test.requests;
  assert.match(asked?.target ?? "", new RegExp(`^/callback\\?a=1&hub.mode=subscribe${topic}&hub.lease_seconds=300$`));
  assert.match(end?.target ?? "", new RegExp(`^/callback\\?a=1&hub.mode=unsubscribe${topic}$`));
  assert.deepEqual([asked?.method, asked?.readBytes], ["GET", 43]);
});

Deno.test("a refusal is not asked for again, and leaves a subscription as it was", async () => {
  await using test = await testHub();
  const refuse = ({ method }: OutboundRequest) => ANSWERS.status(method === "GET" ? 404 : 200);
  test.answer(refuse);
  await test.send("subscribe", CALLBACK);
  await test.publish("second");
  await test.pass(3_600_000);
  assert.deepEqual([test.requests.length, await test.subscriptions()], [1, []]);
  // A forbidden address is a refusal too.
  test.answer(() => ({ kind: "failed", failure: "address_not_allowed" }));
  await test.send("subscribe", CALLBACK);
  await test.pass(3_600_000);
  assert.equal(test.requests.length, 2);
  test.answer(ANSWERS.echo);
  await test.send("subscribe", CALLBACK, { "hub.secret": "old" });
  const before = await test.subscriptions();
  assert.deepEqual(before.map(({ secret }) => secret), ["old"]);
  test.answer(refuse);
  for (const mode of ["subscribe", "unsubscribe"]) await test.send(mode, CALLBACK, { "hub.secret": "new" });
  assert.deepEqual(await test.subscriptions(), before);
});

const SECOND_ANSWERS = [["confirms", ANSWERS.echo, ["new"]], ["refuses", () => ANSWERS.status(404), []]] as const;

for (const [what, second, secrets] of SECOND_ANSWERS) {
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
  });
}

Deno.test("the codings that a confirmation offers, in at most 200 characters, are kept until a renewal offers none", async () => {
  await using test = await testHub();
  const long = "x".repeat(200);
  const offers = [["gzip;q=0.5, br", "gzip;q=0.5, br"], [long, long], [`${long}x`, undefined]] as const;
  for (const [offered, kept] of offers) {
    for (const [fields, expected] of [[{ "accept-encoding": offered }, kept], [{}, undefined]] as const) {
      test.answer((request) => ({ ...ANSWERS.echo(request), fields }));
      await test.send("subscribe", CALLBACK);
      assert.equal((await test.subscriptions())[0]?.acceptEncoding, expected);
    }
  }
});
