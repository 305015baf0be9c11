/**
 * The bitset of the ranks (positions in newest-first order) from `from` up to, not including, `to`; empty if `to` is not
 * greater. It has a bit for each of `size` reviews, in words of 32.
 */
export function rankRange(from: number, to: number, size: number): Uint32Array {
  const bits = new Uint32Array((size + 31) >>> 5);
  bits.fill(0xffffffff, from >>> 5, (to + 31) >>> 5);
  bits[from >>> 5]! &= 0xffffffff << (from & 31);
  // If the range ends at a word boundary, this clears bits of the next word, which are 0 anyway.
  bits[to >>> 5]! &= ~(0xffffffff << (to & 31));
  return bits;
}

/** Intersects a bitset, in place, with another one. */
export function keepCommon(bits: Uint32Array, other: Uint32Array): void {
  for (let i = 0; i < bits.length; i++) bits[i]! &= other[i]!;
}

/** Adds to a bitset, in place, the ranks of another one. */
export function addRanks(bits: Uint32Array, other: Uint32Array): void {
  for (let i = 0; i < bits.length; i++) bits[i]! |= other[i]!;
}

/** Removes the ranks that fail the test from a bitset, in place. */
export function keepIf(bits: Uint32Array, test: (rank: number) => boolean): void {
  for (let i = 0; i < bits.length; i++) {
    for (let left = bits[i]!; left !== 0; left &= left - 1) {
      const bit = 31 - Math.clz32(left & -left);
      if (!test((i << 5) | bit)) bits[i]! &= ~(1 << bit);
    }
  }
}

/** Whether a rank is in a bitset. */
export function hasRank(bits: Uint32Array, rank: number): boolean {
  return (bits[rank >>> 5]! >>> (rank & 31) & 1) === 1;
}

/** Number of ranks in a bitset (population count). */
export function countRanks(bits: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) {
    let v = bits[i]!;
    v -= (v >>> 1) & 0x55555555;
    v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
    count += Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** Returns the lowest ranks of a bitset, ascending: at most `limit`, none below `from`. */
export function firstRanks(bits: Uint32Array, limit: number, from = 0): number[] {
  const ranks: number[] = [];
  // Ranks below `from` in its word are masked out; those of the next words are not.
  let mask = 0xffffffff << (from & 31);
  for (let i = from >>> 5; i < bits.length && ranks.length < limit; i++) {
    for (let left = bits[i]! & mask; left !== 0 && ranks.length < limit; left &= left - 1) {
      ranks.push((i << 5) | (31 - Math.clz32(left & -left)));
    }
    mask = 0xffffffff;
  }
  return ranks;
}
