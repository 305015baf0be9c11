/**
 * Purpose of an exchange. Deliveries and retries share places, of which retries may take a quarter, so that failing
 * subscribers hold up no distribution. First verifications have separate places, and so have later calls: repeated
 * verifications, and denials.
 */
export type ExchangeKind = "verification" | "later" | "delivery" | "retry";

/** Places as shares of those for deliveries; verifications and later calls come on top. */
const SHARES = { verification: 1 / 4, later: 1 / 8, retry: 1 / 4 };
/** Places that deliveries leave to retries. */
const PLACES_KEPT = 4;

/** Most exchanges in all, with so many places for deliveries and retries. */
export function mostExchanges(concurrency: number): number {
  return Math.ceil(concurrency * (1 + SHARES.verification + SHARES.later));
}

/** Places of exchanges, limited by kind and by host: a host that does not answer takes its own places only. */
export class ExchangePlaces {
  /** Called when a verification or a later call may find a place. */
  onFreeForCalls: () => void = () => {};
  /** Called, after the one above, when any place of a host has become free. */
  onFree: (host: string) => void = () => {};
  /** Exchanges under way, by host. */
  readonly #hosts = new Map<string, number>();
  readonly #taken = { verification: 0, later: 0, delivery: 0, retry: 0 };
  readonly #idleWaiters: (() => void)[] = [];

  /**
   * @param total Deliveries and retries in all.
   * @param perHost Exchanges with one host.
   */
  constructor(private readonly total: number, private readonly perHost: number) {}

  /** Most exchanges of a kind. */
  most(kind: ExchangeKind): number {
    return Math.max(1, kind === "delivery" ? this.total - PLACES_KEPT : Math.floor(this.total * SHARES[kind]));
  }

  /** Number of free places of a kind. */
  free(kind: ExchangeKind): number {
    const free = this.most(kind) - this.#taken[kind];
    if (kind === "verification" || kind === "later") return free;
    return Math.min(this.total - this.#taken.delivery - this.#taken.retry, free);
  }

  /** True if there is a free place of a kind. */
  hasPlace(kind: ExchangeKind): boolean {
    return this.free(kind) > 0;
  }

  /** True if one more exchange with a host may begin. */
  hasPlaceWith(host: string): boolean {
    return (this.#hosts.get(host) ?? 0) < this.perHost;
  }

  /** Takes a place if there is one for this host. `give` returns it. */
  take(kind: ExchangeKind, host: string): boolean {
    if (!this.hasPlace(kind) || !this.hasPlaceWith(host)) return false;
    this.#hosts.set(host, (this.#hosts.get(host) ?? 0) + 1);
    this.#taken[kind]++;
    return true;
  }

  /** Returns a place. */
  give(kind: ExchangeKind, host: string): void {
    // Calls and deliveries share only the places of a host. Skips needless searches among thousands of waiting calls.
    const concernsCalls = kind === "verification" || kind === "later" || !this.hasPlaceWith(host);
    const underWay = (this.#hosts.get(host) ?? 0) - 1;
    if (underWay > 0) this.#hosts.set(host, underWay);
    else this.#hosts.delete(host);
    this.#taken[kind]--;
    if (concernsCalls) this.onFreeForCalls();
    this.onFree(host);
    if (this.#hosts.size === 0) { for (const resolve of this.#idleWaiters.splice(0)) resolve(); }
  }

  /** Resolves when no place is taken. */
  async idle(): Promise<void> {
    while (this.#hosts.size > 0) await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
  }
}
