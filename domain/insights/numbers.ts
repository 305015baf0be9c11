/** Minimum number of reviews behind a published claim: an answer, a sentence of the summary, a trend. */
export const FEWEST_REVIEWS = 5;

const LEAST_PERCENT = 0.1;
const POWERS = [1, 10, 100, 1000, 10_000];
/** 95 % of a normal distribution lie within this many standard deviations of its mean. */
const DEVIATIONS = 1.96;

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
 * Returns the lower bound of the 95 % Wilson interval of a share, 0 to 1; 0 if the whole is 0. As a sort key it puts 16
 * of 16 before 3 of 3, and 90 of 100 before 5 of 5.
 */
export function wilsonLowerBound(part: number, whole: number): number {
  if (whole === 0) return 0;
  const share = part / whole;
  const square = DEVIATIONS ** 2;
  const spread = DEVIATIONS * Math.sqrt(share * (1 - share) / whole + square / (4 * whole * whole));
  return (share + square / (2 * whole) - spread) / (1 + square / whole);
}
