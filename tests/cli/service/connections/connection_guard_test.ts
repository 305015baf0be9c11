import assert from "node:assert/strict";
import { ConnectionGuard, type GuardedConnection } from "../../../../cli/service/connections/connection_guard.ts";
import { FakeClock } from "../../../support/service/fake_clock.ts";

const LIMITS = {
  total: 100,
  perAddress: 10,
  headersMilliseconds: 10_000,
  bodyMilliseconds: 30_000,
  idleMilliseconds: 75_000,
};

function guardOf(limits: Partial<typeof LIMITS> = {}, hasNoShare: (address: string) => boolean = () => false) {
  const clock = new FakeClock();
  const guard = new ConnectionGuard({ ...LIMITS, ...limits }, hasNoShare, clock.now);
  const closed: string[] = [];
  function admit(name: string, address = "192.0.2.1"): GuardedConnection | null {
    clock.advance(1);
    return guard.admit(address, () => closed.push(name));
  }
  function admitted(name: string, address?: string): GuardedConnection {
    const connection = admit(name, address);
    assert.ok(connection !== null);
    return connection;
  }
  return { clock, guard, closed, admit, admitted };
}

Deno.test("a client has ten seconds for its first header section, and longer between requests", () => {
  const { clock, guard, closed, admitted } = guardOf();
  admitted("silent");
  const used = admitted("used");
  used.begin(false);
  used.end(false, 0);
  clock.advance(9_999);
  guard.closeLate();
  assert.deepEqual(closed, []);
  clock.advance(1);
  guard.closeLate();
  assert.deepEqual(closed, ["silent"]);
  clock.advance(65_000 - 1);
  guard.closeLate();
  assert.deepEqual(closed, ["silent"]);
  clock.advance(2);
  guard.closeLate();
  assert.deepEqual(closed, ["silent", "used"]);
  assert.equal(guard.open, 0);
});

Deno.test("a body has thirty seconds, an answer without one and a stream as long as they take", () => {
  const { clock, guard, closed, admitted } = guardOf();
  admitted("body").begin(true);
  const answering = admitted("stream");
  answering.begin(false);
  const both = admitted("two bodies");
  both.begin(true);
  clock.advance(20_000);
  both.begin(true);
  both.end(true, 0);
  clock.advance(10_001);
  guard.closeLate();
  assert.deepEqual(closed, ["body"]);
  clock.advance(20_000);
  guard.closeLate();
  assert.deepEqual(closed, ["body", "two bodies"]);
  clock.advance(1_000_000);
  guard.closeLate();
  assert.deepEqual(closed, ["body", "two bodies"]);
  answering.end(false, 0);
  clock.advance(75_001);
  guard.closeLate();
  assert.deepEqual(closed, ["body", "two bodies", "stream"]);
});

Deno.test("an answer has a second for each 10,000 bytes before its connection counts as idle", () => {
  const { clock, guard, closed, admitted } = guardOf({ total: 2 });
  const reading = admitted("reading");
  reading.begin(false);
  reading.end(false, 1_000_000);
  admitted("silent");
  admitted("new");
  assert.deepEqual(closed, ["silent"]);
  clock.advance(100_000 + 75_000 - 10);
  guard.closeLate();
  assert.deepEqual(closed, ["silent", "new"]);
  clock.advance(10);
  guard.closeLate();
  assert.deepEqual(closed, ["silent", "new", "reading"]);
});

Deno.test("a client with its share loses its own quietest connection, and is refused while it is answered on all", () => {
  const { guard, closed, admit, admitted } = guardOf({ perAddress: 2 });
  admitted("other", "192.0.2.2");
  const [first, second] = [admitted("first"), admitted("second")];
  first.begin(false);
  first.end(false, 0);
  admitted("third");
  assert.deepEqual(closed, ["first"]);
  guard.leave(second);
  const fourth = admitted("fourth");
  for (const name of ["fifth", "sixth"]) admitted(name).begin(false);
  assert.deepEqual(closed, ["first", "third", "fourth"]);
  assert.equal(admit("seventh"), null);
  assert.deepEqual(guard.takeReport(), { refused: 1, displaced: 3 });
  assert.deepEqual(guard.takeReport(), { refused: 0, displaced: 0 });
  // It has been closed already.
  guard.leave(fourth);
  assert.equal(guard.open, 3);
});

Deno.test("in all, the connection that has been quiet longest makes room", () => {
  const { clock, guard, closed, admit, admitted } = guardOf({ total: 3, perAddress: 0 });
  const [first, second] = [admitted("first"), admitted("second", "192.0.2.2")];
  first.begin(false);
  admitted("third");
  admitted("fourth");
  assert.deepEqual(closed, ["second"]);
  guard.leave(second);
  clock.advance(1);
  first.end(false, 0);
  admitted("fifth");
  admitted("sixth");
  admitted("seventh");
  assert.deepEqual(closed, ["second", "third", "fourth", "first"]);
  for (let n = 0; n < 3; n++) admit(`busy ${n}`)?.begin(false);
  assert.equal(admit("refused"), null);
  assert.equal(guard.open, 3);
});

Deno.test("in all, whoever has most connections makes room, and a reader with one keeps it", () => {
  const { closed, admitted } = guardOf({ total: 7 });
  admitted("reader", "192.0.2.9");
  for (let n = 0; n < 6; n++) admitted(`${n}`, `198.51.100.${n % 2}`);
  for (let n = 6; n < 20; n++) admitted(`${n}`, `198.51.100.${n % 3}`);
  assert.ok(!closed.includes("reader"));
  assert.equal(closed.length, 14);
  assert.equal(closed[0], "0");
});

Deno.test("an IPv6 client is its /64, an IPv4 client the same when it is mapped, and a proxy no client", () => {
  const { closed, admitted } = guardOf({ perAddress: 1 }, (address) => address === "203.0.113.1");
  admitted("v6", "2001:db8:0:1::1");
  admitted("v6 next door", "2001:db8:0:2::1");
  admitted("v6 again", "2001:db8:0:1:ffff::2");
  assert.deepEqual(closed, ["v6"]);
  admitted("v4", "198.51.100.1");
  admitted("v4 mapped", "::ffff:198.51.100.1");
  assert.deepEqual(closed, ["v6", "v4"]);
  for (let n = 0; n < 5; n++) admitted("proxied", "203.0.113.1");
  assert.deepEqual(closed, ["v6", "v4"]);
});

Deno.test("when descriptors run out, quiet connections close and there is less room from then on", () => {
  const { guard, closed, admitted } = guardOf({ perAddress: 0 });
  for (let n = 0; n < 60; n++) admitted(`${n}`);
  guard.outOfDescriptors();
  assert.equal(guard.open, 28);
  assert.equal(closed.length, 32);
  admitted("new");
  assert.equal(guard.open, 28);
  guard.outOfDescriptors();
  guard.outOfDescriptors();
  assert.equal(guard.open, 16);
});
