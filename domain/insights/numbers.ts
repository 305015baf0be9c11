const LEAST_PERCENT = 0.1;
/** Standard deviations to either side that hold 95 % of a normal distribution. */
const DEVIATIONS = 1.96;

/** Rounds to a number of decimals; never -0, which JSON cannot tell from 0. */
export function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals + 0;
}

/** The mean of numbers, rounded to some decimals; null of none. The same order gives the same sum. */
export function meanOf(values: readonly number[], decimals: number): number | null {
  return values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length, decimals);
}

/**
 * A share in percent, 0..100 with one decimal; null of nothing. Only all are 100 % and only none are 0 %,
 * or "all of them" would be said of 9999 of 10,000.
 */
export function percentOf(part: number, whole: number): number | null {
  if (whole === 0) return null;
  if (part === 0 || part === whole) return part === 0 ? 0 : 100;
  return Math.min(100 - LEAST_PERCENT, Math.max(LEAST_PERCENT, rounded(part / whole * 100, 1)));
}

/**
 * Lower bound of the 95 % Wilson interval of a share, from 0 to 1; 0 of nothing. Sorting by it puts 16 of 16 before 3 of 3,
 * and 90 of 100 before 5 of 5.
 */
export function wilsonLowerBound(part: number, whole: number): number {
  if (whole === 0) return 0;
  const share = part / whole;
  const square = DEVIATIONS ** 2;
  const spread = DEVIATIONS * Math.sqrt(share * (1 - share) / whole + square / (4 * whole * whole));
  return (share + square / (2 * whole) - spread) / (1 + square / whole);
}
