import { TOPIC_PATHS } from "../../domain/site.ts";
import type { Store } from "../../domain/store/store.ts";
import type { Denial, PendingRequest, Subscription } from "../store/subscription.ts";
import { denialKey, idOf, pendingKey } from "../store/hub_rows.ts";
import { idsFrom, topicSubscriptions } from "../store/topic_store.ts";

/** A row for a pair of topic and callback. Rows of different kinds may have the same id. */
export type HubEntry =
  | { readonly kind: "subscription"; readonly id: string; readonly entry: Deno.KvEntry<Subscription> }
  | { readonly kind: "pending"; readonly id: string; readonly entry: Deno.KvEntry<PendingRequest> }
  | { readonly kind: "denial"; readonly id: string; readonly entry: Deno.KvEntry<Denial> };

/**
 * Lists the subscriptions, topic by topic and with expired ones, then the pending requests, then the denials; each in
 * the order of the ids.
 *
 * @param beginning Beginning of the wanted ids: hexadecimal digits in lower case.
 */
export async function* hubEntries(kv: Store, beginning = ""): AsyncGenerator<HubEntry> {
  for (const path of TOPIC_PATHS) {
    for await (const entry of topicSubscriptions(kv, path, beginning)) {
      yield { kind: "subscription", id: idOf(entry.key), entry };
    }
  }
  for await (const entry of kv.list<PendingRequest>(idsFrom(beginning, pendingKey))) {
    yield { kind: "pending", id: idOf(entry.key), entry };
  }
  for await (const entry of kv.list<Denial>(idsFrom(beginning, denialKey))) {
    yield { kind: "denial", id: idOf(entry.key), entry };
  }
}
