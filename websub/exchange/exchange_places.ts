/**
 * What an exchange is for. None can take all places: a large distribution holds no verification up, and neither
 * strangers' callbacks nor subscribers that failed before, which may all be slow, hold up a distribution.
 */
export type ExchangeKind = "verification" | "delivery" | "retry";

interface Host {
  running: number;
  /** Verifications that wait for a place. */
  readonly waiting: (() => Promise<void>)[];
}

const PLACES_KEPT = 4;

/**
 * The places of exchanges: so many in all and so many with one host. A host that does not answer takes its own places
 * and no others. Deliveries take and give places; verifications are handed over and begin when there is a place.
 */
export class ExchangePlaces {
  /** Called when a place has become free, with the host whose it was. */
  onFree: (host: string) => void = () => {};
  readonly #hosts = new Map<string, Host>();
  /** Hosts with a verification waiting and a place for it, in the order in which they came to have both. */
  readonly #ready = new Set<string>();
  readonly #taken = { verification: 0, delivery: 0, retry: 0 };
  readonly #idleWaiters: (() => void)[] = [];

  /**
   * @param total Exchanges in all.
   * @param perHost Exchanges with one host.
   */
  constructor(private readonly total: number, private readonly perHost: number) {}

  /** How many exchanges may be of one kind. */
  most(kind: ExchangeKind): number {
    return Math.max(1, kind === "delivery" ? this.total - PLACES_KEPT : Math.floor(this.total / 4));
  }

  /** How many places are free for some host. */
  free(kind: ExchangeKind): number {
    const { verification, delivery, retry } = this.#taken;
    return Math.min(this.total - verification - delivery - retry, this.most(kind) - this.#taken[kind]);
  }

  /** Whether there is a place for some host. */
  hasPlace(kind: ExchangeKind): boolean {
    return this.free(kind) > 0;
  }

  /** Takes a place if there is one for this host; it is to be given back. */
  take(kind: ExchangeKind, host: string): boolean {
    if (!this.hasPlace(kind)) return false;
    const state = this.#host(host);
    if (state.running >= this.perHost) return false;
    state.running++;
    this.#taken[kind]++;
    return true;
  }

  /** Gives a place back. */
  give(kind: ExchangeKind, host: string): void {
    const state = this.#host(host);
    state.running--;
    this.#taken[kind]--;
    if (state.waiting.length > 0) this.#ready.add(host);
    else if (state.running === 0) this.#hosts.delete(host);
    this.#beginVerifications();
    this.onFree(host);
    if (this.#isIdle()) { for (const resolve of this.#idleWaiters.splice(0)) resolve(); }
  }

  /** Takes a verification or a denial, which does not reject; it begins when there is a place for it. */
  submit(host: string, task: () => Promise<void>): void {
    const state = this.#host(host);
    state.waiting.push(task);
    if (state.running < this.perHost) this.#ready.add(host);
    this.#beginVerifications();
  }

  /** Resolves when no place is taken and nothing waits for one. */
  async idle(): Promise<void> {
    while (!this.#isIdle()) await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
  }

  #isIdle(): boolean {
    return this.#hosts.size === 0;
  }

  #host(host: string): Host {
    let state = this.#hosts.get(host);
    if (state === undefined) this.#hosts.set(host, state = { running: 0, waiting: [] });
    return state;
  }

  #beginVerifications(): void {
    for (const host of this.#ready) {
      if (!this.hasPlace("verification")) return;
      this.#ready.delete(host);
      // Deliveries may have taken the host's places.
      if (!this.take("verification", host)) continue;
      const { running, waiting } = this.#host(host);
      const task = waiting.shift();
      if (waiting.length > 0 && running < this.perHost) this.#ready.add(host);
      void task?.().finally(() => this.give("verification", host));
    }
  }
}
