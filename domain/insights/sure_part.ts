const DEVIATIONS = 1.96;

/**
 * The share that a part of some whole surely has: the lower end of Wilson's 95 % interval, from 0 to
 * 1. So 16 of 16 count for more than 3 of 3, and 90 of 100 for more than 5 of 5.
 */
export function surePart(part: number, whole: number): number {
  if (whole === 0) return 0;
  const share = part / whole;
  const square = DEVIATIONS ** 2;
  const spread = DEVIATIONS * Math.sqrt(share * (1 - share) / whole + square / (4 * whole * whole));
  return (share + square / (2 * whole) - spread) / (1 + square / whole);
}
