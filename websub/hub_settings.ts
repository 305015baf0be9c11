type DeepReadonly<T> = { readonly [Name in keyof T]: T[Name] extends object ? DeepReadonly<T[Name]> : T[Name] };

/** Settings of the hub. docs/configuration.md has those that an operator may change. */
export type HubSettings = DeepReadonly<typeof DEFAULT_HUB_SETTINGS>;

/** Shortest lease that a subscriber may request, in seconds. */
export const LEAST_LEASE_SECONDS = 300;

const STANDARD = {
  /** Maximum number of parallel deliveries and retries, and of parallel exchanges with one callback host. */
  concurrency: 64,
  concurrencyPerHost: 2,
  /** Maximum requests a minute from one client address. Here and below, 0 is no limit. */
  requestsPerMinute: 30,
  /** Maximum pending requests, for one callback host or registrable domain, and in total. */
  pendingPerHost: 10,
  pending: 10_000,
  /** Maximum live subscriptions, of one callback host or registrable domain, and in total. */
  subscriptionsPerHost: 100,
  subscriptions: 10_000,
  /**
   * Maximum verifications, denials and failed connections of deliveries to one destination, which is a registrable
   * domain or an address.
   */
  callsPerDestination: { perSecond: 2, perHour: 600 },
  /** Maximum total to send to all subscriptions if every topic changes once, in millions of bytes. */
  megabytesPerChange: 10_000,
};

// With 256 in parallel, fast callbacks get a third of the deliveries a second: more handshakes run at once.
const MANY_EXCHANGES = { concurrency: 128, concurrencyPerHost: 16 };

/** Limits on subscribers, by the word of `WEBSUB_LIMITS`. */
export const HUB_LIMITS: Readonly<Record<"standard" | "generous" | "none", DeepReadonly<typeof STANDARD>>> = {
  standard: STANDARD,
  /** For one subscriber with 1,000 callbacks on a host, or 100,000 subscriptions in all. */
  generous: {
    ...MANY_EXCHANGES,
    requestsPerMinute: 1200,
    pendingPerHost: 1000,
    // A network may have its square root.
    pending: 1_000_000,
    subscriptionsPerHost: 1000,
    subscriptions: 100_000,
    callsPerDestination: { perSecond: 20, perHour: 6000 },
    megabytesPerChange: 100_000,
  },
  /** For closed networks and tests. */
  none: {
    ...MANY_EXCHANGES,
    requestsPerMinute: 0,
    pendingPerHost: 0,
    pending: 0,
    subscriptionsPerHost: 0,
    subscriptions: 0,
    callsPerDestination: { perSecond: 0, perHour: 0 },
    megabytesPerChange: 0,
  },
};

/** Limit for one address as a multiple of the limit for one host. An address may serve hosts of different owners. */
export const HOSTS_AT_ADDRESS = 10;

/** Default settings. */
export const DEFAULT_HUB_SETTINGS = {
  ...STANDARD,
  /** Lease granted if the request names none, and the bounds of a requested lease; seconds. */
  lease: { default: 864_000, min: LEAST_LEASE_SECONDS, max: 1_296_000 },
  /** Waits between all attempts of three deliveries, in seconds; together more than three days. */
  retrySeconds: [30, 120, 600, 1800, ...[1, 2, 3, 4, 5, 6, 8, 10, 14, 20].map((hours) => hours * 3600)],
  /** Minimum age of a failing subscription's last attempt at which a newer version is sent early, in seconds. */
  restartSeconds: 600,
  /** Deadline of one exchange with a callback, in seconds. */
  attemptTimeoutSeconds: 10,
  /** Quiet time between a change and its distribution, in seconds. */
  debounceSeconds: 2,
  /** Private ranges that callbacks may resolve to: `10.0.0.0/8`. Usually empty. */
  allowCidrs: [] as string[],
};
