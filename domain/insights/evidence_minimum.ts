/** Minimum number of reviews behind a published claim: an answer, a sentence of the summary, a trend. */
export const FEWEST_REVIEWS = 5;

/** 95 % of a normal distribution lie within this many standard deviations of its mean. */
const DEVIATIONS = 1.96;

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
