import { rounded } from "./numbers.ts";

/** The mean of numbers, rounded to some decimals; null of none. The same order gives the same sum. */
export function meanOf(values: readonly number[], decimals: number): number | null {
  return values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length, decimals);
}
