/** Settings of the hub. docs/operate.md has meaning and defaults. */
export interface HubSettings {
  /** Lease granted if the request names none, and the bounds of a requested lease; seconds. */
  readonly lease: { readonly default: number; readonly min: number; readonly max: number };
  /** Waits before the second and each further attempt of a delivery, in seconds. */
  readonly attemptSeconds: readonly number[];
  /** Waits before the second and the third delivery, in seconds. */
  readonly retrySeconds: readonly [number, number];
  /** Minimum interval at which newer versions restart the attempts of a failing subscription, in seconds. */
  readonly restartSeconds: number;
  /** Deadline of one exchange with a callback, in seconds. */
  readonly attemptTimeoutSeconds: number;
  /** Quiet time between a change and its distribution, in seconds. */
  readonly debounceSeconds: number;
  /** Private ranges that callbacks may resolve to: `10.0.0.0/8`. Usually empty. */
  readonly allowCidrs: readonly string[];
  /** Maximum number of parallel deliveries and retries, and of parallel exchanges with one callback host. */
  readonly concurrency: number;
  readonly concurrencyPerHost: number;
  /** Maximum requests a minute from one client address. Here and below, 0 is no limit. */
  readonly requestsPerMinute: number;
  /** Maximum pending requests, for one callback host or registrable domain, and in total. */
  readonly pendingPerHost: number;
  readonly pending: number;
  /** Maximum live subscriptions, of one callback host or registrable domain, and in total. */
  readonly subscriptionsPerHost: number;
  readonly subscriptions: number;
  /** Maximum verifications and denials to one destination, which is a registrable domain or an address. */
  readonly callsPerDestination: { readonly perSecond: number; readonly perHour: number };
  /** Maximum total to send to all subscriptions if every topic changes once, in millions of bytes. */
  readonly megabytesPerChange: number;
}

/** Default settings. */
export const DEFAULT_HUB_SETTINGS: HubSettings = {
  lease: { default: 864_000, min: 300, max: 1_296_000 },
  attemptSeconds: [30, 120, 600, 1800],
  retrySeconds: [7200, 28_800],
  restartSeconds: 600,
  attemptTimeoutSeconds: 10,
  debounceSeconds: 2,
  allowCidrs: [],
  concurrency: 64,
  concurrencyPerHost: 2,
  requestsPerMinute: 30,
  pendingPerHost: 10,
  pending: 1000,
  subscriptionsPerHost: 100,
  subscriptions: 10_000,
  callsPerDestination: { perSecond: 2, perHour: 600 },
  megabytesPerChange: 10_000,
};
