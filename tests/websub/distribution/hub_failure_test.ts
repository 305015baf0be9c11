import assert from "node:assert/strict";
import type { OutboundAnswer } from "../../../outbound/outbound_client.ts";
import { FakeClock } from "../../support/service/fake_clock.ts";
import { ANSWERS, type TestHub, testHub } from "../../support/hub/test_hub.ts";

const CALLBACK = "https://subscriber.example/cb?t=1";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

Deno.test("a delivery is tried again after 5 minutes and after 8 hours, and the third failure in a row ends it", async () => {
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
  await test.pass(8 * HOUR - MINUTE);
  assert.equal(posts(), 2);
  await test.pass(MINUTE);
  assert.equal(posts(), 3);
  assert.equal(test.clock.now() - start, 5 * MINUTE + 8 * HOUR);
  assert.equal(
    new TextDecoder().decode(test.requests.findLast(({ method }) => method === "POST")?.body),
    "/feed.xml third",
  );
  const denied = test.requests.at(-1);
  assert.equal(denied?.method, "GET");
  const parameters = new URL(denied?.target ?? "", CALLBACK).searchParams;
  assert.equal(parameters.get("hub.mode"), "denied");
  assert.match(parameters.get("hub.reason") ?? "", /3 deliveries in a row failed, the last with status 500/);
  assert.equal(test.records.find(({ event }) => event === "removal")?.["reason"], parameters.get("hub.reason"));
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
    for (const [attempt, wait] of [2000, 5 * MINUTE, 8 * HOUR].entries()) {
      test.answer(() => ANSWERS.status(statuses[attempt] ?? 0));
      await test.pass(wait);
    }
  }
  assert.equal(test.requests.filter(({ method }) => method === "POST").length, 6);
  assert.deepEqual((await test.subscriptions()).map(({ failures, deliveredVersion }) => [failures, deliveredVersion]), [
    [0, 3],
  ]);
});

Deno.test("Retry-After is respected up to a day", async () => {
  await using test = await testHub();
  await test.send("subscribe", CALLBACK);
  for (
    const [asked, waited] of [["420", 420], ["86400", 86_400], ["86401", 86_400], ["1", 300], ["soon", 300]] as const
  ) {
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

Deno.test("a subscriber that is down for a night stays subscribed, and gets the change later", async () => {
  await using test = await testHub();
  await test.send("subscribe", CALLBACK);
  test.answer(() => ANSWERS.network);
  await test.publish("at night");
  await test.pass(8 * HOUR);
  test.answer(ANSWERS.echo);
  await test.pass(HOUR);
  assert.equal(new TextDecoder().decode(test.requests.at(-1)?.body), "/feed.xml at night");
  assert.deepEqual((await test.subscriptions()).map(({ failures }) => failures), [0]);
});

Deno.test("a reset kept connection uses no attempt, unless the next attempt is reset too", async () => {
  const closed: OutboundAnswer = { kind: "failed", failure: "closed" };
  await using test = await testHub();
  await test.send("subscribe", CALLBACK);
  const answers = [closed, ANSWERS.network, closed, ANSWERS.network];
  test.answer(() => answers.shift() ?? ANSWERS.status(204));
  await test.publish("second");
  const posts = () => test.requests.filter(({ method }) => method === "POST").length;
  for (const [wait, count] of [[2000, 2], [5 * MINUTE, 4], [8 * HOUR, 5]] as const) {
    await test.pass(wait - 1);
    assert.ok(posts() < count);
    await test.pass(1);
    assert.equal(posts(), count);
  }
  assert.equal((await test.subscriptions())[0]?.failures, 0);
  test.answer(() => closed);
  await test.publish("third");
  await test.pass(2000);
  assert.equal(posts(), 7);
  assert.equal((await test.subscriptions())[0]?.failures, 1);
});

/** Makes three deliveries fail; the callback's answers follow. */
async function denied(test: TestHub): Promise<() => number> {
  await test.send("subscribe", CALLBACK);
  test.answer(() => ANSWERS.network);
  await test.publish(`missed at ${test.clock.now()}`);
  for (const wait of [2000, 5 * MINUTE, 8 * HOUR]) await test.pass(wait);
  assert.deepEqual(await test.subscriptions(), []);
  return () => test.requests.filter(({ target }) => target.includes("hub.mode=denied")).length;
}

Deno.test("a denial is repeated after an hour, a day and three days without a 2xx", async () => {
  for (const answer of [ANSWERS.network, ANSWERS.status(503), ANSWERS.status(404), ANSWERS.status(302)]) {
    await using test = await testHub();
    const told = await denied(test);
    test.answer(() => answer);
    assert.equal(told(), 1);
    for (const [wait, count] of [[HOUR, 2], [23 * HOUR, 3], [48 * HOUR, 4]] as const) {
      await test.pass(wait - 1);
      assert.equal(told(), count - 1);
      await test.pass(1);
      assert.equal(told(), count);
    }
    await test.pass(1000 * HOUR);
    assert.equal(told(), 4);
    assert.deepEqual(await Array.fromAsync(test.kv.list({ prefix: ["denial"] })), []);
  }
});

Deno.test("a denial is not repeated after a 2xx, or once its subscriber has subscribed again", async () => {
  await using test = await testHub();
  const told = await denied(test);
  test.answer(ANSWERS.echo);
  await test.pass(100 * HOUR);
  assert.equal(told(), 2);

  assert.equal(await denied(test).then((told) => told()), 3);
  test.answer(ANSWERS.echo);
  await test.send("subscribe", CALLBACK);
  await test.send("unsubscribe", CALLBACK);
  await test.pass(100 * HOUR);
  assert.equal(told(), 3);
});

Deno.test("a kill while a denial is sent uses up none of its attempts", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = new FakeClock();
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<OutboundAnswer>()];
  await using killed = await testHub({ kv, clock });
  await killed.send("subscribe", CALLBACK);
  killed.answer(() => ANSWERS.network);
  await killed.publish("missed");
  for (const wait of [2000, 5 * MINUTE]) await killed.pass(wait);
  killed.answer(({ method }) => {
    if (method === "POST") return ANSWERS.network;
    asked.resolve();
    return answered.promise;
  });
  const ended = killed.pass(8 * HOUR);
  await asked.promise;
  const deniedAt = clock.now();

  await using next = await testHub({ kv, clock });
  next.answer(() => ANSWERS.network);
  for (const after of [21_000, HOUR, 24 * HOUR, 72 * HOUR]) {
    const before = next.requests.length;
    clock.set(deniedAt + after - 1);
    await next.settle();
    assert.equal(next.requests.length, before);
    clock.set(deniedAt + after);
    await next.settle();
    assert.equal(next.requests.length, before + 1, String(after));
  }
  answered.resolve(ANSWERS.network);
  await ended;
});

Deno.test("a callback that answers 410 is removed at once, without a denial", async () => {
  await using test = await testHub({
    subscriber: (request) => request.method === "GET" ? ANSWERS.echo(request) : ANSWERS.status(410),
  });
  await test.send("subscribe", CALLBACK);
  await test.publish("second");
  await test.pass(2000);
  assert.deepEqual(await test.subscriptions(), []);
  assert.deepEqual(test.requests.map(({ method }) => method), ["GET", "POST"]);
  assert.match(String(test.records.find(({ event }) => event === "removal")?.["reason"]), /gone/);
});

Deno.test("a retry job does nothing if the subscription has caught up", async () => {
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

Deno.test("a retry due while a change waits for its quiet time sends the change once", async () => {
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
