import assert from "node:assert/strict";
import type { OutboundAnswer, OutboundRequest } from "../../../outbound/outbound_client.ts";
import { ANSWERS, testHub } from "../../support/hub/test_hub.ts";

const CALLBACK = "https://subscriber.example/callback";

/** Status and body of an answer to a verification, from its challenge. */
type Answer = (challenge: string) => readonly [status: number, body: string];

const REFUSALS: Readonly<Record<string, Answer>> = {
  "another challenge": () => [200, "another"],
  "an empty body": () => [200, ""],
  "no body": () => [204, ""],
  "the challenge and a line feed": (challenge) => [200, `${challenge}\n`],
  "the challenge behind a space": (challenge) => [200, ` ${challenge}`],
  "the challenge behind a byte order mark": (challenge) => [200, `\uFEFF${challenge}`],
  "the challenge without its last character": (challenge) => [200, challenge.slice(0, -1)],
  "the challenge in capitals": (challenge) => [200, challenge.toUpperCase()],
  "the challenge as JSON": (challenge) => [200, JSON.stringify(challenge)],
  "the challenge and more": (challenge) => [200, challenge.padEnd(100, "x")],
  ...Object.fromEntries(
    [301, 302, 303, 304, 307, 308, 403, 404, 410, 500, 503].map((status) =>
      [`the challenge with ${status}`, (challenge: string) => [status, challenge] as const] as const
    ),
  ),
};

/** Answers a verification as the client returns it: without a body that is longer than the challenge. */
function answered({ target, readBytes }: OutboundRequest, answer: Answer): OutboundAnswer {
  const [status, text] = answer(new URL(target, CALLBACK).searchParams.get("hub.challenge") ?? "");
  const bytes = new TextEncoder().encode(text);
  return { kind: "answered", status, retryAfter: null, body: bytes.length > readBytes ? null : bytes };
}

for (const [what, answer] of Object.entries(REFUSALS)) {
  Deno.test(`WebSub 5.3.1: ${what} does not confirm, is not asked for again, and leaves a subscription as it was`, async () => {
    await using test = await testHub();
    const refuse = (request: OutboundRequest) =>
      request.method === "GET" ? answered(request, answer) : ANSWERS.status(200);
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
}

for (const status of [200, 201, 202, 299]) {
  Deno.test(`WebSub 5.3.1: the challenge with ${status} confirms`, async () => {
    await using test = await testHub({
      subscriber: (request) => answered(request, (challenge) => [status, challenge]),
    });
    await test.send("subscribe", CALLBACK);
    assert.equal((await test.subscriptions()).length, 1);
  });
}
