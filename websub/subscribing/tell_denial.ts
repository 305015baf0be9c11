import type { Denial } from "../store/denial.ts";
import { hasCome } from "../clock.ts";
import type { HubContext } from "../hub_context.ts";
import type { HubSettings } from "../hub_settings.ts";
import { denialKey } from "../store/hub_rows.ts";
import { resultOf, shownId } from "../hub_log.ts";
import { tracedExchange } from "../exchange/traced_exchange.ts";
import { readSubscription } from "../store/hub_rows.ts";
import { denialRequest } from "./intent_verification.ts";
import type { Store } from "../../domain/store/store.ts";

const RETRY_MS = 30_000;
const ATTEMPTS = 2;

/**
 * Tells a subscriber that its subscription has ended, once more when that brings no answer (WebSub 5.2). One who has
 * subscribed again meanwhile is not told: it would take it for the end of the new subscription.
 */
export async function tellDenial(context: HubContext, id: string): Promise<void> {
  const { value } = await context.kv.get<Denial>(denialKey(id));
  if (value === null) return;
  context.places.submit(value.callback.host, () => tell(context, id).catch(context.onError));
}

/** Whether the subscriber is to be told now. */
export function isDenialDue({ nextAttemptAt }: Denial, now: number, settings: HubSettings): boolean {
  return hasCome(nextAttemptAt, now, takenFor(settings));
}

function takenFor({ attemptTimeoutSeconds }: HubSettings): number {
  return 2 * attemptTimeoutSeconds * 1000 + RETRY_MS;
}

async function tell(context: HubContext, id: string): Promise<void> {
  const { kv, clock, client, record, settings, scheduler } = context;
  const entry = await kv.get<Denial>(denialKey(id));
  const denial = entry.value;
  if (denial === null || !isDenialDue(denial, clock.now(), settings) || context.isStopping()) return;
  const { path, callback } = denial;
  const subscription = await readSubscription(kv, path, id);
  if (subscription.value !== null) return await remove(kv, entry);
  const attempts = denial.attempts + 1;
  const delay = takenFor(settings);
  const taken = { ...denial, attempts, nextAttemptAt: clock.now() + delay };
  const claimed = await scheduler.schedule(kv.atomic().check(entry).set(entry.key, taken), { kind: "deny", id }, delay)
    .commit();
  if (!claimed.ok) return;
  const start = clock.now();
  const answer = await tracedExchange(client, denialRequest(denial), "websub denial", {
    link: null,
    attributes: { "websub.topic": path },
  });
  if (answer.kind === "failed" && context.isClosing()) return;
  record({
    event: "denial",
    topic: path,
    host: callback.host,
    subscription: shownId(id),
    attempt: attempts,
    result: resultOf(answer),
    milliseconds: clock.now() - start,
  });
  const isTold = answer.kind === "answered" && answer.status < 500;
  if (isTold || attempts >= ATTEMPTS) await remove(kv, { key: entry.key, versionstamp: claimed.versionstamp });
}

async function remove(kv: Store, entry: { readonly key: Deno.KvKey; readonly versionstamp: string | null }) {
  await kv.atomic().check(entry).delete(entry.key).commit();
}
