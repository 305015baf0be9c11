import type { HubSettings } from "../hub_settings.ts";

/** How many rows of a kind there are, in all and of one callback host; of the host counted as far as its limit. */
export interface RowsOfKind {
  readonly all: number;
  readonly ofHost: number;
}

/** Says why there is no room for another subscription of a callback host, or null when there is. */
export function overfullReason(
  { subscriptions, subscriptionsPerHost }: HubSettings,
  host: string,
  { all, ofHost }: RowsOfKind,
): string | null {
  if (subscriptions > 0 && all >= subscriptions) {
    return `This hub has reached its limit of ${subscriptions} subscriptions`;
  }
  return subscriptionsPerHost > 0 && ofHost >= subscriptionsPerHost
    ? `${host} has reached its limit of ${subscriptionsPerHost} subscriptions`
    : null;
}

/** Says why no further request may wait for the verification of a callback host, or null when one may. */
export function pendingFullReason(
  { pending, pendingPerHost }: HubSettings,
  host: string,
  { all, ofHost }: RowsOfKind,
): string | null {
  if (pending > 0 && all >= pending) return `${pending} requests wait for verification, which is the limit`;
  return pendingPerHost > 0 && ofHost >= pendingPerHost
    ? `${pendingPerHost} requests for ${host} wait for verification, which is the limit`
    : null;
}
