import type { ExchangePlaces } from "../exchange/exchange_places.ts";
import type { Delivery } from "./shard_work.ts";

/** Deliveries that have been found and have no place yet. A host without a free place holds up its own and no others. */
export class WaitingDeliveries {
  /** Those that may find a place. */
  readonly #ready: Readonly<Record<Delivery["kind"], Delivery[]>> = { delivery: [], retry: [] };
  /** Those whose host had no place, by host. */
  readonly #byHost = new Map<string, Delivery[]>();

  constructor(private readonly places: ExchangePlaces) {}

  /** Adds deliveries. */
  add(...deliveries: readonly Delivery[]): void {
    for (const delivery of deliveries) {
      // While it waits its row may be renewed or removed.
      delivery.entry = null;
      this.#ready[delivery.kind].push(delivery);
    }
  }

  /** The next delivery, with a place for it; null when there is none. */
  next(): Delivery | null {
    return this.#next("delivery") ?? this.#next("retry");
  }

  /** Takes a place for a delivery, or lets it wait for one of its host. */
  place(delivery: Delivery): boolean {
    const { kind, host, work } = delivery;
    if (this.places.take(kind, host)) {
      work.active++;
      return true;
    }
    delivery.entry = null;
    const waiting = this.#byHost.get(host);
    if (waiting === undefined) this.#byHost.set(host, [delivery]);
    else waiting.push(delivery);
    return false;
  }

  /** Lets the next one of a host find a place. */
  call(host: string): void {
    const waiting = this.#byHost.get(host);
    if (waiting === undefined) return;
    const delivery = waiting.shift();
    if (waiting.length === 0) this.#byHost.delete(host);
    if (delivery !== undefined) this.add(delivery);
  }

  #next(kind: Delivery["kind"]): Delivery | null {
    const ready = this.#ready[kind];
    while (ready.length > 0 && this.places.hasPlace(kind)) {
      const delivery = ready.shift();
      if (delivery === undefined) break;
      if (delivery.isDropped) this.call(delivery.host);
      else if (this.place(delivery)) return delivery;
    }
    return null;
  }
}
