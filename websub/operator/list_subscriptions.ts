import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import type { PendingRequest } from "../store/pending_request.ts";
import { idOf } from "../store/hub_rows.ts";
import type { Subscription } from "../store/subscription.ts";
import { readTopic, topicSubscriptions } from "../store/topic_store.ts";
import type { Store } from "../../domain/store/store.ts";

/** A subscription with the newest version of its topic, or a request that waits for its verification. */
export type ListedSubscription =
  | { readonly kind: "subscription"; readonly id: string; readonly row: Subscription; readonly version: number }
  | { readonly kind: "request"; readonly id: string; readonly row: PendingRequest };

/** Which of them are wanted; null is all. */
export interface ListFilter {
  readonly path: TopicPath | null;
  /** Host of the callback, in lower case. */
  readonly host: string | null;
}

/** Lists subscriptions, topic by topic and expired ones too, and then the requests that wait. */
export async function* listSubscriptions(
  kv: Store,
  { path, host }: ListFilter,
): AsyncGenerator<ListedSubscription> {
  for (const topic of path === null ? TOPIC_PATHS : [path]) {
    const version = (await readTopic(kv, topic)).value?.version ?? 0;
    for await (const { key, value } of topicSubscriptions(kv, topic)) {
      if (host !== null && value.callback.host !== host) continue;
      yield { kind: "subscription", id: idOf(key), row: value, version };
    }
  }
  for await (const { key, value } of kv.list<PendingRequest>({ prefix: ["pending"] })) {
    if (host !== null && value.callback.host !== host || path !== null && value.path !== path) continue;
    yield { kind: "request", id: idOf(key), row: value };
  }
}
