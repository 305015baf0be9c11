import type { ExchangePlaces } from "../exchange/exchange_places.ts";
import type { HubContext } from "../hub_context.ts";
import type { Heartbeat } from "../heartbeat.ts";
import { attemptDelivery, type MadeAttempt, recordAttempt } from "./attempt_delivery.ts";
import { isSuccess } from "./delivery_outcome.ts";
import type { Delivery, OwnedShard, OwnedShards } from "./owned_shard.ts";
import type { Progress } from "./progress.ts";

interface DeliveriesParts {
  readonly context: HubContext;
  readonly heartbeat: Heartbeat;
  readonly owned: OwnedShards;
  readonly progress: Progress;
  /** Called after a delivery or a scan of a shard has ended: the shard may change its state. */
  readonly onEnded: (shard: OwnedShard) => void;
  readonly onFault: (shard: OwnedShard, error: unknown) => void;
}

/** Makes the deliveries of all owned shards: chooses the next one, sends it and records its outcome. */
export class Deliveries {
  readonly #waiting: WaitingDeliveries;
  /**
   * Number of the topic whose turn is next, counted without wrapping. Within a topic, shards are delivered one after
   * the other. Most progress writes then concern one shard, which halves the exceptions in its row.
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

  add(...deliveries: readonly Delivery[]): void {
    this.#waiting.add(...deliveries);
  }

  begin(): void {
    while (this.#loops < this.parts.context.places.most("delivery")) {
      const delivery = this.#next();
      if (delivery === null) return;
      this.#loops++;
      void this.#deliverInTurn(delivery);
    }
  }

  #next(): Delivery | null {
    const { context, heartbeat, owned, progress } = this.parts;
    if (owned.all.length === 0 || context.isStopping()) return null;
    // Deliveries continue after the running write of the progress.
    if (progress.isFull) return null;
    // Continues once a heartbeat proves ownership. Needed if this process was paused.
    if (!heartbeat.isFresh()) {
      heartbeat.ensure().then(() => this.begin(), context.onError);
      return null;
    }
    return this.#waiting.next() ?? this.#nextRow();
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
    const isScanned = () => shard.state !== "scanning";
    while (!isScanned() && context.places.hasPlace("delivery")) {
      const delivery = shard.next();
      if (isScanned()) {
        owned.changed();
        // If the last rows need no delivery, no later event would report the end of the scan.
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
        else if (isRecordedByShard(attempt.made)) {
          shard.active--;
          shard.unrecorded++;
          this.#settle(delivery);
        } else {
          // Not awaited, so that the place is free while the outcome is recorded.
          void this.#record(delivery, attempt.made);
        }
      } catch (error) {
        shard.active--;
        onFault(shard, error);
      }
      context.places.give(kind, host);
      onEnded(shard);
      // After `onEnded`: a shard that is being released writes its progress itself.
      progress.soon();
    }
    this.#loops--;
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

  /** Ends a delivery. Adds one of a newer version if the scan for that has skipped the subscription meanwhile. */
  #settle({ shard, id, host, isPassed, version }: Delivery): void {
    shard.unsettled.delete(id);
    if (isPassed && version < shard.content.version) this.#waiting.add(shard.add(id, host, null, null));
  }
}

function isRecordedByShard({ attempt, before }: MadeAttempt): boolean {
  return isSuccess(attempt) && before.value.nextAttemptAt === 0;
}

/** Deliveries that wait for an exchange place. A busy host delays only its own deliveries. */
class WaitingDeliveries {
  /** Deliveries whose host may have a free place, by kind. */
  readonly #ready: Readonly<Record<Delivery["kind"], Delivery[]>> = { delivery: [], retry: [] };
  /** Deliveries whose host had no place, by host. */
  readonly #byHost = new Map<string, Delivery[]>();

  constructor(private readonly places: ExchangePlaces) {}

  add(...deliveries: readonly Delivery[]): void {
    for (const delivery of deliveries) {
      // Drops the copy of the row: it may be renewed or removed while the delivery waits.
      delivery.entry = null;
      this.#ready[delivery.kind].push(delivery);
    }
  }

  next(): Delivery | null {
    return this.#next("delivery") ?? this.#next("retry");
  }

  /** Takes a place for a delivery and returns true. Without a free place, queues it for its host and returns false. */
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

  /** Makes the next queued delivery of a host ready, after a place of the host became free. */
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
