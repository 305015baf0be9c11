import type { Representation } from "../domain/documents/representation.ts";
import type { TopicPath } from "../domain/site.ts";
import type { Clock } from "./clock.ts";
import type { DestinationLimits } from "./exchange/destination_limits.ts";
import type { ExchangePlaces } from "./exchange/exchange_places.ts";
import type { WaitingCalls } from "./exchange/waiting_calls.ts";
import type { HubRecord } from "./hub_log.ts";
import type { HubSettings } from "./hub_settings.ts";
import type { OutboundClient } from "../outbound/outbound_client.ts";
import type { KeptRows } from "./store/kept_rows.ts";
import type { Scheduler } from "./schedule/scheduler.ts";
import type { Store } from "../domain/store/store.ts";

/** Collaborators and settings that all parts of the hub share. */
export interface HubContext {
  readonly kv: Store;
  readonly clock: Clock;
  readonly settings: HubSettings;
  readonly scheduler: Scheduler;
  readonly client: OutboundClient;
  readonly places: ExchangePlaces;
  readonly destinations: DestinationLimits;
  readonly calls: WaitingCalls;
  readonly rows: KeptRows;
  /** Returns the current GET response of a topic; null before the first snapshot. */
  readonly representation: (path: TopicPath) => Representation | null;
  readonly random: () => number;
  readonly record: (record: HubRecord) => void;
  /** Called with store errors and our own bugs. A later scan repeats the work that they interrupted. */
  readonly onError: (error: unknown) => void;
  /** Runs functions that count rows and add one, one after the other. In parallel, all would use the same free room. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Removes expired subscriptions to make room, at most once a minute. Returns false if it removed none. */
  readonly makeRoom: () => Promise<boolean>;
  /** Reports a changed subscription row, so that an older copy of it is not used. */
  readonly changed: (path: TopicPath, id: string) => void;
  /** Returns true once the service is stopping: no new work begins. */
  readonly isStopping: () => boolean;
  /** Returns true once a stop cuts off exchanges: their failure is not the fault of the callback. */
  readonly isClosing: () => boolean;
}
