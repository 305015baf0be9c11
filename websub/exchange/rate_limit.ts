import { hasCome } from "../clock.ts";

const MOST_NAMES = 50_000;

/**
 * Rate limit of each name, such as a client or a domain: `burst` uses at once, restored evenly (generic cell rate
 * algorithm). Forgets a name once its burst is restored, and the longest unused ones beyond 50,000.
 */
export class RateLimit {
  /** Time from which the whole burst is available again, in milliseconds since 1970. The latest use comes last. */
  readonly #restoredAt = new Map<string, number>();
  readonly #interval: number;

  /** @param most Maximum number of uses that are restored in a period of this many milliseconds; 0 is no limit. */
  constructor(private readonly burst: number, most: number, period: number) {
    this.#interval = most === 0 ? 0 : Math.ceil(period / most);
  }

  /** Number of names that are not forgotten. */
  get size(): number {
    return this.#restoredAt.size;
  }

  /** Time from which a name may be used, in milliseconds since 1970; in the past if now. */
  roomAt(name: string, now: number): number {
    const at = (this.#restoredAt.get(name) ?? -Infinity) - (this.burst - 1) * this.#interval;
    // The clock may have been put back.
    return hasCome(at, now, 2 * this.#interval) ? -Infinity : at;
  }

  /** Counts a use. */
  spend(name: string, now: number): void {
    const before = Math.max(now, this.#restoredAt.get(name) ?? now);
    this.#restoredAt.delete(name);
    this.#restoredAt.set(name, Math.min(before, now + this.burst * this.#interval) + this.#interval);
    for (const [oldest, restoredAt] of this.#restoredAt) {
      if (this.#restoredAt.size <= MOST_NAMES && restoredAt > now) return;
      this.#restoredAt.delete(oldest);
    }
  }
}
