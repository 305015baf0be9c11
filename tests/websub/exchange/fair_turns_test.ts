import assert from "node:assert/strict";
import { fc, runs } from "../../support/properties.ts";
import { DestinationLimits } from "../../../websub/exchange/destination_limits.ts";
import { ExchangePlaces } from "../../../websub/exchange/exchange_places.ts";
import { FairTurns, type Turn, type WaitingCall } from "../../../websub/exchange/fair_turns.ts";

const HOUR = 3_600_000;
const LIMITS = { perSecond: 2, perHour: 600 };
const SILENT_MS = 3333;

function limits(of = LIMITS): DestinationLimits {
  return new DestinationLimits({ now: () => 0 }, of);
}

function call(id: string, more: Partial<WaitingCall> = {}): WaitingCall {
  return { id, kind: "first", network: `network of ${id}`, host: `${id}.example`, domain: `${id}.example`, ...more };
}

/** A hub whose callbacks never answer. `addressOf` is their DNS; null if it fails. */
class SilentWorld {
  readonly places = new ExchangePlaces(64, 2);
  readonly turns = new FairTurns<WaitingCall>(this.places, limits());
  readonly begun = new Map<string, number>();
  readonly sent: { readonly domain: string; readonly address: string | null; readonly at: number }[] = [];
  readonly #ends: { readonly turn: Turn<WaitingCall>; readonly at: number }[] = [];
  now = 0;

  constructor(readonly addressOf: (call: WaitingCall) => string | null = ({ domain }) => `at ${domain}`) {}

  add(call: WaitingCall): void {
    this.turns.add(call, this.now);
    this.#begin();
  }

  pass(milliseconds: number): void {
    const end = this.now + milliseconds;
    for (let next = this.#begin(); this.now < end; next = this.#begin()) {
      this.now = Math.min(end, next, ...this.#ends.map(({ at }) => at));
      for (const ended of this.#ends.filter(({ at }) => at <= this.now)) {
        this.#ends.splice(this.#ends.indexOf(ended), 1);
        this.turns.end(ended.turn, this.now);
      }
    }
  }

  /** Begins calls while it may. Returns the time of the next try; `Infinity` to wait for the end of a call. */
  #begin(): number {
    for (;;) {
      const turn = this.turns.next(this.now);
      if (typeof turn === "number") return turn;
      const { call } = turn;
      const address = this.addressOf(call);
      if (turn.state === "resolving" && address !== null) {
        if (!this.turns.locate(turn, { address, family: 4 }, this.now)) continue;
      }
      this.begun.set(call.id, this.now);
      this.sent.push({ domain: call.domain, address, at: this.now });
      if (address === null) this.turns.end(turn, this.now);
      else this.#ends.push({ turn, at: this.now + SILENT_MS });
    }
  }
}

function mostWithin(milliseconds: number, times: readonly number[]): number {
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + milliseconds).length));
}

Deno.test("a new network is called at once, however many silent callbacks a few networks request", () => {
  const parties = fc.oneof(
    fc.record({ networks: fc.integer({ min: 1, max: 24 }), domains: fc.integer({ min: 1, max: 400 }) }),
    // Many networks, with callbacks of a wildcard domain.
    fc.record({ networks: fc.integer({ min: 25, max: 400 }), domains: fc.constant(1) }),
  );
  const attack = fc.record({
    // An attacker may subscribe honestly once, and then renew with a silent callback.
    kind: fc.constantFrom("first", "renewal"),
    parties,
    requests: fc.integer({ min: 1, max: 400 }),
    at: fc.integer({ min: 0, max: 20_000 }),
  });
  fc.assert(
    fc.property(attack, ({ kind, parties: { networks, domains }, requests, at }) => {
      const world = new SilentWorld();
      for (let n = 0; n < requests; n++) {
        const domain = `d${n % domains}.example`;
        const network = `network ${n % networks}`;
        world.add(call(`attack ${n}`, { kind, network, host: `h${n}.${domain}`, domain }));
      }
      world.pass(at);
      world.add(call("stranger"));
      world.pass(5000);
      assert.ok(world.begun.has("stranger"), "The stranger was not called within five seconds.");
    }),
    runs(60),
  );
});

