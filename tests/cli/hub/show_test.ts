import assert from "node:assert/strict";
import { idOf, pendingOf, seeded, subscriptionOf } from "../../support/hub/hub_seed.ts";

const ok = (stdout: string) => ({ code: 0, stdout, stderr: "" });

Deno.test("hub show shows everything about a subscription, by a prefix of its id", async () => {
  await using store = await seeded();
  const expected = [
    "id              b1b200000000",
    "topic           /reviews.json",
    'topic as asked  "https://reviews.example/reviews.json"',
    "callback        https://a.example/callback?…",
    "",
    "state              attempt 4 of delivery 2 of 3 at 2098-07-01 08:05",
    "lease              864000 seconds",
    "verified           2026-05-01 12:00:30",
    "expires            2099-01-01 00:00:00",
    "delivered          version 3 of 4",
    "failed deliveries  1",
    "next attempt       2098-07-01 08:05:00",
    "signed             no",
    "",
    "WHEN                 VERSION  RESULT   MS",
    "2026-05-01 12:00:30  3        200      120",
    "2026-05-01 12:00:30  4        timeout  120",
    "",
  ].join("\n");
  for (const id of ["b1b2", "B1B2", idOf("b1b2")]) assert.deepEqual(await store.hub("show", id), ok(expected));
});

Deno.test("hub show shows requests and denials too", async () => {
  await using store = await seeded();
  assert.match(
    (await store.hub("show", "a1b2c3")).stdout,
    /A request waits for its verification:\nmode +unsubscribe\n/,
  );
  const { stdout } = await store.hub("show", "f1f2");
  assert.match(stdout, /its subscriber is to be told:\nreason +there is no room\n/);
  assert.doesNotMatch(stdout, /state/);
});

Deno.test("hub show --json gives subscription, request and denial of an id, null for those that do not exist", async () => {
  await using store = await seeded();
  const both = JSON.parse((await store.hub("show", "a1b2", "--json")).stdout);
  assert.equal(both.id, "a1b2c3d4e5f6");
  assert.deepEqual([both.subscription.state, both.subscription.attempts.length], ["up_to_date", 1]);
  assert.deepEqual([both.request.mode, both.denial], ["unsubscribe", null]);
  const denied = JSON.parse((await store.hub("show", "f1f2", "--json")).stdout);
  assert.deepEqual([denied.subscription, denied.request], [null, null]);
  assert.deepEqual(denied.denial, {
    reason: "there is no room",
    denied_at: "2026-05-01T12:00:30.000Z",
    denial_requests: 1,
    next_attempt_at: "2099-01-01T00:00:00.000Z",
  });
});

Deno.test("hub show lists the candidates of an ambiguous prefix", async () => {
  const seed = { subscriptions: { abcd1: subscriptionOf() }, pending: { abcd2: pendingOf() } };
  await using store = await seeded(seed);
  const { code, stdout, stderr } = await store.hub("show", "abcd");
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^2 ids begin with abcd\. .*\nID .*\nabcd10000000 .*\nabcd20000000 .*\n$/);
});
