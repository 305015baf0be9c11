import assert from "node:assert/strict";
import { ANSWERS, testHub } from "../support/test_hub.ts";

const CALLBACK = "https://subscriber.example/cb?t=1";
const MINUTE = 60_000;

Deno.test("a verified subscription receives the next change and none before", async () => {
  await using test = await testHub();
  assert.equal(await test.send("subscribe", CALLBACK), "accepted");
  assert.deepEqual(test.requests.map(({ method }) => method), ["GET"]);
  await test.publish("second");
  assert.equal(test.requests.length, 1);
  await test.pass(2000);
  assert.deepEqual(test.requests.map(({ method }) => method), ["GET", "POST"]);
  assert.equal(new TextDecoder().decode(test.requests[1]?.body), "/feed.xml second");
  assert.deepEqual(test.errors, []);
});

Deno.test("quick changes are put together, and changes that never stop are sent all the same", async () => {
  await using test = await testHub();
  await test.send("subscribe", CALLBACK);
  for (let n = 0; n < 5; n++) {
    await test.publish(`quick ${n}`);
    await test.pass(1500);
  }
  assert.equal(test.requests.length, 1);
  await test.pass(500);
  assert.equal(new TextDecoder().decode(test.requests[1]?.body), "/feed.xml quick 4");
  for (let n = 0; n < 12; n++) {
    await test.publish(`endless ${n}`);
    await test.pass(1000);
  }
  assert.equal(test.requests.length, 3);
});

Deno.test("a delivery is tried again after 5 and after 60 minutes, and the third failure in a row ends it", async () => {
  await using test = await testHub();
  await test.send("subscribe", CALLBACK);
  test.answer(() => ANSWERS.status(500));
  await test.publish("second");
  await test.pass(2000);
  const start = test.clock.now();
  const posts = () => test.requests.filter(({ method }) => method === "POST").length;
  assert.equal(posts(), 1);
  await test.pass(5 * MINUTE - 1);
  assert.equal(posts(), 1);
  await test.pass(1);
  assert.equal(posts(), 2);
  await test.publish("third");
  await test.pass(59 * MINUTE);
  assert.equal(posts(), 2);
  await test.pass(MINUTE);
  assert.equal(posts(), 3);
  assert.equal(test.clock.now() - start, 65 * MINUTE);
  assert.equal(
    new TextDecoder().decode(test.requests.findLast(({ method }) => method === "POST")?.body),
    "/feed.xml third",
  );
  const denied = test.requests.at(-1);
  assert.equal(denied?.method, "GET");
  const parameters = new URL(denied?.target ?? "", CALLBACK).searchParams;
  assert.equal(parameters.get("hub.mode"), "denied");
  assert.match(parameters.get("hub.reason") ?? "", /3 deliveries in a row failed, the last with status 500/);
  assert.deepEqual(await test.subscriptions(), []);
  test.answer(ANSWERS.echo);
  await test.send("subscribe", CALLBACK);
  assert.equal((await test.subscriptions()).length, 1);
});

Deno.test("a success resets the count of failures", async () => {
  await using test = await testHub();
  await test.send("subscribe", CALLBACK);
  for (const [round, statuses] of [[404, 302, 204], [500, 503, 200]].entries()) {
    await test.publish(`change ${round}`);
    for (const [attempt, wait] of [2000, 5 * MINUTE, 60 * MINUTE].entries()) {
      test.answer(() => ANSWERS.status(statuses[attempt] ?? 0));
      await test.pass(wait);
    }
  }
  assert.equal(test.requests.filter(({ method }) => method === "POST").length, 6);
  assert.deepEqual((await test.subscriptions()).map(({ failures, deliveredVersion }) => [failures, deliveredVersion]), [
    [0, 3],
  ]);
});

Deno.test("Retry-After is respected up to twice the step", async () => {
  await using test = await testHub();
  await test.send("subscribe", CALLBACK);
  for (const [asked, waited] of [["420", 420], ["86400", 600], ["1", 300], ["soon", 300]] as const) {
    test.answer(() => ANSWERS.status(503, asked));
    await test.publish(asked);
    await test.pass(2000);
    test.answer(ANSWERS.echo);
    const before = test.requests.length;
    await test.pass(waited * 1000 - 1);
    assert.equal(test.requests.length, before, asked);
    await test.pass(1);
    assert.equal(test.requests.length, before + 1, asked);
  }
});

Deno.test("a callback that answers 410 is removed at once and told nothing", async () => {
  await using test = await testHub({
    subscriber: (request) => request.method === "GET" ? ANSWERS.echo(request) : ANSWERS.status(410),
  });
  await test.send("subscribe", CALLBACK);
  await test.publish("second");
  await test.pass(2000);
  assert.deepEqual(await test.subscriptions(), []);
  assert.deepEqual(test.requests.map(({ method }) => method), ["GET", "POST"]);
});

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

Deno.test("a hub that starts finds what an earlier one left undone without its jobs", async () => {
  const kv = await Deno.openKv(":memory:");
  {
    await using first = await testHub({ kv });
    await first.send("subscribe", CALLBACK);
    await first.publish("left undone");
    for await (const { key } of kv.list({ prefix: ["job"] })) await kv.delete(key);
    first.clock.advance(2000);
    await first.hub.look();
    await first.hub.idle();
    assert.equal(new TextDecoder().decode(first.requests.at(-1)?.body), "/feed.xml left undone");
  }
  kv.close();
});

Deno.test("the job of a retry finds nothing to do when the subscription has caught up meanwhile", async () => {
  await using test = await testHub();
  await test.send("subscribe", CALLBACK);
  test.answer(() => ANSWERS.network);
  await test.publish("missed");
  await test.pass(2000);
  test.answer(ANSWERS.echo);
  await test.send("subscribe", CALLBACK);
  const before = test.requests.length;
  await test.pass(10 * MINUTE);
  assert.equal(test.requests.length, before);
});

Deno.test("a retry that is due while a change waits for its quiet time sends the change, and once", async () => {
  await using test = await testHub();
  await test.send("subscribe", CALLBACK);
  test.answer(() => ANSWERS.network);
  await test.publish("missed");
  await test.pass(2000 + 5 * MINUTE - 1000);
  test.answer(ANSWERS.echo);
  await test.publish("newest");
  const before = test.requests.length;
  await test.pass(1999);
  assert.equal(test.requests.length, before);
  await test.pass(MINUTE);
  assert.equal(test.requests.length, before + 1);
  assert.equal(new TextDecoder().decode(test.requests.at(-1)?.body), "/feed.xml newest");
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

Deno.test("a change during a delivery is sent after it, and only the newest", async () => {
  await using test = await testHub();
  await test.send("subscribe", CALLBACK);
  const hanging = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  test.answer(async (request) => {
    begun.resolve();
    await hanging.promise;
    return ANSWERS.echo(request);
  });
  await test.publish("second");
  const passing = test.pass(2000);
  await begun.promise;
  const more = (async () => {
    for (const text of ["third", "fourth", "fifth"]) await test.publish(text);
  })();
  hanging.resolve();
  await Promise.all([passing, more]);
  await test.pass(10_000);
  const bodies = test.requests.filter(({ method }) => method === "POST").map(({ body }) =>
    new TextDecoder().decode(body)
  );
  assert.deepEqual(bodies, ["/feed.xml second", "/feed.xml fifth"]);
});
