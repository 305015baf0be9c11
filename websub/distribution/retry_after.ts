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
