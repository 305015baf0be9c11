import { clientNetwork } from "../request/client_network.ts";
import type { HubAnswer } from "../request/hub_answer.ts";

/** Counts the requests of clients. */
export interface RequestRate {
  /** Takes one request of a client address: 0 when it is allowed, else whole seconds to wait, at least 1. */
  readonly take: (client: string) => number;
  /** How many clients are remembered. */
  readonly remembered: () => number;
}

interface Bucket {
  /** Requests taken and not yet given back, each {@linkcode MINUTE_MS} large: whole numbers, so nothing is rounded. */
  readonly used: number;
  /** When it was so; milliseconds. */
  readonly at: number;
}

const MINUTE_MS = 60_000;
const MOST_CLIENTS = 10_000;

/**
 * Makes a token bucket for every client: at most so many requests at once, given back evenly over a
 * minute. A request that is refused costs nothing. An IPv6 client is its /64, because one machine
 * has all the addresses in it.
 *
 * @param perMinute 0 is no limit.
 * @param now Milliseconds that never run backwards.
 */
export function requestRate(perMinute: number, now: () => number): RequestRate {
  const capacity = perMinute * MINUTE_MS;
  // Those asked longest ago come first.
  const buckets = new Map<string, Bucket>();
  const usedAt = ({ used, at }: Bucket, time: number) => Math.max(0, used - Math.max(0, time - at) * perMinute);

  function forget(time: number): void {
    for (const [client, bucket] of buckets) {
      if (buckets.size <= MOST_CLIENTS && usedAt(bucket, time) > 0) return;
      buckets.delete(client);
    }
  }

  return {
    take: (address) => {
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

/** What a client is told that has sent too much. */
export function tooManyRequests(perMinute: number, retryAfterSeconds: number): HubAnswer {
  const reason = `${perMinute} requests a minute are allowed for each client address`;
  return { kind: "limited", reason, retryAfterSeconds };
}
