import assert from "node:assert/strict";
import { isTopicAbandoned, takeTopicLease } from "../../websub/topic_lease.ts";
import { FakeClock } from "../support/service/fake_clock.ts";

Deno.test("a topic has one holder at a time, until it lets go", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = new FakeClock();
  const first = await takeTopicLease(kv, clock, "/feed.xml", "one");
  assert.ok(first?.holds());
  assert.equal(await takeTopicLease(kv, clock, "/feed.xml", "two"), null);
  const other = await takeTopicLease(kv, clock, "/reviews.json", "two");
  await first?.release();
  const second = await takeTopicLease(kv, clock, "/feed.xml", "two");
  assert.ok(second?.holds());
  await second?.release();
  await other?.release();
  assert.deepEqual(await Array.fromAsync(kv.list({ prefix: [] })), []);
});

Deno.test("of many that want a lease at once one gets it", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = new FakeClock();
  const leases = await Promise.all(
    Array.from({ length: 20 }, (_, n) => takeTopicLease(kv, clock, "/feed.xml", String(n))),
  );
  const taken = leases.filter((lease) => lease !== null);
  assert.equal(taken.length, 1);
  await taken[0]?.release();
});

Deno.test("the lease of a process that died ends after three seconds, and it knows itself that it lost it", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = new FakeClock();
  const dead = await takeTopicLease(kv, clock, "/feed.xml", "dead");
  clock.advance(2999);
  assert.ok(dead?.holds());
  assert.equal(await takeTopicLease(kv, clock, "/feed.xml", "next"), null);
  clock.advance(1);
  assert.equal(dead?.holds(), false);
  const next = await takeTopicLease(kv, clock, "/feed.xml", "next");
  assert.ok(next?.holds());
  // What it lets go too late is no longer its own.
  await dead?.release();
  assert.equal(await takeTopicLease(kv, clock, "/feed.xml", "third"), null);
  await next?.release();
});

Deno.test("a topic is abandoned when its holder has died, and not while it is held or free", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = new FakeClock();
  assert.equal(await isTopicAbandoned(kv, clock), false);
  const dying = await takeTopicLease(kv, clock, "/api/feed.json", "dying");
  assert.equal(await isTopicAbandoned(kv, clock), false);
  clock.advance(3000);
  assert.equal(await isTopicAbandoned(kv, clock), true);
  await dying?.release();
  assert.equal(await isTopicAbandoned(kv, clock), false);
});

Deno.test("a lease from before the clock was put back holds nobody up", async () => {
  using kv = await Deno.openKv(":memory:");
  const hourAhead = { now: () => Date.now() + 3_600_000 };
  const dead = await takeTopicLease(kv, hourAhead, "/feed.xml", "dead");
  const next = await takeTopicLease(kv, { now: Date.now }, "/feed.xml", "next");
  assert.ok(next?.holds());
  await dead?.release();
  assert.equal(await takeTopicLease(kv, { now: Date.now }, "/feed.xml", "third"), null);
  await next?.release();
});
