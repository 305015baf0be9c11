import type { Address } from "../../outbound/public_address.ts";
import { clientNetwork } from "../request/client_network.ts";
import type { DestinationLimits } from "./destination_limits.ts";
import type { ExchangePlaces } from "./exchange_places.ts";

// States of a call, with the events that change them:
//
// | State     | Event                                    | Next                                       |
// | --------- | ---------------------------------------- | ------------------------------------------ |
// | (none)    | `add`                                    | waiting, in the line of network and domain |
// | waiting   | `next`, the address is not known         | resolving, with a place                    |
// | waiting   | `next`, the address is known             | calling, with a place                      |
// | resolving | `locate`, domain and address have room   | calling                                    |
// | resolving | `locate`, one of them has none           | waiting, at the front of its line          |
// | resolving | `end`, the address was not found         | (none)                                     |
// | calling   | `end`                                    | (none)                                     |
//
// The client networks take turns, and within a network the domains of its callbacks. No network, domain or address has
// more running calls than there are free places. So a single network gets at most half of all places, and a new network
// always finds one. After a slow renewal or first try, all calls of a network are `later` calls for ten minutes.

/** A waiting call to a callback. */
export interface WaitingCall {
  /** Unique id: a new call replaces a waiting one with the same id. */
  readonly id: string;
  /** `renewal` goes ahead of `first`; `later` has separate places. */
  readonly kind: "renewal" | "first" | "later";
  /** Network of the client whose request caused the call; empty if there was no request. */
  readonly network: string;
  /** Host and registrable domain of the callback. */
  readonly host: string;
  readonly domain: string;
}

interface Line<Call> {
  /** Time at which the last call of this network ended, in milliseconds since 1970. */
  servedAt: number;
  /** Waiting calls by domain. The domain whose turn is next comes first. */
  readonly domains: Map<string, Turn<Call>[]>;
}

/** A call with its state. */
export interface Turn<Call> {
  call: Call;
  /** The line in which it waits. */
  kind: WaitingCall["kind"];
  state: "waiting" | "resolving" | "calling";
  readonly addedAt: number;
  begunAt: number;
  /** Address to call, and its key for limits (`clientNetwork`); null until resolved. */
  to: Address | null;
  address: string | null;
}

const SLOW_MS = 1000;
const SLOW_FOR_MS = 600_000;
const MOST_SLOW = 10_000;

/** Chooses the next call to make. Makes no call itself. */
export class FairTurns<Call extends WaitingCall> {
  /** Waiting calls by kind, then by network. The network whose turn is next comes first. */
  readonly #lines = { renewal: new Map(), first: new Map(), later: new Map() } as Record<
    WaitingCall["kind"],
    Map<string, Line<Call>>
  >;
  readonly #waiting = new Map<string, Turn<Call>>();
  /** Time of the last slow renewal or first try, by network; the oldest first. */
  readonly #slow = new Map<string, number>();
  readonly #underWay = new Map<string, number>();

  /**
   * @param places Places that running calls take.
   * @param limits Applied to the domain and the address of each call.
   */
  constructor(
    private readonly places: Pick<ExchangePlaces, "free" | "hasPlaceWith" | "take" | "give">,
    private readonly limits: DestinationLimits,
  ) {}

  get waiting(): number {
    return this.#waiting.size;
  }

