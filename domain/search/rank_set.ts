/**
 * A set of ranks (positions in newest-first order) among `size` reviews, in the shorter of two forms: the ranks
 * themselves, or a bitset of `bitsetLength(size)` words. The length distinguishes them: an array as long as the bitset
 * is a bitset.
 */
export type RankSet = Uint32Array;

/** Number of 32-bit words of a bitset for `size` reviews. */
function bitsetLength(size: number): number {
  return (size + 31) >>> 5;
}

/** Packs ascending, distinct ranks below `size` into the shorter form. */
export function packRanks(ranks: ArrayLike<number>, size: number): RankSet {
  if (ranks.length < bitsetLength(size)) return Uint32Array.from(ranks);
  const bits = new Uint32Array(bitsetLength(size));
  for (let i = 0; i < ranks.length; i++) bits[ranks[i]! >>> 5]! |= 1 << (ranks[i]! & 31);
  return bits;
}

/** The bitset of the ranks from `from` up to, not including, `to`; empty if `to` is not greater. */
export function rankRange(from: number, to: number, size: number): Uint32Array {
  const bits = new Uint32Array(bitsetLength(size));
  bits.fill(0xffffffff, from >>> 5, bitsetLength(to));
  bits[from >>> 5]! &= 0xffffffff << (from & 31);
  // If the range ends at a word boundary, this clears bits of the next word, which are 0 anyway.
  bits[to >>> 5]! &= ~(0xffffffff << (to & 31));
  return bits;
}

/** Adds a rank set to a bitset. */
function addRanks(bits: Uint32Array, set: RankSet): void {
  if (set.length === bits.length) {
    for (let i = 0; i < bits.length; i++) bits[i]! |= set[i]!;
    return;
  }
  for (const rank of set) bits[rank >>> 5]! |= 1 << (rank & 31);
}

/** Intersects a bitset, in place, with another one. */
export function keepCommon(bits: Uint32Array, other: Uint32Array): void {
  for (let i = 0; i < bits.length; i++) bits[i]! &= other[i]!;
}

/** Intersects a bitset, in place, with the union of some sets. */
export function keepAnyOf(bits: Uint32Array, sets: readonly RankSet[]): void {
  const union = new Uint32Array(bits.length);
  for (const set of sets) addRanks(union, set);
  keepCommon(bits, union);
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

/** Number of ranks in a set of either form among `size` reviews. */
export function countSet(set: RankSet, size: number): number {
  return set.length === bitsetLength(size) ? countRanks(set) : set.length;
}

/** Returns the highest ranks of a bitset, descending: at most `limit`, none above `from`. */
export function lastRanks(bits: Uint32Array, limit: number, from = (bits.length << 5) - 1): number[] {
  const ranks: number[] = [];
  // Ranks above `from` in its word are masked out.
  let mask = 0xffffffff >>> (31 - (from & 31));
  for (let i = from >> 5; i >= 0 && ranks.length < limit; i--) {
    for (let left = bits[i]! & mask; left !== 0 && ranks.length < limit;) {
      const bit = 31 - Math.clz32(left);
      ranks.push((i << 5) | bit);
      left &= ~(1 << bit);
    }
    mask = 0xffffffff;
  }
  return ranks;
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
