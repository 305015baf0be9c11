/** Rounds to a number of decimals; never -0, which JSON cannot tell from 0. */
export function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals + 0;
}
