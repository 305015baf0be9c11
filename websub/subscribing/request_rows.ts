import type { TopicPath } from "../../domain/site.ts";
import type { HubContext } from "../hub_context.ts";
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
  return {
    pending,
    subscription,
    topic,
    full: {
      pending: isReached(settings.pending, requests.value)
        ? `${settings.pending} requests wait for verification, which is the limit`
        : isReached(settings.pendingPerHost, requestsOfHost)
        ? `${settings.pendingPerHost} requests for ${host} wait for verification, which is the limit`
        : null,
      subscription: isReached(settings.subscriptions, subscriptions.value)
        ? `This hub has reached its limit of ${settings.subscriptions} subscriptions`
        : isReached(settings.subscriptionsPerHost, subscriptionsOfHost)
        ? `${host} has reached its limit of ${settings.subscriptionsPerHost} subscriptions`
        : null,
    },
  };
}

function isReached(limit: number, count: Deno.KvU64 | number | null): boolean {
  return limit > 0 && Number(count ?? 0) >= limit;
}
