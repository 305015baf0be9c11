import type { Representation } from "../domain/documents/representation.ts";
import type { TopicPath } from "../domain/site.ts";
import type { Clock } from "./clock.ts";
import type { ExchangePlaces } from "./exchange/exchange_places.ts";
import type { WaitingCalls } from "./exchange/waiting_calls.ts";
import type { HubRecord } from "./hub_log.ts";
import type { Signer } from "./signing/signer.ts";
import type { HubSettings } from "./hub_settings.ts";
import type { OutboundClient } from "../outbound/outbound_client.ts";
import type { KeptRows } from "./store/kept_rows.ts";
import type { Scheduler } from "./schedule/scheduler.ts";
import type { Store } from "../domain/store/store.ts";

/** What every part of the hub's engine is given. */
export interface HubContext {
  readonly kv: Store;
  readonly clock: Clock;
  readonly settings: HubSettings;
  readonly scheduler: Scheduler;
  readonly client: OutboundClient;
  readonly places: ExchangePlaces;
  readonly calls: WaitingCalls;
  readonly signer: Signer;
  readonly rows: KeptRows;
  /** What GET answers at a topic now; null before the first snapshot. */
  readonly representation: (path: TopicPath) => Representation | null;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly record: (record: HubRecord) => void;
  /** Called with faults of the store or of ours; what was under way is found again by a later look. */
  readonly onError: (error: unknown) => void;
  /** Does what counts rows and adds one, one after the other: all at once would find the same room. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Makes room, at most once a minute: removes the subscriptions whose lease has ended. False when it removed none. */
  readonly makeRoom: () => Promise<boolean>;
  /** Notes that this process has changed the row of a subscription: what was read of it before may be wrong. */
  readonly changed: (path: TopicPath, id: string) => void;
  /** Whether the service is about to end: nothing new is begun then. */
  readonly isStopping: () => boolean;
  /** Whether exchanges are being cut off: how they end says nothing of the callback. */
  readonly isClosing: () => boolean;
}
