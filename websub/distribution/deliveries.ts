import type { ExchangePlaces } from "../exchange/exchange_places.ts";
import type { HubContext } from "../hub_context.ts";
import type { Heartbeat } from "../ownership/heartbeat.ts";
import { attemptDelivery, type MadeAttempt } from "./attempt_delivery.ts";
import { isSuccess } from "./delivery_outcome.ts";
import type { Delivery, OwnedShard, OwnedShards } from "./owned_shard.ts";
import type { Progress } from "./progress.ts";
import { recordAttempt } from "./record_attempt.ts";

/** What deliveries are made with. */
export interface DeliveriesParts {
  readonly context: HubContext;
  readonly heartbeat: Heartbeat;
  readonly owned: OwnedShards;
  readonly progress: Progress;
  /** Called when something of a shard has ended, so that its state may change. */
  readonly onEnded: (shard: OwnedShard) => void;
  /** Called when the store failed for a shard. */
  readonly onFault: (shard: OwnedShard, error: unknown) => void;
}

/** Makes the deliveries of all owned shards: chooses the next one, sends it and records its outcome. */
export class Deliveries {
  readonly #waiting: WaitingDeliveries;
  /**
   * Number of the topic that is next: topics take turns at the places. Within a topic one shard comes after the other,
   * so that most writes of progress concern one shard, which halves their exceptions.
   */
  #turn = 0;
  #loops = 0;

  constructor(private readonly parts: DeliveriesParts) {
    const { places } = parts.context;
    this.#waiting = new WaitingDeliveries(places);
    places.onFree = (host) => {
      this.#waiting.call(host);
      this.begin();
    };
  }

  /** Adds deliveries that wait for a place. */
  add(...deliveries: readonly Delivery[]): void {
    this.#waiting.add(...deliveries);
  }

  /** Begins as many deliveries as there are places for. */
  begin(): void {
    while (this.#loops < this.parts.context.places.most("delivery")) {
      const delivery = this.#next();
      if (delivery === null) return;
      this.#loops++;
      void this.#deliverInTurn(delivery);
    }
  }

  /** The next delivery, with a place for it. */
  #next(): Delivery | null {
    const { context, heartbeat, owned, progress } = this.parts;
    if (owned.all.length === 0 || context.isStopping()) return null;
    // Deliveries go on when the write of the progress ends.
    if (progress.isFull) return null;
    if (!heartbeat.isFresh()) return this.#revive();
    return this.#waiting.next() ?? this.#nextRow();
  }

  /** After a delay of this process, begins nothing until a heartbeat proves that it still owns its shards. */
  #revive(): null {
    const { context, heartbeat } = this.parts;
    heartbeat.ensure().then(() => this.begin(), context.onError);
    return null;
  }

  #nextRow(): Delivery | null {
    const { topics } = this.parts.owned;
    for (let turn = 0; turn < topics.length; turn++) {
      for (const shard of topics[(this.#turn + turn) % topics.length] ?? []) {
        const delivery = this.#nextRowOf(shard);
        if (delivery === null) continue;
        this.#turn += turn + 1;
        return delivery;
      }
    }
    return null;
  }

  #nextRowOf(shard: OwnedShard): Delivery | null {
    const { context, owned, onEnded } = this.parts;
    while (shard.state === "scanning" && context.places.hasPlace("delivery")) {
      const delivery = shard.next();
      if (isScanned(shard)) {
        owned.changed();
        // If its last rows need nothing, no delivery follows after which this would be noticed.
        onEnded(shard);
      }
      if (delivery === null || this.#waiting.place(delivery)) return delivery;
    }
    return null;
  }

  async #deliverInTurn(first: Delivery): Promise<void> {
    const { context, heartbeat, progress, onEnded, onFault } = this.parts;
    const isFresh = () => heartbeat.isFresh();
    for (let delivery: Delivery | null = first; delivery !== null; delivery = this.#next()) {
      const { shard, kind, host } = delivery;
      try {
        const attempt = await attemptDelivery(context, delivery, isFresh);
        if (attempt.kind === "needless") this.#settle(delivery);
        if (attempt.kind === "not_now") this.#waiting.add(delivery);
        if (attempt.kind !== "made") shard.active--;
        else if (isRecordedByShard(attempt.made)) this.#countSuccess(delivery);
        // The place is free again while the outcome is recorded.
        else void this.#record(delivery, attempt.made);
      } catch (error) {
        shard.active--;
        onFault(shard, error);
      }
      context.places.give(kind, host);
      onEnded(shard);
      // The release records what comes after the last delivery.
      progress.soon();
    }
    this.#loops--;
  }

  #countSuccess(delivery: Delivery): void {
    delivery.shard.active--;
    delivery.shard.unrecorded++;
    this.#settle(delivery);
  }

  async #record(delivery: Delivery, made: MadeAttempt): Promise<void> {
    const { context, onEnded, onFault } = this.parts;
    const { shard, id } = delivery;
    try {
      await recordAttempt(context, shard.row.value, made);
      shard.changed(id);
      this.#settle(delivery);
    } catch (error) {
      onFault(shard, error);
    }
    shard.active--;
    this.begin();
    onEnded(shard);
  }

  /** Ends a delivery. If the scan for a newer version has passed it, adds one for that version. */
  #settle({ shard, id, host, isPassed, version }: Delivery): void {
    shard.unsettled.delete(id);
    if (isPassed && version < shard.content.version) this.#waiting.add(shard.add(id, host, null, null));
  }
}

function isScanned({ state }: OwnedShard): boolean {
  return state !== "scanning";
}

/** True if the shard's row records the attempt: a success of a subscription without a time of its own. */
function isRecordedByShard({ attempt, before }: MadeAttempt): boolean {
  return isSuccess(attempt) && before.value.nextAttemptAt === 0;
}

/** Deliveries without a place yet. A host without a free place holds up its own deliveries only. */
class WaitingDeliveries {
  /** Deliveries that may find a place. */
  readonly #ready: Readonly<Record<Delivery["kind"], Delivery[]>> = { delivery: [], retry: [] };
  /** Deliveries whose host had no place, by host. */
  readonly #byHost = new Map<string, Delivery[]>();

  constructor(private readonly places: ExchangePlaces) {}

  /** Adds deliveries. */
  add(...deliveries: readonly Delivery[]): void {
    for (const delivery of deliveries) {
      // Its row may be renewed or removed while it waits.
      delivery.entry = null;
      this.#ready[delivery.kind].push(delivery);
    }
  }

  /** Returns the next delivery, with a place for it; null if there is none. */
  next(): Delivery | null {
    return this.#next("delivery") ?? this.#next("retry");
  }

  /** Takes a place for a delivery, or lets it wait for one of its host. */
  place(delivery: Delivery): boolean {
    const { kind, host, shard } = delivery;
    if (this.places.take(kind, host)) {
      shard.active++;
      return true;
    }
    delivery.entry = null;
    const waiting = this.#byHost.get(host);
    if (waiting === undefined) this.#byHost.set(host, [delivery]);
    else waiting.push(delivery);
    return false;
  }

  /** Lets the next delivery of a host find a place. */
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
