/**
 * Binary search for the first index in `from`..`to - 1` for which `isBefore` is false; `to` if there is none.
 * `isBefore` must be true for a prefix of the range and false after it.
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
