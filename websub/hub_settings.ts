/** What the operator may set about the hub; meaning and defaults are in docs/operate.md. */
export interface HubSettings {
  /** Granted when a subscriber asks for no lease, and the bounds of what it may ask for; seconds. */
  readonly lease: { readonly default: number; readonly min: number; readonly max: number };
  /** Seconds to wait before the second and before the third attempt of a delivery. */
  readonly retrySeconds: readonly [number, number];
  /** Seconds for one exchange with a callback, all of it. */
  readonly attemptTimeoutSeconds: number;
  /** Seconds of quiet between a change and its distribution. */
  readonly debounceSeconds: number;
  /** Ranges that are not public but that callbacks may resolve to: `10.0.0.0/8`. Usually empty. */
  readonly allowCidrs: readonly string[];
  /** Exchanges under way in all, and with one callback host. */
  readonly concurrency: number;
  readonly concurrencyPerHost: number;
  /** Requests of one client address in a minute; 0 is no limit, here and below. */
  readonly requestsPerMinute: number;
  /** Requests that wait for verification, for one callback host or registrable domain, and in all. */
  readonly pendingPerHost: number;
  readonly pending: number;
  /** Live subscriptions of one callback host or registrable domain, and in all. */
  readonly subscriptionsPerHost: number;
  readonly subscriptions: number;
  /** Verifications and denials that one destination is sent: a registrable domain, or an address. */
  readonly callsPerDestination: { readonly perSecond: number; readonly perHour: number };
  /** What all subscriptions together are sent at one change of every topic, in millions of bytes. */
  readonly megabytesPerChange: number;
}

/** What holds where the operator sets nothing. */
export const DEFAULT_HUB_SETTINGS: HubSettings = {
  lease: { default: 864_000, min: 300, max: 1_296_000 },
  retrySeconds: [300, 28_800],
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
