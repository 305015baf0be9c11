import type { Address } from "../../outbound/public_address.ts";
import type { OutboundClient, OutboundFailure } from "../../outbound/outbound_client.ts";
import type { Clock } from "../clock.ts";
import type { DestinationLimits } from "./destination_limits.ts";
import type { ExchangePlaces } from "./exchange_places.ts";
import { FairTurns, type Turn, type WaitingCall } from "./fair_turns.ts";

/** Address and deadline of a call, or the reason why its host was not found. */
export type CallPlace =
  | { readonly to: Address; readonly timeoutMilliseconds: number }
  | { readonly failure: OutboundFailure };

interface SubmittedCall extends WaitingCall {
  /** Number of earlier attempts. Each attempt calls the next address of the host. */
  readonly attempts: number;
  /** Makes the call; does not reject. */
  readonly make: (place: CallPlace) => Promise<void>;
}

interface WaitingCallsParts {
  readonly clock: Clock;
  readonly places: ExchangePlaces;
  readonly client: Pick<OutboundClient, "locate">;
  readonly destinations: DestinationLimits;
  /** Deadline of one attempt including the name lookup, in seconds. */
  readonly timeoutSeconds: number;
  readonly isStopping: () => boolean;
}

// Share of the deadline that a first try gets. Later tries get all of it.
const FIRST_SHARE = 1 / 3;
const LEAST_FIRST_MS = 1000;
/** Wait from which a first verification is late, in milliseconds. Usual waits take seconds. */
const LATE_AFTER_MS = 30_000;
const LONGEST_TIMER_MS = 60_000;

/** Makes verifications and denials in the order of {@linkcode FairTurns}. */
export class WaitingCalls {
  readonly #turns: FairTurns<SubmittedCall>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: WaitingCallsParts) {
    this.#turns = new FairTurns(parts.places, parts.destinations);
    parts.places.onFreeForCalls = () => this.#begin();
  }

  submit(call: SubmittedCall): void {
    this.#turns.add(call, this.parts.clock.now());
    this.#begin();
  }

  /** Seconds that first verifications wait because other networks have the places, and their number; null if none. */
  late() {
    const now = this.parts.clock.now();
    const waited = now - (this.#turns.lateSince(now) ?? now);
    return waited < LATE_AFTER_MS ? null : { seconds: Math.floor(waited / 1000), waiting: this.#turns.waiting };
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #begin(): void {
    const { clock, isStopping } = this.parts;
    clearTimeout(this.#timer);
    if (isStopping()) return;
    let next = this.#turns.next(clock.now());
    while (typeof next !== "number") {
      void this.#make(next);
      next = this.#turns.next(clock.now());
    }
    if (next === Infinity) return;
    this.#timer = setTimeout(() => this.#begin(), Math.min(LONGEST_TIMER_MS, Math.max(1, next - clock.now())));
  }

  async #make(turn: Turn<SubmittedCall>): Promise<void> {
    const { clock, client } = this.parts;
    const { call } = turn;
    const begun = performance.now();
    const most = this.#timeout(call);
    if (turn.state === "resolving") {
      const located = await client.locate(call.host, most);
      if (located.kind === "failed") await call.make({ failure: located.failure });
      else {
        const { addresses } = located;
        // Calls only one address per try, so that each address limit counts exactly the calls made to it.
        const to = addresses[call.attempts % addresses.length] ?? addresses[0];
        if (!this.#turns.locate(turn, to, clock.now())) return;
      }
    }
    const { to } = turn;
    const left = Math.max(1, most - (performance.now() - begun));
    if (to !== null) await call.make({ to, timeoutMilliseconds: left });
    this.#turns.end(turn, clock.now());
  }

  #timeout({ kind }: SubmittedCall): number {
    const most = this.parts.timeoutSeconds * 1000;
    return kind === "later" ? most : Math.max(LEAST_FIRST_MS, most * FIRST_SHARE);
  }
}