  add(call: Call, now: number): void {
    const before = this.#waiting.get(call.id);
    const isSlow = now - (this.#slow.get(call.network) ?? -Infinity) < SLOW_FOR_MS;
    const kind = isSlow ? "later" : call.kind;
    const { network, domain } = before?.call ?? {};
    if (before?.kind === kind && network === call.network && domain === call.domain) {
      before.call = call;
      return;
    }
    if (before !== undefined) this.#remove(before);
    this.#wait({ call, kind, state: "waiting", addedAt: now, begunAt: now, to: null, address: null }, "back");
  }

  /** Begins and returns the next call. If none may begin: the time to try again; `Infinity` for the next end. */
  next(now: number): Turn<Call> | number {
    let again = Infinity;
    for (const kind of ["renewal", "first", "later"] as const) {
      const free = this.places.free(poolOf(kind));
      if (free < 1) continue;
      for (const [network, { domains }] of this.#lines[kind]) {
        // Calls without a network have no limit by network.
        if (network !== "" && this.#count(kind, network) >= free) continue;
        for (const [domain, turns] of domains) {
          if (this.#count(kind, domain) >= free) continue;
          const roomAt = this.limits.roomAt(domain, now);
          if (roomAt > now) {
            again = Math.min(again, roomAt);
            continue;
          }
          for (const turn of turns) {
            const { address, call: { host } } = turn;
            const at = address === null ? now : this.limits.roomAt(address, now);
            if (at > now) again = Math.min(again, at);
            else if (address !== null && this.#count(kind, address) >= free) continue;
            else if (this.places.take(poolOf(kind), host)) return this.#begin(turn, now);
          }
        }
      }
    }
    return again;
  }

  /** Sets the address of a resolving call. Returns true if the call may be made now, false if it waits again. */
  locate(turn: Turn<Call>, to: Address, now: number): boolean {
    expect(turn, "resolving");
    const { kind, call: { domain, host } } = turn;
    const address = clientNetwork(to.address);
    turn.to = to;
    turn.address = address;
    const roomAt = Math.max(this.limits.roomAt(domain, now), this.limits.roomAt(address, now));
    // `<=` instead of `<`, because this call itself occupies one of the places.
    const hasShare = this.#count(kind, address) <= this.places.free(poolOf(kind));
    if (roomAt <= now && hasShare) {
      this.#call(turn, now);
      return true;
    }
    this.#add(turn, null, -1);
    // Unless a newer call with this id was added meanwhile.
    if (!this.#waiting.has(turn.call.id)) this.#wait(turn, "front");
    this.places.give(poolOf(kind), host);
    return false;
  }

  /** Ends a call that was made, or whose address was not found. */
  end(turn: Turn<Call>, now: number): void {
    const { kind, call: { network, domain, host } } = turn;
    // A lookup without a result counts, because it has queried the servers of the domain.
    if (turn.state === "resolving") this.limits.spend(domain, now);
    this.#add(turn, turn.state === "calling" ? turn.address : null, -1);
    if (kind !== "later" && now - turn.begunAt > SLOW_MS) this.#putBack(network, now);
    const line = this.#lines[kind].get(network);
    if (line !== undefined) line.servedAt = now;
    this.places.give(poolOf(kind), host);
  }

  /**
   * Time since which a first verification waits only because other networks have the places, in milliseconds since
   * 1970; null if none waits. Verifications whose own network has a running call, or whose destination is limited, do
   * not count.
   */
  lateSince(now: number): number | null {
    let since = Infinity;
    for (const kind of ["renewal", "first"] as const) {
      for (const [network, { servedAt, domains }] of this.#lines[kind]) {
        if (this.#count(kind, network) > 0) continue;
        for (const turn of [...domains.values()].flat()) {
          const { call: { domain, host }, address, addedAt } = turn;
          if (!this.places.hasPlaceWith(host)) continue;
          if (this.#count(kind, domain) > 0 || address !== null && this.#count(kind, address) > 0) continue;
          const room = [domain, ...address === null ? [] : [address]].map((name) => this.limits.roomAt(name, now));
          const at = Math.max(addedAt, servedAt, ...room);
          if (at <= now) since = Math.min(since, at);
        }
      }
    }
    return since === Infinity ? null : since;
  }

  #begin(turn: Turn<Call>, now: number): Turn<Call> {
    expect(turn, "waiting");
    const { kind, call: { network, domain }, address } = turn;
    this.#remove(turn);
    turn.begunAt = now;
    // Moves the network and the domain of this call to the end.
    moveToEnd(this.#lines[kind], network);
    const line = this.#lines[kind].get(network);
    if (line !== undefined) moveToEnd(line.domains, domain);
    this.#add(turn, null, 1);
    turn.state = "resolving";
    if (address !== null) this.#call(turn, now);
    return turn;
  }

  #call(turn: Turn<Call>, now: number): void {
    expect(turn, "resolving");
    const { kind, call: { domain }, address } = turn;
    turn.state = "calling";
    this.limits.spend(domain, now);
    if (address === null) return;
    this.limits.spend(address, now);
    this.#addTo(kind, address, 1);
  }

  #wait(turn: Turn<Call>, end: "front" | "back"): void {
    const { kind, call: { network, domain, id } } = turn;
    const line = this.#lines[kind].get(network) ?? { servedAt: -Infinity, domains: new Map<string, Turn<Call>[]>() };
    const turns = line.domains.get(domain) ?? [];
    this.#lines[kind].set(network, line);
    line.domains.set(domain, turns);
    turn.state = "waiting";
    if (end === "front") turns.unshift(turn);
    else turns.push(turn);
    this.#waiting.set(id, turn);
  }

  #remove(turn: Turn<Call>): void {
    const { kind, call: { network, domain, id } } = turn;
    this.#waiting.delete(id);
    const line = this.#lines[kind].get(network);
    const turns = line?.domains.get(domain);
    turns?.splice(turns.indexOf(turn), 1);
    if (turns?.length === 0) line?.domains.delete(domain);
    if (line?.domains.size === 0) this.#lines[kind].delete(network);
  }

  #putBack(network: string, now: number): void {
    this.#slow.delete(network);
    this.#slow.set(network, now);
    for (const [other, at] of this.#slow) {
      if (this.#slow.size <= MOST_SLOW && now - at < SLOW_FOR_MS) break;
      this.#slow.delete(other);
    }
    for (const kind of ["renewal", "first"] as const) {
      for (const turn of [...this.#lines[kind].get(network)?.domains.values() ?? []].flat()) {
        this.#remove(turn);
        turn.kind = "later";
        this.#wait(turn, "back");
      }
    }
  }

  #count(kind: WaitingCall["kind"], name: string): number {
    return this.#underWay.get(`${poolOf(kind)} ${name}`) ?? 0;
  }

  #add({ kind, call: { network, domain } }: Turn<Call>, address: string | null, difference: number): void {
    for (const name of new Set([network, domain, ...address === null ? [] : [address]])) {
      this.#addTo(kind, name, difference);
    }
  }

  #addTo(kind: WaitingCall["kind"], name: string, difference: number): void {
    const key = `${poolOf(kind)} ${name}`;
    const count = (this.#underWay.get(key) ?? 0) + difference;
    if (count === 0) this.#underWay.delete(key);
    else this.#underWay.set(key, count);
  }
}

function poolOf(kind: WaitingCall["kind"]): "verification" | "later" {
  return kind === "later" ? "later" : "verification";
}

function moveToEnd<T>(map: Map<string, T>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}

function expect(turn: Turn<WaitingCall>, state: Turn<WaitingCall>["state"]): void {
  if (turn.state !== state) throw new Error(`A call is ${turn.state}; expected was ${state}.`);
}
