/**
 * What an exchange is for. None can take all places: a large distribution holds no verification up, and neither
 * strangers' callbacks nor subscribers that failed before, which may all be slow, hold up a distribution.
 */
export type ExchangeKind = "verification" | "delivery" | "retry";

/** Begins a task; it does not reject. */
export type PoolTask = () => Promise<void>;

interface Host {
  running: number;
  readonly waiting: { readonly kind: ExchangeKind; readonly task: PoolTask }[];
}

const KINDS = ["verification", "delivery", "retry"] as const;
const PLACES_KEPT = 4;
/** So many waiting tasks are enough to keep every place busy. */
export const READ_AHEAD = 256;

/**
 * Runs exchanges side by side, so many in all and so many with one host. A host that does not answer takes its own
 * places and no others.
 */
export class ExchangePool {
  readonly #hosts = new Map<string, Host>();
  readonly #roomWaiters: (() => void)[] = [];
  readonly #idleWaiters: (() => void)[] = [];
  /** Hosts that have a task waiting and a place for it, in the order in which they came to have both. */
  readonly #ready = new Set<string>();
  readonly #running = { verification: 0, delivery: 0, retry: 0 };
  readonly #waiting = { verification: 0, delivery: 0, retry: 0 };

  /**
   * @param total Exchanges in all.
   * @param perHost Exchanges with one host.
   */
  constructor(private readonly total: number, private readonly perHost: number) {}

  /** Takes a task; it begins when there is a place for it. */
  submit(host: string, kind: ExchangeKind, task: PoolTask): void {
    let state = this.#hosts.get(host);
    if (state === undefined) this.#hosts.set(host, state = { running: 0, waiting: [] });
    if (kind === "verification") state.waiting.unshift({ kind, task });
    else state.waiting.push({ kind, task });
    this.#waiting[kind]++;
    if (state.running < this.perHost) this.#ready.add(host);
    this.#beginAll();
  }

  /** The same, and resolves when the task is done. */
  run(host: string, kind: ExchangeKind, task: PoolTask): Promise<void> {
    return new Promise((resolve) => this.submit(host, kind, () => task().finally(resolve)));
  }

  /**
   * Resolves when more tasks are wanted: when few wait, or when those that wait do so for their own hosts while
   * there are places for others.
   */
  async room(): Promise<void> {
    while (this.load.waiting >= READ_AHEAD && !this.#hasPlace("delivery")) {
      await new Promise<void>((resolve) => this.#roomWaiters.push(resolve));
    }
  }

  /** Resolves when nothing runs and nothing waits. */
  async idle(): Promise<void> {
    while (this.load.waiting + this.load.running > 0) {
      await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
    }
  }

  /** How many exchanges run and how many wait. */
  get load(): { readonly running: number; readonly waiting: number } {
    const { verification, delivery, retry } = this.#running;
    const { verification: verifications, delivery: deliveries, retry: retries } = this.#waiting;
    return { running: verification + delivery + retry, waiting: verifications + deliveries + retries };
  }

  #hasPlace(kind: ExchangeKind): boolean {
    const most = kind === "delivery" ? this.total - PLACES_KEPT : Math.floor(this.total / 4);
    return this.load.running < this.total && this.#running[kind] < Math.max(1, most);
  }

  #beginAll(): void {
    if (!this.#hasPlaceForAny()) return;
    for (const host of this.#ready) {
      const state = this.#hosts.get(host);
      const next = state?.waiting[0];
      if (state === undefined || next === undefined || state.running >= this.perHost) {
        this.#ready.delete(host);
        continue;
      }
      if (!this.#hasPlace(next.kind)) continue;
      state.waiting.shift();
      this.#waiting[next.kind]--;
      this.#ready.delete(host);
      if (state.waiting.length > 0 && state.running + 1 < this.perHost) this.#ready.add(host);
      this.#begin(host, state, next.kind, next.task);
      if (!this.#hasPlaceForAny()) return;
    }
  }

  /** Looking through all hosts for places that nobody waits for took longer than all the rest here. */
  #hasPlaceForAny(): boolean {
    return KINDS.some((kind) => this.#waiting[kind] > 0 && this.#hasPlace(kind));
  }

  #begin(host: string, state: Host, kind: ExchangeKind, task: PoolTask): void {
    state.running++;
    this.#running[kind]++;
    void task().finally(() => {
      state.running--;
      this.#running[kind]--;
      if (state.waiting.length > 0) this.#ready.add(host);
      else if (state.running === 0) this.#hosts.delete(host);
      this.#beginAll();
      for (const resolve of this.#roomWaiters.splice(0)) resolve();
      if (this.load.waiting + this.load.running > 0) return;
      for (const resolve of this.#idleWaiters.splice(0)) resolve();
    });
  }
}