Deno.test("no domain and no address is called or looked up more than twice a second, nor too often in an hour", () => {
  // First many domains at one address, then one domain at many addresses, then one whose names are not found.
  for (const addressOf of [() => "victim", ({ host }: WaitingCall) => `at ${host}`, () => null]) {
    const world = new SilentWorld(addressOf);
    const domainOf = (n: number) => addressOf(call("", { host: "" })) === "victim" ? `d${n}.example` : "victim.example";
    for (let n = 0; n < 1500; n++) {
      world.add(call(`${n}`, { network: `network ${n % 40}`, host: `h${n}`, domain: domainOf(n) }));
    }
    world.pass(HOUR / 2);
    const times = world.sent.map(({ at }) => at);
    assert.ok(mostWithin(1000, times) <= LIMITS.perSecond);
    assert.ok(times.length <= LIMITS.perHour);
    assert.ok(times.length > LIMITS.perHour / 2, "All that is allowed is used.");
    const before = times.length;
    world.pass(HOUR);
    assert.ok(world.sent.filter(({ at }) => at > world.now - HOUR).length <= LIMITS.perHour);
    assert.ok(world.sent.length > before + LIMITS.perHour / 3, "It goes on.");
  }
});

Deno.test("renewals precede new networks, and repeated tries have separate places from first tries", () => {
  const world = new SilentWorld();
  for (let n = 0; n < 40; n++) world.add(call(`later ${n}`, { kind: "later" }));
  const later = world.begun.size;
  world.add(call("stranger"));
  assert.ok(world.begun.has("stranger"));
  for (let n = 0; n < 40; n++) world.add(call(`stranger ${n}`));
  assert.equal(world.places.free("verification"), 0);
  assert.equal(world.begun.size, later + world.places.most("verification"));
  world.add(call("renewal", { kind: "renewal" }));
  world.pass(SILENT_MS);
  assert.equal(world.begun.get("renewal"), SILENT_MS);
  assert.ok([...world.begun].findIndex(([id]) => id === "renewal") === later + world.places.most("verification"));
});

Deno.test("waiting networks take turns, and so do the domains of each", () => {
  const places = new ExchangePlaces(4, 9);
  const turns = new FairTurns<WaitingCall>(places, limits({ perSecond: 0, perHour: 0 }));
  const add = (id: string, network: string, domain: string) => turns.add(call(id, { network, domain }), 0);
  for (const n of [1, 2, 3]) add(`a${n}`, "a", "a.example");
  for (const n of [1, 2]) add(`a other ${n}`, "a", "other.example");
  for (const n of [1, 2]) add(`b${n}`, "b", "b.example");
  const order: string[] = [];
  for (let turn = turns.next(0); typeof turn !== "number"; turn = turns.next(0)) {
    assert.ok(turns.locate(turn, { address: `of ${turn.call.id}`, family: 4 }, 0));
    order.push(turn.call.id);
    turns.end(turn, 0);
  }
  assert.deepEqual(order, ["a1", "b1", "a other 1", "b2", "a2", "a other 2", "a3"]);
  assert.equal(turns.waiting, 0);
});

Deno.test("newer requests replace waiting ones, and calls waiting for an address keep their turn", () => {
  const places = new ExchangePlaces(4, 9);
  const turns = new FairTurns<WaitingCall>(places, limits());
  const to = { address: "192.0.2.1", family: 4 };
  turns.add(call("first"), 0);
  const first = turns.next(0);
  assert.ok(typeof first !== "number" && turns.locate(first, to, 0));
  turns.end(first, 0);
  turns.add(call("second"), 0);
  const second = turns.next(0);
  // Its address was called just now.
  assert.ok(typeof second !== "number" && !turns.locate(second, to, 0));
  const newer = call("second");
  turns.add(newer, 0);
  assert.equal(turns.waiting, 1);
  assert.equal(turns.next(0), 500);
  const again = turns.next(500);
  assert.ok(typeof again !== "number");
  assert.deepEqual([again.state, again.to, again.call === newer], ["calling", to, true]);
  assert.throws(() => turns.locate(again, to, 500), /A call is calling; expected was resolving/);
});

Deno.test("lateness counts from when only other calls delayed a first verification", () => {
  const world = new SilentWorld();
  for (let n = 0; n < 40; n++) world.add(call(`attack ${n}`, { network: `network ${n % 2}` }));
  assert.equal(world.turns.lateSince(world.now), null, "Both networks have calls under way.");
  for (let n = 0; n < 40; n++) world.add(call(`many ${n}`));
  world.pass(1000);
  world.add(call("stranger"));
  assert.equal(world.turns.lateSince(world.now), 0);
  world.pass(12 * SILENT_MS);
  assert.equal(world.turns.lateSince(world.now), null);
});

Deno.test("a clock that is set back stops no calls", () => {
  const turns = new FairTurns<WaitingCall>(new ExchangePlaces(4, 9), limits());
  const to = { address: "192.0.2.1", family: 4 };
  for (const now of [10 * HOUR, 0]) {
    turns.add(call("a"), now);
    const turn = turns.next(now);
    assert.ok(typeof turn !== "number" && turns.locate(turn, to, now));
    turns.end(turn, now);
  }
});
