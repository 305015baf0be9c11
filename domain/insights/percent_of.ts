import { rounded } from "./numbers.ts";

const LEAST = 0.1;

/**
 * A share in percent, 0..100 with one decimal; null of nothing. Only all are 100 % and only none are 0 %,
 * or "all of them" would be said of 9999 of 10,000.
 */
export function percentOf(part: number, whole: number): number | null {
  if (whole === 0) return null;
  if (part === 0 || part === whole) return part === 0 ? 0 : 100;
  return Math.min(100 - LEAST, Math.max(LEAST, rounded(part / whole * 100, 1)));
}
