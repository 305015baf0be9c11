const LEAST_PERCENT = 0.1;
const POWERS = [1, 10, 100, 1000, 10_000];

/** Rounds to a number of decimals. Never -0, which JSON writes as 0. */
export function rounded(value: number, decimals: number): number {
  const power = POWERS[decimals] ?? 10 ** decimals;
  return Math.round(value * power) / power + 0;
}

/**
 * Returns the mean, rounded to a number of decimals; null for an empty list. Floating-point sums depend on the order of
 * the values.
 */
export function meanOf(values: readonly number[], decimals: number): number | null {
  return values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length, decimals);
}

/**
 * Returns a share in percent, 0 to 100 with one decimal; null if the whole is 0. Exactly 0 and 100 only for none and
 * all, so that 9999 of 10,000 are not reported as 100 %.
 */
export function percentOf(part: number, whole: number): number | null {
  if (whole === 0) return null;
  if (part === 0 || part === whole) return part === 0 ? 0 : 100;
  return Math.min(100 - LEAST_PERCENT, Math.max(LEAST_PERCENT, rounded(part / whole * 100, 1)));
}

/**
 * Returns shares without decimals that add up to 100: the greatest remainders are rounded up, among halves those that
 * {@linkcode wholePercent} makes even.
 */
export function wholePercents(parts: readonly number[]): readonly number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  const exact = parts.map((part) => whole === 0 ? 0 : part * 100 / whole);
  const missing = whole === 0 ? 0 : 100 - exact.reduce((sum, share) => sum + Math.floor(share), 0);
  const order = exact.map((share, at) => [share % 1 + Math.floor(share) % 2 * 1e-9, at] as const)
    .toSorted(([a], [b]) => b - a).slice(0, missing).map(([, at]) => at);
  return exact.map((share, at) => Math.floor(share) + (order.includes(at) ? 1 : 0));
}

/** Returns a share without decimals. Halves become even, so that 87.5 and 12.5 add up to 100. */
export function wholePercent(part: number, whole: number): number {
  const percent = part * 100 / whole;
  const below = Math.floor(percent);
  return percent - below === 0.5 ? below + below % 2 : Math.round(percent);
}
