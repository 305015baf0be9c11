/** How a callback answers verifications and deliveries. */
export type Behaviour = "good" | "wrong" | "missing" | "failing" | "gone" | "silent";

/** A subscription in the model. */
export interface ModelSubscription {
  readonly secret: string | null;
  readonly expiresAt: number;
  readonly delivered: number;
  readonly failures: number;
  readonly attemptAt: number;
}

interface Pending {
  mode: string;
  secret: string | null;
  lease: number;
  known: number;
  tries: number;
  at: number;
}

const DEBOUNCE = 2000;
const RETRIES = [300_000, 28_800_000];
const VERIFICATION_RETRIES = [30_000, 300_000];
/** When a denial is told again, counted from the end of the subscription. */
const DENIED_AGAIN = [3_600_000, 86_400_000, 259_200_000];

/** A model of the hub for one topic, as simple as possible: sequential, without a store and without concurrency. */
export class HubModel {
  readonly subscriptions = new Map<string, ModelSubscription>();
  readonly pending = new Map<string, Pending>();
  readonly denials = new Map<string, { at: number; deniedAt: number }>();
  /**
   * The requests that each callback received: `V` a verification, `D` a denial, a number the delivery of that version.
   */
  readonly sent = new Map<string, string[]>();
  version = 1;
  #dueAt = 0;
  #waitingSince = 0;

  constructor(private readonly behaviour: (callback: string) => Behaviour) {}

  request(now: number, mode: string, callback: string, secret: string | null, lease: number): void {
    const before = this.subscriptions.get(callback);
    const isSubscribed = (before?.expiresAt ?? 0) > now;
    if (mode === "subscribe" && isSubscribed && secret === null && before?.secret !== null) return;
    if (mode === "unsubscribe" && !isSubscribed && !this.pending.has(callback)) return;
    const known = this.#dueAt > now ? this.version - 1 : this.version;
    this.pending.set(callback, { mode, secret, lease, known, tries: 0, at: now });
    this.run(now);
  }

  publish(now: number): void {
    this.#waitingSince = this.#dueAt > now ? this.#waitingSince : now;
    this.#dueAt = Math.min(now + DEBOUNCE, this.#waitingSince + 5 * DEBOUNCE);
    this.version++;
    this.run(now);
  }

  /** Does everything that is due up to a time, in order. */
  run(until: number): void {
    for (let at = this.#next(); at <= until; at = this.#next()) this.#step(at);
  }

  #next(): number {
    const behind = [...this.subscriptions.values()].filter((one) => one.delivered < this.version);
    return Math.min(
      ...[...this.pending.values(), ...this.denials.values()].map(({ at }) => at),
      ...behind.map(({ attemptAt }) => Math.max(attemptAt, this.#dueAt)),
    );
  }

  #step(now: number): void {
    for (const [callback, pending] of this.pending) if (pending.at <= now) this.#verify(now, callback, pending);
    for (const [callback, denial] of this.denials) if (denial.at <= now) this.#deny(now, callback, denial);
    for (const [callback, { delivered, expiresAt, attemptAt }] of this.subscriptions) {
      if (expiresAt <= now) this.subscriptions.delete(callback);
      else if (delivered < this.version && Math.max(attemptAt, this.#dueAt) <= now) this.#deliver(now, callback);
    }
  }

  #verify(now: number, callback: string, pending: Pending): void {
    this.#send(callback, "V");
    const behaviour = this.behaviour(callback);
    const wait = VERIFICATION_RETRIES[pending.tries++];
    if (behaviour === "silent" && wait !== undefined) {
      pending.at = now + wait;
      return;
    }
    this.pending.delete(callback);
    if (behaviour !== "good") return;
    const before = this.subscriptions.get(callback);
    const isLive = before !== undefined && before.expiresAt > now;
    if (pending.mode === "unsubscribe") this.subscriptions.delete(callback);
    else {
      this.denials.delete(callback);
      this.subscriptions.set(callback, {
        secret: pending.secret,
        expiresAt: now + pending.lease * 1000,
        delivered: isLive ? before.delivered : pending.known,
        failures: 0,
        attemptAt: now,
      });
    }
  }

  #deliver(now: number, callback: string): void {
    this.#send(callback, String(this.version));
    const behaviour = this.behaviour(callback);
    if (behaviour === "good" || behaviour === "wrong") {
      return this.#change(callback, { delivered: this.version, failures: 0, attemptAt: now });
    }
    const failures = (this.subscriptions.get(callback)?.failures ?? 0) + 1;
    const wait = RETRIES[failures - 1];
    if (behaviour !== "gone" && wait !== undefined) {
      return this.#change(callback, { failures, attemptAt: now + wait });
    }
    this.subscriptions.delete(callback);
    if (behaviour === "gone") return;
    this.denials.set(callback, { at: now, deniedAt: now });
  }

  #deny(now: number, callback: string, denial: { at: number; deniedAt: number }): void {
    this.#send(callback, "D");
    const behaviour = this.behaviour(callback);
    const next = DENIED_AGAIN.map((after) => denial.deniedAt + after).find((at) => at > now);
    if (behaviour === "good" || behaviour === "wrong" || next === undefined) this.denials.delete(callback);
    else denial.at = next;
  }

  #change(callback: string, change: Partial<ModelSubscription>): void {
    const before = this.subscriptions.get(callback);
    if (before !== undefined) this.subscriptions.set(callback, { ...before, ...change });
  }

  #send(callback: string, what: string): void {
    this.sent.set(callback, [...this.sent.get(callback) ?? [], what]);
  }
}
