/** Joins the parts of an enumeration: `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

const THOUSANDS = new Intl.NumberFormat("en-US");

/** A count as it stands in prose: `20,000`. */
export function countText(count: number): string {
  return THOUSANDS.format(count);
}

/** The share of what the analysis found that may be wrong without making a sentence untrue. */
const DOUBTED = 0.2;
/** To which multiples counts below a bound are rounded down. */
const STEPS: readonly (readonly [below: number, step: number])[] = [
  [20, 1],
  [100, 5],
  [300, 10],
  [1000, 50],
  [10_000, 100],
  [Infinity, 1000],
];

/**
 * How many reviews there are at least, where the analysis found so many: a fifth less, rounded down. As it misses more
 * than it finds wrongly, there mostly are more.
 */
export function leastCount(found: number): number {
  const sure = (1 - DOUBTED) * found;
  const step = STEPS.find(([below]) => sure < below)?.[1] ?? 1;
  // Floating-point products lie a little beside whole numbers.
  return Math.floor(sure / step + 1e-9) * step;
}
