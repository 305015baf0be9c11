import type { TopicPath } from "../../domain/site.ts";
import type { Clock } from "../clock.ts";
import { pendingKey, subscriptionKey } from "../store/hub_rows.ts";
import { dropPending, dropSubscription, putDenial } from "../store/hub_rows.ts";
import type { PendingRequest } from "../store/pending_request.ts";
import { isLive, type Subscription } from "../store/subscription.ts";
import { wakeHub } from "../schedule/wake_hub.ts";
import type { Store } from "../../domain/store/store.ts";

/** What was removed. */
export interface RemovedSubscription {
  /** `live` when its subscriber is told; one whose lease has run out has nothing left to be told of. */
  readonly subscription: "live" | "expired" | null;
  /** Whether a request that waited for its verification is gone. */
  readonly pending: boolean;
}

/**
 * Ends a subscription from another process than the one that serves. Removal and denial are committed together, so
 * that no subscriber is dropped without being told (WebSub 5.2); running hubs are woken to tell it. A request that
 * waits goes as well: its verification would bring the subscription back.
 *
 * @param reason What the subscriber is told.
 */
export async function removeSubscription(
  kv: Store,
  clock: Clock,
  path: TopicPath,
  id: string,
  reason: string,
): Promise<RemovedSubscription> {
  const keys = [subscriptionKey(path, id), pendingKey(id)] as const;
  for (;;) {
    const [subscription, pending] = await kv.getMany<[Subscription, PendingRequest]>([...keys]);
    const now = clock.now();
    const operation = wakeHub(kv.atomic());
    let ended: RemovedSubscription["subscription"] = null;
    if (subscription.value !== null) {
      ended = isLive(subscription.value, now) ? "live" : "expired";
      dropSubscription(operation, subscription);
      if (ended === "live") putDenial(operation, id, subscription.value, reason, now);
    }
    if (pending.value !== null) dropPending(operation, pending);
    if ((await operation.commit()).ok) {
      return { subscription: ended, pending: pending.value !== null };
    }
  }
}
