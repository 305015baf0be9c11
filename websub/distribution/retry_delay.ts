/**
 * How long to wait before a delivery is tried again: the step, a fifth more or less, and up to twice the step where the
 * subscriber asks for it. Milliseconds.
 *
 * @param step What is configured for this failure.
 * @param asked What `Retry-After` asks for, or null.
 * @param random From 0 up to 1; spreads subscribers that failed together.
 */
export function retryDelay(step: number, asked: number | null, random: number): number {
  const spread = step * (0.8 + 0.4 * random);
  return Math.round(asked === null ? spread : Math.min(Math.max(asked, spread), 2 * step));
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
