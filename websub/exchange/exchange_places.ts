/**
 * What an exchange is for. Deliveries and retries share places, of which retries may take a quarter: subscribers that
 * failed before hold up no distribution. Verifications have places of their own, and so have all later calls: what is
 * asked or told again, or what ends.
 */
export type ExchangeKind = "verification" | "later" | "delivery" | "retry";

/** Shares of the places of deliveries; those of verifications and later calls come on top. */
const SHARES = { verification: 1 / 4, later: 1 / 8, retry: 1 / 4 };
/** Deliveries leave so many to retries. */
const PLACES_KEPT = 4;

/** How many exchanges there may be in all, with so many places for deliveries and retries. */
export function mostExchanges(concurrency: number): number {
  return Math.ceil(concurrency * (1 + SHARES.verification + SHARES.later));
}

/**
 * The places of exchanges: so many of each kind and so many with one host. A host that does not answer takes its own
 * places and no others.
 */
export class ExchangePlaces {
  /** Called when a place has become free that a verification or a later call may take. */
  onFreeForCalls: () => void = () => {};
  /** Called when any place has become free, after the one above; with the host whose it was. */
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

  /** How many exchanges may be of one kind. */
  most(kind: ExchangeKind): number {
    return Math.max(1, kind === "delivery" ? this.total - PLACES_KEPT : Math.floor(this.total * SHARES[kind]));
  }

  /** How many places are free for some host. */
  free(kind: ExchangeKind): number {
    const free = this.most(kind) - this.#taken[kind];
    if (kind === "verification" || kind === "later") return free;
    return Math.min(this.total - this.#taken.delivery - this.#taken.retry, free);
  }

  /** Whether there is a place for some host. */
  hasPlace(kind: ExchangeKind): boolean {
    return this.free(kind) > 0;
  }

  /** Whether one more exchange with a host may be under way. */
  hasPlaceWith(host: string): boolean {
    return (this.#hosts.get(host) ?? 0) < this.perHost;
  }

  /** Takes a place if there is one for this host; it is to be given back. */
  take(kind: ExchangeKind, host: string): boolean {
    if (!this.hasPlace(kind) || !this.hasPlaceWith(host)) return false;
    this.#hosts.set(host, (this.#hosts.get(host) ?? 0) + 1);
    this.#taken[kind]++;
    return true;
  }

  /** Gives a place back. */
  give(kind: ExchangeKind, host: string): void {
    // Of deliveries calls share only the places with a host. Thousands of calls may wait: they are looked through in vain.
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
