import { clientNetwork } from "../request/client_network.ts";
import type { HubAnswer } from "../request/hub_answer.ts";

interface Bucket {
  /**
   * Used part of the budget. One request costs {@linkcode MINUTE_MS}, so that all values are whole numbers without
   * rounding.
   */
  readonly used: number;
  readonly at: number;
}

const MINUTE_MS = 60_000;
const MOST_CLIENTS = 10_000;

/**
 * Returns a rate limit with a token bucket per client: at most `perMinute` requests at once, restored evenly over a
 * minute. A refused request costs nothing. An IPv6 client is its /64, because one machine has a whole /64.
 *
 * @param perMinute Maximum requests a minute; 0 is no limit.
 * @param now Returns monotonic milliseconds.
 */
export function requestRate(perMinute: number, now: () => number) {
  const capacity = perMinute * MINUTE_MS;
  // In the order of the last request, the oldest first.
  const buckets = new Map<string, Bucket>();
  const usedAt = ({ used, at }: Bucket, time: number) => Math.max(0, used - Math.max(0, time - at) * perMinute);

  function forget(time: number): void {
    for (const [client, bucket] of buckets) {
      if (buckets.size <= MOST_CLIENTS && usedAt(bucket, time) > 0) return;
      buckets.delete(client);
    }
  }

  return {
    /** Counts one request of a client. Returns 0 if it is allowed, else the whole seconds to wait, at least 1. */
    take: (address: string): number => {
      if (perMinute === 0) return 0;
      const time = Math.floor(now());
      const client = clientNetwork(address);
      const bucket = buckets.get(client);
      const used = bucket === undefined ? 0 : usedAt(bucket, time);
      const missing = used + MINUTE_MS - capacity;
      buckets.delete(client);
      buckets.set(client, { used: missing > 0 ? used : used + MINUTE_MS, at: time });
      forget(time);
      return missing > 0 ? Math.ceil(missing / perMinute / 1000) : 0;
    },
    remembered: () => buckets.size,
  };
}

/** Returns the answer to a client that has sent too many requests. */
export function tooManyRequests(perMinute: number, retryAfterSeconds: number): HubAnswer {
  const reason = `${perMinute} requests a minute are allowed for each client address`;
  return { kind: "limited", reason, retryAfterSeconds };
}
