/** Source of the time. Tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * True if a due time has passed, or lies further ahead than the longest wait. The latter means the clock was put back.
 *
 * @param longestWait Maximum wait that any caller sets, in milliseconds.
 */
export function hasCome(at: number, now: number, longestWait: number): boolean {
  return at <= now || at > now + longestWait;
}
