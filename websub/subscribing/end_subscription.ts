import type { HubContext } from "../hub_context.ts";
import { shownId } from "../hub_log.ts";
import { dropSubscription, putDenial } from "../store/hub_rows.ts";
import type { Subscription } from "../store/subscription.ts";

/**
 * Ends a subscription; removal, denial and its job are committed together, so that no subscriber is dropped without
 * being told (WebSub 5.2).
 *
 * @param reason What the subscriber is told; null to tell nothing.
 * @returns Whether it was committed; not, when the row has changed since it was read.
 */
export async function endSubscription(
  { kv, clock, scheduler, record }: Pick<HubContext, "kv" | "clock" | "scheduler" | "record">,
  entry: Deno.KvEntry<Subscription>,
  reason: string | null,
): Promise<boolean> {
  const { path, topic, callback } = entry.value;
  const id = String(entry.key[2]);
  const now = clock.now();
  const operation = dropSubscription(kv.atomic(), entry);
  if (reason !== null) {
    putDenial(operation, id, { path, topic, callback, reason, deniedAt: now, attempts: 0, nextAttemptAt: now });
    scheduler.schedule(operation, { kind: "deny", id }, 0);
  }
  const { ok } = await operation.commit();
  if (ok) {
    record({
      event: "removal",
      topic: path,
      host: callback.host,
      subscription: shownId(id),
      reason: reason ?? "the callback is gone",
    });
  }
  return ok;
}
