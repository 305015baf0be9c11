/** Source of the time. Tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * True if a due time has come. A due time further ahead than the longest wait has come as well: the clock was put back.
 *
 * @param longestWait Longest wait that is ever set, in milliseconds.
 */
export function hasCome(at: number, now: number, longestWait: number): boolean {
  return at <= now || at > now + longestWait;
}
