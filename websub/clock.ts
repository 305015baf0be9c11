/** Tells the time; tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Whether a time has come that was set as a moment and a wait after it. One that lies further ahead than any wait reaches
 * is void: the clock was put back since.
 *
 * @param longestWait Milliseconds.
 */
export function hasCome(at: number, now: number, longestWait: number): boolean {
  return at <= now || at > now + longestWait;
}
