import type { HubContext } from "../hub_context.ts";
import { recordAbout } from "../hub_log.ts";
import { dropSubscription, idOf, putDenial } from "../store/hub_rows.ts";
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
  const id = idOf(entry.key);
  const operation = dropSubscription(kv.atomic(), entry);
  if (reason !== null) {
    putDenial(operation, id, entry.value, reason, clock.now());
    scheduler.schedule(operation, { kind: "deny", id }, 0);
  }
  const { ok } = await operation.commit();
  if (ok) record(recordAbout("removal", entry.value, id, { reason: reason ?? "the callback is gone" }));
  return ok;
}
