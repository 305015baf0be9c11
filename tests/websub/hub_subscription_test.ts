import assert from "node:assert/strict";
import { ANSWERS, testHub } from "../support/test_hub.ts";

const CALLBACK = "https://subscriber.example/cb?t=1";
const MINUTE = 60_000;

Deno.test("an expired lease receives nothing from that instant, and its row goes", async () => {
  await using test = await testHub();
  await test.send("subscribe", CALLBACK, { "hub.lease_seconds": "300" });
  await test.pass(300_000 - 2000 - 1);
  await test.publish("in time");
  await test.pass(2000);
  assert.equal(test.requests.length, 2);
  await test.pass(1);
  await test.publish("too late");
  await test.pass(2000);
  assert.equal(test.requests.length, 2);
  assert.deepEqual(await test.subscriptions(), []);
});

Deno.test("a verification is tried three times while the callback cannot be reached, and once when it refuses", async () => {
  await using test = await testHub({ subscriber: () => ANSWERS.network });
  await test.send("subscribe", CALLBACK);
  assert.equal(test.requests.length, 1);
  await test.pass(30_000);
  assert.equal(test.requests.length, 2);
  await test.pass(300_000);
  assert.equal(test.requests.length, 3);
  await test.pass(24 * 60 * MINUTE);
  assert.equal(test.requests.length, 3);
  const challenges = test.requests.map(({ target }) => new URL(target, CALLBACK).searchParams.get("hub.challenge"));
  assert.equal(new Set(challenges).size, 3);
  test.answer(() => ANSWERS.status(404));
  await test.send("subscribe", CALLBACK);
  await test.pass(24 * 60 * MINUTE);
  assert.equal(test.requests.length, 4);
  assert.deepEqual(await Array.fromAsync(test.kv.list({ prefix: ["pending"] })), []);
});

Deno.test("a renewal keeps the progress and takes the new secret and lease, and a failed one changes nothing", async () => {
  await using test = await testHub();
  await test.send("subscribe", CALLBACK, { "hub.secret": "old", "hub.lease_seconds": "1000" });
  await test.publish("second");
  await test.pass(2000);
  const [before] = await test.subscriptions();
  test.answer(() => ANSWERS.status(404));
  await test.send("subscribe", CALLBACK, { "hub.secret": "stolen" });
  assert.deepEqual(await test.subscriptions(), [before]);
  test.answer(ANSWERS.echo);
  await test.send("subscribe", CALLBACK, { "hub.secret": "new", "hub.lease_seconds": "2000" });
  const [after] = await test.subscriptions();
  assert.equal(after?.secret, "new");
  assert.equal(after?.expiresAt, test.clock.now() + 2_000_000);
  assert.equal(after?.deliveredVersion, before?.deliveredVersion);
  assert.equal(test.requests.filter(({ method }) => method === "POST").length, 1);
});

Deno.test("a renewal of a subscription that failed is sent what it missed at once", async () => {
  await using test = await testHub();
  await test.send("subscribe", CALLBACK);
  test.answer(() => ANSWERS.network);
  await test.publish("missed");
  await test.pass(2000);
  test.answer(ANSWERS.echo);
  await test.send("subscribe", CALLBACK);
  assert.equal(new TextDecoder().decode(test.requests.at(-1)?.body), "/feed.xml missed");
  assert.equal((await test.subscriptions())[0]?.failures, 0);
});

Deno.test("what changed between the request and its verification is sent", async () => {
  await using test = await testHub({ subscriber: () => ANSWERS.network });
  await test.send("subscribe", CALLBACK);
  await test.publish("meanwhile");
  await test.pass(10_000);
  test.answer(ANSWERS.echo);
  await test.pass(20_000);
  assert.equal(new TextDecoder().decode(test.requests.at(-1)?.body), "/feed.xml meanwhile");
});

Deno.test("unsubscribing the unknown is accepted and calls nobody", async () => {
  await using test = await testHub();
  assert.equal(await test.send("unsubscribe", CALLBACK), "accepted");
  assert.deepEqual(test.requests, []);
});

Deno.test("who unsubscribes while its delivery waits for a place receives nothing", async () => {
  await using test = await testHub({ settings: { concurrency: 5, concurrencyPerHost: 1 } });
  const [slow, leaving] = ["https://slow.example/1", "https://slow.example/2"];
  await test.send("subscribe", slow);
  await test.send("subscribe", leaving);
  const hanging = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<string>();
  test.answer(async (request) => {
    if (request.method === "POST") begun.resolve(request.callback.text);
    if (request.method === "POST") await hanging.promise;
    return ANSWERS.echo(request);
  });
  const passing = test.publish("second").then(() => test.pass(2000));
  const first = await begun.promise;
  const rows = await Array.fromAsync(test.kv.list<{ callback: { text: string } }>({ prefix: ["subscription"] }));
  const waiting = rows.find(({ value }) => value.callback.text !== first);
  await test.kv.delete(waiting?.key ?? []);
  test.clock.advance(1000);
  hanging.resolve();
  await passing;
  assert.deepEqual(test.requests.filter(({ method }) => method === "POST").map(({ callback }) => callback.text), [
    first,
  ]);
});
