import { rounded } from "./rounded.ts";

/** A share in percent, 0..100 with one decimal; null of nothing. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded(part / whole * 100, 1);
}
