import { hasCome } from "../clock.ts";

/** Maximum calls to one destination, in a second and in an hour; 0 is no limit. */
export interface RateLimits {
  readonly perSecond: number;
  readonly perHour: number;
}

interface Spent {
  readonly lastAt: number;
  /**
   * Time from which the full hourly budget is available again, in milliseconds since 1970. The theoretical arrival time
   * of the generic cell rate algorithm.
   */
  readonly restoredAt: number;
}

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

/**
 * Rate limit of each destination, by second and by hour. Half of the hourly limit may be used in a burst; the other
 * half is restored evenly. So no period of an hour exceeds the limit.
 */
export class DestinationRate {
  readonly #spent = new Map<string, Spent>();
  readonly #spacing: number;
  readonly #interval: number;
  readonly #most: number;

  constructor({ perSecond, perHour }: RateLimits) {
    this.#spacing = perSecond === 0 ? 0 : SECOND_MS / perSecond;
    this.#most = perHour === 0 ? Infinity : Math.max(1, Math.floor(perHour / 2));
    this.#interval = perHour === 0 ? 0 : HOUR_MS / Math.max(1, perHour - this.#most);
  }

  /** Time from which a destination may be called, in milliseconds since 1970; in the past if now. */
  roomAt(destination: string, now: number): number {
    const spent = this.#spent.get(destination);
    if (spent === undefined) return -Infinity;
    const inHour = this.#interval === 0 ? -Infinity : spent.restoredAt - (this.#most - 1) * this.#interval;
    const at = Math.max(spent.lastAt + this.#spacing, inHour);
    // The clock may have been put back.
    return hasCome(at, now, this.#spacing + this.#interval) ? -Infinity : at;
  }

  spend(destination: string, now: number): void {
    const { restoredAt = now } = this.#spent.get(destination) ?? {};
    const from = Math.min(Math.max(now, restoredAt), now + this.#most * this.#interval);
    this.#spent.delete(destination);
    this.#spent.set(destination, { lastAt: now, restoredAt: this.#interval === 0 ? now : from + this.#interval });
    this.#forget(now);
  }

  /** Drops the first two destinations if unlimited again. Two for each added one, so that the map shrinks. */
  #forget(now: number): void {
    for (const [destination, spent] of [...this.#spent.entries().take(2)]) {
      this.#spent.delete(destination);
      if (spent.restoredAt > now || spent.lastAt + this.#spacing > now) this.#spent.set(destination, spent);
    }
  }
}
