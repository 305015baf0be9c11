/**
 * The first index from `from` up to `to` of which `isBefore` is not true; `to` if it is true of all.
 * Once it is not true of an index, it must not be true of any later one.
 */
export function lowerBound(from: number, to: number, isBefore: (index: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
