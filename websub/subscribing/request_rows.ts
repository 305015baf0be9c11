import type { TopicPath } from "../../domain/site.ts";
import type { HubContext } from "../hub_context.ts";
import { countHostRows, countKey, pendingKey, type Row, subscriptionKey, topicKey } from "../store/hub_rows.ts";
import type { PendingRequest } from "../store/pending_request.ts";
import type { Subscription } from "../store/subscription.ts";
import type { TopicState } from "../store/topic_state.ts";
import type { RowsOfKind } from "./subscription_limits.ts";

/** What the store says about a request: everything that is decided of it is decided from these rows. */
export interface RequestRows {
  readonly pending: Row<PendingRequest>;
  readonly subscription: Row<Subscription>;
  readonly topic: Row<TopicState>;
  /** How many wait, and how many are subscribed, in all and of the callback's host. */
  readonly counts: { readonly pending: RowsOfKind; readonly subscription: RowsOfKind };
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
  const [[pending, subscription, topic, pendingCount, subscriptionCount], pendingOfHost, subscriptionsOfHost] =
    await Promise.all([
      kv.getMany<Rows>(keys),
      countHostRows(kv, "pending", host, settings.pendingPerHost),
      countHostRows(kv, "subscription", host, settings.subscriptionsPerHost),
    ]);
  return {
    pending,
    subscription,
    topic,
    counts: {
      pending: { all: Number(pendingCount.value?.value ?? 0n), ofHost: pendingOfHost },
      subscription: { all: Number(subscriptionCount.value?.value ?? 0n), ofHost: subscriptionsOfHost },
    },
  };
}
