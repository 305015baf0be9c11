/**
 * Purpose of an exchange. Deliveries and retries share places. Retries may take a quarter of these, so that failing
 * subscribers do not delay others. `verification` and `later` (repeated verifications and denials) have separate places
 * each.
 */
type ExchangeKind = "verification" | "later" | "delivery" | "retry";

const SHARES = { verification: 1 / 4, later: 1 / 8, retry: 1 / 4 };
const PLACES_KEPT = 4;

/**
 * Returns the maximum number of parallel exchanges of all kinds.
 *
 * @param concurrency Maximum number of parallel deliveries and retries.
 */
export function mostExchanges(concurrency: number): number {
  return Math.ceil(concurrency * (1 + SHARES.verification + SHARES.later));
}

/** Limits parallel exchanges by kind and by host, so that a host that does not answer cannot take all places. */
export class ExchangePlaces {
  /** Called when a place for a verification or a later call may have become free. */
  onFreeForCalls: () => void = () => {};
  /** Called when a place of a host has become free, after `onFreeForCalls`. */
  onFree: (host: string) => void = () => {};
  readonly #hosts = new Map<string, number>();
  readonly #taken = { verification: 0, later: 0, delivery: 0, retry: 0 };
  readonly #idleWaiters: (() => void)[] = [];

  /**
   * @param total Maximum number of parallel deliveries and retries.
   * @param perHost Maximum number of parallel exchanges with one host.
   */
  constructor(private readonly total: number, private readonly perHost: number) {}

  most(kind: ExchangeKind): number {
    return Math.max(1, kind === "delivery" ? this.total - PLACES_KEPT : Math.floor(this.total * SHARES[kind]));
  }

  free(kind: ExchangeKind): number {
    const free = this.most(kind) - this.#taken[kind];
    if (kind === "verification" || kind === "later") return free;
    return Math.min(this.total - this.#taken.delivery - this.#taken.retry, free);
  }

  hasPlace(kind: ExchangeKind): boolean {
    return this.free(kind) > 0;
  }

  hasPlaceWith(host: string): boolean {
    return (this.#hosts.get(host) ?? 0) < this.perHost;
  }

  /** Takes a place if the kind and the host have one, else returns false. `give` returns the place. */
  take(kind: ExchangeKind, host: string): boolean {
    if (!this.hasPlace(kind) || !this.hasPlaceWith(host)) return false;
    this.#hosts.set(host, (this.#hosts.get(host) ?? 0) + 1);
    this.#taken[kind]++;
    return true;
  }

  give(kind: ExchangeKind, host: string): void {
    // A delivery frees a place for calls only if its host had none left. Otherwise a search among thousands of waiting
    // calls is needless.
    const concernsCalls = kind === "verification" || kind === "later" || !this.hasPlaceWith(host);
    const underWay = (this.#hosts.get(host) ?? 0) - 1;
    if (underWay > 0) this.#hosts.set(host, underWay);
    else this.#hosts.delete(host);
    this.#taken[kind]--;
    if (concernsCalls) this.onFreeForCalls();
    this.onFree(host);
    if (this.#hosts.size === 0) { for (const resolve of this.#idleWaiters.splice(0)) resolve(); }
  }

  async idle(): Promise<void> {
    while (this.#hosts.size > 0) await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
  }
}
