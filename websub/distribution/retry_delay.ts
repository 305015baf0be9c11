/** Longest accepted `Retry-After`, in milliseconds. */
const LONGEST_ASKED_MS = 86_400_000;
/** Maximum random deviation of a delay, as a share of its step. */
const SPREAD = 0.2;

/**
 * Retry delay of a delivery, in milliseconds: the step with random deviation, or `Retry-After` (at most a day) if
 * longer.
 *
 * @param step The configured delay after this failure.
 * @param asked Delay from `Retry-After` in milliseconds, or null.
 * @param random From 0 up to 1; spreads subscribers that failed together.
 */
export function retryDelay(step: number, asked: number | null, random: number): number {
  const spread = step * (1 - SPREAD + 2 * SPREAD * random);
  return Math.round(Math.max(spread, Math.min(asked ?? 0, LONGEST_ASKED_MS)));
}

/** Longest delay that {@linkcode retryDelay} returns for a step, in milliseconds. */
export function longestDelay(step: number): number {
  return Math.max(step * (1 + SPREAD), LONGEST_ASKED_MS);
}

/**
 * Delay that a `Retry-After` field asks for, in milliseconds; null if it is absent or unreadable (RFC 9110 10.2.3).
 */
export function retryAfterMilliseconds(field: string | null, now: number): number | null {
  if (field === null) return null;
  if (/^\d{1,9}$/.test(field)) return Number(field) * 1000;
  const date = /^[A-Z][a-z]{2}, /.test(field) ? Date.parse(field) : NaN;
  return Number.isNaN(date) ? null : Math.max(date - now, 0);
}
