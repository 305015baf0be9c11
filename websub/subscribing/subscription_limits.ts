import type { HubContext } from "../hub_context.ts";
import { countHostRows, countRows } from "../store/hub_rows.ts";
import type { HubSettings } from "../hub_settings.ts";

/** Says why there is no room for another subscription of a callback host, or null when there is. */
export async function overfullReason(
  { kv, settings }: { readonly kv: HubContext["kv"]; readonly settings: HubSettings },
  host: string,
): Promise<string | null> {
  const { subscriptions, subscriptionsPerHost } = settings;
  if (subscriptions > 0 && await countRows(kv, "subscription") >= subscriptions) {
    return `This hub has reached its limit of ${subscriptions} subscriptions`;
  }
  const ofHost = subscriptionsPerHost > 0 && await countHostRows(kv, "subscription", host, subscriptionsPerHost);
  return subscriptionsPerHost > 0 && ofHost === subscriptionsPerHost
    ? `${host} has reached its limit of ${subscriptionsPerHost} subscriptions`
    : null;
}

/** Says why no further request may wait for the verification of a callback host, or null when one may. */
export async function pendingFullReason(
  { kv, settings }: { readonly kv: HubContext["kv"]; readonly settings: HubSettings },
  host: string,
): Promise<string | null> {
  const { pending, pendingPerHost } = settings;
  if (pending > 0 && await countRows(kv, "pending") >= pending) {
    return `${pending} requests wait for verification, which is the limit`;
  }
  const ofHost = pendingPerHost > 0 && await countHostRows(kv, "pending", host, pendingPerHost);
  return pendingPerHost > 0 && ofHost === pendingPerHost
    ? `${pendingPerHost} requests for ${host} wait for verification, which is the limit`
    : null;
}
