import assert from "node:assert/strict";
import { fc } from "../../support/properties.ts";
import type { Connection, Exchange } from "../../../service/connections/connection.ts";
import { ConnectionGuard } from "../../../service/connections/connection_guard.ts";
import { FakeClock } from "../../support/service/fake_clock.ts";

const LIMITS = {
  total: 12,
  perAddress: 5,
  headersMilliseconds: 10_000,
  bodyMilliseconds: 30_000,
  idleMilliseconds: 75_000,
};
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
    const guard = new ConnectionGuard(LIMITS, (address) => address === PROXY, clock.now);
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
      assert.ok(placesOf(open) <= LIMITS.total);
      for (const { address } of open) assert.ok(address === PROXY || placesOf(of(address)) <= LIMITS.perAddress);
    }
    for (const { connection } of [...open, ...gone]) guard.leave(connection);
    open.clear();
    gone.length = 0;
    for (let n = 0; n < LIMITS.total; n++) admit(`198.51.100.${n}`);
    assert.deepEqual([open.size, gone.length], [LIMITS.total, 0]);
    admit("203.0.113.1");
    assert.deepEqual([open.size, gone.length], [LIMITS.total, 1]);
  }));
});
