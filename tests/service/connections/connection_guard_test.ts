import assert from "node:assert/strict";
import { fc } from "../../support/properties.ts";
import type { Connection, Exchange } from "../../../service/connections/connection.ts";
import { ConnectionGuard } from "../../../service/connections/connection_guard.ts";
import { FakeClock } from "../../support/service/fake_clock.ts";

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
  function admit(name: string, address = "192.0.2.1"): Connection | null {
    clock.advance(1);
    return guard.admit(address, () => closed.push(name));
  }
  function admitted(name: string, address?: string): Connection {
    const connection = admit(name, address);
    assert.ok(connection !== null);
    return connection;
  }
  function begin(connection: Connection, hasBody = false): Exchange {
    const exchange = guard.begin(connection, hasBody);
    assert.ok(exchange !== null);
    return exchange;
  }
  /** Answers a request with this many bytes and ends the exchange. */
  function answer(connection: Connection, bytes = 0): void {
    const exchange = begin(connection);
    exchange.send(bytes);
    guard.end(connection, exchange);
  }
  /** Milliseconds until the guard closes a connection as too slow. */
  function closedAfter(milliseconds: number): readonly string[] {
    clock.advance(milliseconds);
    guard.closeLate();
    return [...closed];
  }
  return { clock, guard, closed, admit, admitted, begin, answer, closedAfter };
}

Deno.test("a client has ten seconds for its first header section, and longer between requests", () => {
  const { guard, admitted, answer, closedAfter } = guardOf();
  admitted("silent");
  answer(admitted("used"));
  assert.deepEqual(closedAfter(9_999), []);
  assert.deepEqual(closedAfter(1), ["silent"]);
  assert.deepEqual(closedAfter(65_000 - 1), ["silent"]);
  assert.deepEqual(closedAfter(2), ["silent", "used"]);
  assert.equal(guard.open, 0);
});

Deno.test("each body has thirty seconds of its own, and an answer that is being made as long as it takes", () => {
  const { guard, admitted, begin, closedAfter } = guardOf();
  begin(admitted("body"), true);
  const made = begin(admitted("made"));
  const both = admitted("two bodies");
  begin(both, true);
  closedAfter(20_000);
  guard.end(both, begin(both, true));
  assert.deepEqual(closedAfter(10_001), ["body", "two bodies"]);
  assert.deepEqual(closedAfter(1_000_000), ["body", "two bodies"]);
  made.send(0);
  assert.deepEqual(closedAfter(75_001), ["body", "two bodies", "made"]);
});

Deno.test("an answer gets a second per 10,000 bytes that its client has received", () => {
  const { admitted, answer, begin, closedAfter } = guardOf();
  answer(admitted("short"), 500_000);
  const taken = begin(admitted("taken"));
  const untaken = begin(admitted("untaken"));
  for (let part = 0; part < 10; part++) taken.send(50_000);
  taken.send(0);
  untaken.send(50_000);
  assert.deepEqual(closedAfter(75_000 + 5_000), []);
  assert.deepEqual(closedAfter(1), ["untaken"]);
  assert.deepEqual(closedAfter(45_000 - 10), ["untaken"]);
  assert.deepEqual(closedAfter(10), ["untaken", "short", "taken"]);
  // For 20 MB at once no more than twice the idle time.
  const stalled = begin(admitted("stalled"));
  for (let part = 0; part < 20; part++) stalled.send(1_000_000);
  assert.equal(closedAfter(2 * 75_000).length, 3);
  assert.equal(closedAfter(1).length, 4);
});

