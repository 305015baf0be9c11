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

/** What every part of the hub is given. */
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
  /** The answer of GET at a topic now; null before the first snapshot. */
  readonly representation: (path: TopicPath) => Representation | null;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly record: (record: HubRecord) => void;
  /** Called with errors of the store or our own. A later scan finds the work that they interrupt. */
  readonly onError: (error: unknown) => void;
  /** Runs work that counts rows and adds one, one after the other: parallel runs would all find the same free room. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Removes expired subscriptions to make room, at most once a minute. Returns false if it removed none. */
  readonly makeRoom: () => Promise<boolean>;
  /** Notes that this process has changed the row of a subscription, so that a copy read before is not used. */
  readonly changed: (path: TopicPath, id: string) => void;
  /** True once the service is stopping: nothing new is begun. */
  readonly isStopping: () => boolean;
  /** True while exchanges are cut off: their result says nothing about the callback. */
  readonly isClosing: () => boolean;
}
