/** The longest wait that a subscriber may ask for with `Retry-After`; milliseconds. */
const LONGEST_ASKED_MS = 86_400_000;
/** Share of a step by which waits are spread. */
const SPREAD = 0.2;

/**
 * How long to wait before a delivery is tried again: the step, a fifth more or less, or longer where the subscriber asks
 * for it, up to a day. Milliseconds.
 *
 * @param step What is configured for this failure.
 * @param asked What `Retry-After` asks for, or null.
 * @param random From 0 up to 1; spreads subscribers that failed together.
 */
export function retryDelay(step: number, asked: number | null, random: number): number {
  const spread = step * (1 - SPREAD + 2 * SPREAD * random);
  return Math.round(Math.max(spread, Math.min(asked ?? 0, LONGEST_ASKED_MS)));
}

/** The longest wait that {@linkcode retryDelay} returns for a step; milliseconds. */
export function longestDelay(step: number): number {
  return Math.max(step * (1 + SPREAD), LONGEST_ASKED_MS);
}

/**
 * How long a `Retry-After` field asks to wait, in milliseconds; null when there is none that can be read
 * (RFC 9110 10.2.3).
 */
export function retryAfterMilliseconds(field: string | null, now: number): number | null {
  if (field === null) return null;
  if (/^\d{1,9}$/.test(field)) return Number(field) * 1000;
  const date = /^[A-Z][a-z]{2}, /.test(field) ? Date.parse(field) : NaN;
  return Number.isNaN(date) ? null : Math.max(date - now, 0);
}