Deno.test("a client at its limit loses its longest idle connection, and is refused while all are being answered", () => {
  const { guard, closed, admit, admitted, begin, answer } = guardOf({ perAddress: 2 });
  const other = admitted("other", "192.0.2.2");
  const [first, second] = [admitted("first"), admitted("second")];
  answer(first);
  admitted("third");
  assert.deepEqual(closed, ["first"]);
  guard.leave(second);
  const fourth = admitted("fourth");
  for (const name of ["fifth", "sixth"]) begin(admitted(name));
  assert.deepEqual(closed, ["first", "third", "fourth"]);
  assert.equal(admit("seventh"), null);
  const most_held_by = "192.0.2.1: 2, 192.0.2.2: 1";
  assert.deepEqual(guard.takeReport(), { refused: 1, displaced: 3, most_held_by });
  assert.equal(guard.takeReport(), null);
  guard.leave(other);
  assert.equal(admit("eighth"), null);
  assert.equal(guard.takeReport()?.most_held_by, "192.0.2.1: 2");
  // The connection is already closed.
  guard.leave(fourth);
  assert.equal(guard.open, 2);
});

Deno.test("at the total limit the connection stalled longest is closed, even during an answer", () => {
  const { clock, guard, closed, admit, admitted, begin } = guardOf({ total: 4, perAddress: 0 });
  const [first, second] = [admitted("first"), admitted("second", "192.0.2.2")];
  const answered = begin(first);
  begin(admitted("body"), true);
  admitted("third");
  admitted("fourth");
  assert.deepEqual(closed, ["second"]);
  guard.leave(second);
  clock.advance(1);
  answered.send(0);
  for (const name of ["fifth", "sixth", "seventh", "eighth"]) admitted(name);
  assert.deepEqual(closed, ["second", "body", "third", "fourth", "first"]);
  for (let n = 0; n < 4; n++) begin(admitted(`busy ${n}`));
  assert.equal(admit("refused"), null);
  assert.equal(guard.open, 4);
});

Deno.test("at the total limit, the client with the most connections loses one, and a reader with one keeps it", () => {
  const { closed, admitted } = guardOf({ total: 7 });
  admitted("reader", "192.0.2.9");
  for (let n = 0; n < 6; n++) admitted(`${n}`, `198.51.100.${n % 2}`);
  for (let n = 6; n < 20; n++) admitted(`${n}`, `198.51.100.${n % 3}`);
  assert.ok(!closed.includes("reader"));
  assert.equal(closed.length, 14);
  assert.equal(closed[0], "0");
});

Deno.test("from the third on, each running request of a connection takes a place", () => {
  const { guard, closed, admit, admitted, begin } = guardOf({ total: 6, perAddress: 5 });
  const many = admitted("many");
  const exchanges = Array.from({ length: 5 }, () => begin(many));
  admitted("idle");
  admitted("idle, in the place of the first");
  assert.deepEqual(closed, ["idle"]);
  // Its own idle connection makes room for a sixth request, and nothing for a seventh.
  begin(many);
  assert.deepEqual(closed, ["idle", "idle, in the place of the first"]);
  assert.equal(guard.begin(many, false), null);
  assert.equal(admit("refused"), null);
  for (const exchange of exchanges) guard.end(many, exchange);
  admitted("admitted again");
  for (const name of ["second", "third", "fourth"]) admitted(name);
  assert.equal(closed.length, 2);
  // Time at which the first connection was displaced.
  assert.equal(guard.takeReport()?.most_held_by, "192.0.2.1: 5");
  guard.leave(many);
  assert.equal(guard.open, 4);
});

Deno.test("an IPv6 client is its /64, an IPv4 client the same when it is mapped, and a proxy no client", () => {
  const { closed, admitted } = guardOf({ perAddress: 1 }, (address) => address === "203.0.113.1");
  admitted("v6", "2001:db8:0:1::1");
  admitted("v6 next door", "2001:db8:0:2::1");
  admitted("v6 again", "2001:db8:0:1:ffff::2");
  admitted("v4", "198.51.100.1");
  admitted("v4 mapped", "::ffff:198.51.100.1");
  for (let n = 0; n < 5; n++) admitted("proxied", "203.0.113.1");
  assert.deepEqual(closed, ["v6", "v4"]);
});

