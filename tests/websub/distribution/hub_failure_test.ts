import assert from "node:assert/strict";
import type { OutboundAnswer } from "../../../outbound/outbound_client.ts";
import type { HubRecord } from "../../../websub/hub_log.ts";
import { DEFAULT_HUB_SETTINGS } from "../../../websub/hub_settings.ts";
import { FakeClock } from "../../support/service/fake_clock.ts";
import { ANSWERS, type TestHub, testHub } from "../../support/hub/test_hub.ts";

const CALLBACK = "https://subscriber.example/cb?t=1";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Waits before each attempt until the end, the first after the quiet time. */
const WAITS = [2000, ...DEFAULT_HUB_SETTINGS.retrySeconds.map((seconds) => seconds * 1000)];

Deno.test("three deliveries are fifteen attempts in three days, with ever longer waits, and the third failed one ends the subscription", async () => {
  await using test = await testHub({ subscribed: CALLBACK });
  test.answer(() => ANSWERS.status(500));
  await test.publish("second");
  for (const [made, wait] of WAITS.entries()) {
    assert.ok(made < 2 || wait > (WAITS[made - 1] ?? 0));
    await test.pass(wait - 1);
    assert.equal(test.deliveries().length, made);
    await test.pass(1);
    assert.equal(test.deliveries().length, made + 1);
  }
  assert.ok(WAITS.reduce((sum, wait) => sum + wait) >= 72 * HOUR);
  const numbers = test.records.filter(({ event }) => event === "distribution");
  const expected = [1, 2, 3].flatMap((delivery) => [1, 2, 3, 4, 5].map((attempt) => [delivery, attempt]));
  assert.deepEqual(numbers.map(({ delivery, attempt }) => [delivery, attempt]), expected);
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

/**
 * Lets a subscriber be away while there are changes. Returns the time from its return to the delivery of the newest
 * one, in milliseconds; null if the subscription has ended.
 *
 * @param changes Times of the changes since the beginning of the outage.
 */
async function staleAfter(outage: number, changes: readonly number[], random: () => number): Promise<number | null> {
  await using test = await testHub({ parts: { random }, subscribed: CALLBACK });
  const begun = test.clock.now();
  test.answer(() => ANSWERS.network);
  for (const at of changes) {
    await test.pass(begun + at - test.clock.now());
    await test.publish(`at ${at}`, ["/feed.xml"]);
  }
  await test.pass(begun + outage - test.clock.now());
  if ((await test.subscriptions()).length === 0) return null;
  const back = Promise.withResolvers<number>();
  test.answer((request) => {
    back.resolve(test.clock.now());
    return ANSWERS.echo(request);
  });
  await test.pass(30 * HOUR);
  assert.equal(test.lastBody(), `/feed.xml at ${changes.at(-1)}`);
  return await back.promise - begun - outage;
}

/** Returns the longest time from a return to the delivery, in milliseconds: that of a return just after an attempt. */
async function longestStale(outage: number): Promise<number> {
  let longest = 0;
  let lasts = 0;
  for (let attempts = 1; (lasts += WAITS[attempts - 1] ?? Infinity) < outage; attempts++) {
    // Only the wait after that attempt is spread.
    let made = 0;
    const random = () => ++made === attempts ? 0.999 : 0;
    const stale = await staleAfter(outage, [outage - lasts - 1], random);
    longest = Math.max(longest, stale ?? Infinity);
  }
  return longest;
}

Deno.test("subscribe.md states after which absence a change comes when, and whether the subscription lives", async () => {
  const page = await Deno.readTextFile("docs/subscribe.md");
  const rows = page.matchAll(/^\| (\d+) (min|h) +\| within (\d+) (minutes|hours) +\| lives +\|$/gm);
  const time = (count = "", unit = "") => Number(count) * (/^h/.test(unit) ? HOUR : MINUTE);
  const stated = Array.from(rows, ([, away, unit, within, of]) => [time(away, unit), time(within, of)] as const);
  assert.deepEqual(stated.map(([away]) => away), [5 * MINUTE, HOUR, 7 * HOUR, 24 * HOUR, 62 * HOUR]);
  for (const [away, within] of stated) {
    const longest = await longestStale(away);
    const unit = within < 3 * HOUR ? MINUTE : HOUR;
    assert.equal(Math.ceil(longest / unit) * unit, within, `${away / HOUR} h: ${longest / MINUTE} minutes`);
  }
  assert.equal(await staleAfter(90 * HOUR, [0], () => 0.999), null);
});

Deno.test("a newer change is sent at once if the last attempt is ten minutes old, and its failure counts for nothing", async () => {
  const lasts = WAITS.reduce((sum, wait) => sum + wait);
  let [ended, now] = [0, () => 0];
  const attempts: (readonly [at: number, delivery: unknown])[] = [];
  const record = ({ event, delivery }: HubRecord) => {
    if (event === "removal") ended = now();
    if (event === "distribution") attempts.push([now(), delivery]);
  };
  await using test = await testHub({ parts: { record } });
  now = test.clock.now;
  await test.send("subscribe", CALLBACK);
  test.answer(() => ANSWERS.network);
  const begun = now();
  while (now() < begun + lasts) {
    await test.publish(`at ${now()}`, ["/feed.xml"]);
    await test.pass(7 * MINUTE);
  }
  assert.equal(ended, begun + lasts);
  const [due, early] = [true, false].map((isDue) => attempts.filter(([, delivery]) => (delivery !== null) === isDue));
  assert.equal(due?.length, 15);
  assert.ok((early?.length ?? 0) > 250);
  const ages = attempts.slice(1).map(([at], before) => at - (attempts[before]?.[0] ?? 0));
  assert.ok(ages.every((age, next) => attempts[next + 1]?.[1] !== null || age >= 10 * MINUTE));
  // The subscriber is away between two attempts of which the second would be hours later.
  assert.equal(await staleAfter(40 * HOUR, [0, HOUR, 40 * HOUR + 1], () => 0), 2001);
});

/** Makes three deliveries fail. Returns a function that counts the denials. */
async function denied(test: TestHub): Promise<() => number> {
  await test.send("subscribe", CALLBACK);
  test.answer(() => ANSWERS.network);
  await test.publish(`missed at ${test.clock.now()}`);
  for (const wait of WAITS) await test.pass(wait);
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
  await using killed = await testHub({ kv, clock, subscribed: CALLBACK });
  killed.answer(() => ANSWERS.network);
  await killed.publish("missed");
  for (const wait of WAITS.slice(0, -1)) await killed.pass(wait);
  killed.answer(({ method }) => {
    if (method === "POST") return ANSWERS.network;
    asked.resolve();
    return answered.promise;
  });
  const ended = killed.pass(WAITS.at(-1) ?? 0);
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

Deno.test("a retry due while a change waits for its quiet time sends the change once", async () => {
  await using test = await testHub({ subscribed: CALLBACK });
  test.answer(() => ANSWERS.network);
  await test.publish("missed");
  await test.pass(2000 + 30_000 - 1000);
  test.answer(ANSWERS.echo);
  await test.publish("newest");
  const before = test.requests.length;
  await test.pass(1999);
  assert.equal(test.requests.length, before);
  await test.pass(MINUTE);
  assert.equal(test.requests.length, before + 1);
  assert.equal(test.lastBody(), "/feed.xml newest");
});
