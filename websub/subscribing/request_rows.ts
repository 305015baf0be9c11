import type { TopicPath } from "../../domain/site.ts";
import type { HubContext } from "../hub_context.ts";
import type { HubSettings } from "../hub_settings.ts";
import {
  countHostRows,
  countKey,
  pendingKey,
  type Row,
  type RowCount,
  subscriptionKey,
  topicKey,
} from "../store/hub_rows.ts";
import type { PendingRequest } from "../store/pending_request.ts";
import type { Subscription } from "../store/subscription.ts";
import type { TopicState } from "../store/topic_state.ts";

/** What the store says about a request: everything that is decided of it is decided from these rows. */
export interface RequestRows {
  readonly pending: Row<PendingRequest>;
  readonly subscription: Row<Subscription>;
  readonly topic: Row<TopicState>;
  /** Why there is no room for one more that waits, and for one more subscription; null where there is room. */
  readonly full: Readonly<Record<RowCount, string | null>>;
}

type Rows = [PendingRequest, Subscription, TopicState, Deno.KvU64, Deno.KvU64];

/**
 * Reads the rows of a request at once. One after the other they cost seven round trips, in which every other request
 * waits its turn: a store 5 ms away took three subscriptions a second.
 */
export async function readRequestRows(
  { kv, settings }: Pick<HubContext, "kv" | "settings">,
  path: TopicPath,
  id: string,
  host: string,
): Promise<RequestRows> {
  const keys = [
    pendingKey(id),
    subscriptionKey(path, id),
    topicKey(path),
    countKey("pending"),
    countKey("subscription"),
  ] as const;
  const [[pending, subscription, topic, requests, subscriptions], requestsOfHost, subscriptionsOfHost] = await Promise
    .all([
      kv.getMany<Rows>(keys),
      countHostRows(kv, "pending", host, settings.pendingPerHost),
      countHostRows(kv, "subscription", host, settings.subscriptionsPerHost),
    ]);
  const full = {
    pending: pendingFull(settings, host, Number(requests.value?.value ?? 0n), requestsOfHost),
    subscription: subscriptionsFull(settings, host, Number(subscriptions.value?.value ?? 0n), subscriptionsOfHost),
  };
  return { pending, subscription, topic, full };
}

function pendingFull(
  { pending, pendingPerHost }: HubSettings,
  host: string,
  all: number,
  ofHost: number,
): string | null {
  if (pending > 0 && all >= pending) return `${pending} requests wait for verification, which is the limit`;
  return pendingPerHost > 0 && ofHost >= pendingPerHost
    ? `${pendingPerHost} requests for ${host} wait for verification, which is the limit`
    : null;
}

function subscriptionsFull(
  { subscriptions, subscriptionsPerHost }: HubSettings,
  host: string,
  all: number,
  ofHost: number,
): string | null {
  if (subscriptions > 0 && all >= subscriptions) {
    return `This hub has reached its limit of ${subscriptions} subscriptions`;
  }
  return subscriptionsPerHost > 0 && ofHost >= subscriptionsPerHost
    ? `${host} has reached its limit of ${subscriptionsPerHost} subscriptions`
    : null;
}