Deno.test("without free descriptors, idle connections are closed and the limit of connections sinks", () => {
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

Deno.test("a slow answer does not protect further requests of its connection whose client stalls", () => {
  const { closed, admitted, begin } = guardOf({ total: 4, perAddress: 0 });
  const [made, mixed] = [admitted("made"), admitted("mixed", "192.0.2.2")];
  begin(made);
  begin(mixed);
  begin(mixed).send(0);
  begin(mixed).send(0);
  admitted("idle", "192.0.2.3");
  admitted("second", "192.0.2.4");
  admitted("third", "192.0.2.5");
  assert.deepEqual(closed, ["mixed"]);
});

Deno.test("a request of a connection that has been closed takes no place of others", () => {
  const { guard, closed, admitted, begin } = guardOf({ total: 2, perAddress: 0 });
  const left = admitted("left");
  begin(left, true);
  begin(left, true);
  guard.leave(left);
  for (const n of [2, 3]) admitted(`${n}`, `192.0.2.${n}`);
  assert.deepEqual([guard.begin(left, false), closed], [null, []]);
});

const PROXY = "192.0.2.0";

/** State of a connection in the test. */
interface Known {
  readonly address: string;
  readonly connection: Connection;
  readonly exchanges: Exchange[];
}

const EVENTS = ["admit", "begin", "begin a body", "send", "end", "leave", "late"] as const;
const steps = fc.array(
  fc.record({
    event: fc.constantFrom(...EVENTS),
    address: fc.nat(4),
    which: fc.nat(1000),
    milliseconds: fc.nat(20_000),
  }),
  { minLength: 40, maxLength: 200, size: "max" },
);

/** Number of places of a connection: its own, and one for each request from the third on. */
function placesOf(known: Iterable<Known>): number {
  return [...known].reduce((sum, { exchanges }) => sum + Math.max(1, exchanges.length - 1), 0);
}

Deno.test("places match open connections and requests after any client actions, and all return", () => {
  fc.assert(fc.property(steps, (steps) => {
    const clock = new FakeClock();
    const limits = { ...LIMITS, total: 12, perAddress: 5 };
    const guard = new ConnectionGuard(limits, (address) => address === PROXY, clock.now);
    const open = new Set<Known>();
    const gone: Known[] = [];
    const of = (address: string) => [...open].filter((known) => known.address === address);
    function admit(address: string): void {
      const connection = guard.admit(address, () => {
        assert.ok(open.delete(known!), "It was closed twice.");
        gone.push(known!);
      });
      const known = connection && { address, connection, exchanges: [] };
      if (known !== null) open.add(known);
    }

    for (const { event, address, which, milliseconds } of steps) {
      clock.advance(milliseconds);
      // Closed connections still get `end` and `leave` events.
      const all = [...open, ...event === "end" || event === "leave" ? gone : []];
      const known = all[which % all.length];
      const exchange = known?.exchanges[which % known.exchanges.length];
      if (event === "admit") admit(`192.0.2.${address}`);
      else if (event === "late") guard.closeLate();
      else if (event === "begin" || event === "begin a body") {
        const begun = known && guard.begin(known.connection, event === "begin a body");
        if (begun) known.exchanges.push(begun);
      } else if (event === "send" && exchange) exchange.send(which % 1_000_000);
      else if (event === "end" && known && exchange) {
        guard.end(known.connection, exchange);
        known.exchanges.splice(known.exchanges.indexOf(exchange), 1);
      } else if (event === "leave" && known) {
        guard.leave(known.connection);
        open.delete(known);
      }
      assert.equal(guard.open, open.size);
      assert.ok(placesOf(open) <= limits.total);
      for (const { address } of open) assert.ok(address === PROXY || placesOf(of(address)) <= limits.perAddress);
    }
    for (const { connection } of [...open, ...gone]) guard.leave(connection);
    open.clear();
    gone.length = 0;
    for (let n = 0; n < limits.total; n++) admit(`198.51.100.${n}`);
    assert.deepEqual([open.size, gone.length], [limits.total, 0]);
    admit("203.0.113.1");
    assert.deepEqual([open.size, gone.length], [limits.total, 1]);
  }));
});
