import { packRanks, type RankSet } from "./rank_set.ts";

/** An inverted index: for each value of one property the reviews that have it. Plain data. */
export type Facet<K> = ReadonlyMap<K, RankSet>;

/**
 * Builds the inverted index of one property.
 *
 * @param valuesOf The values of a rank; may contain duplicates.
 * @param fold Maps values that count as one to the same value.
 */
export function buildFacet<K>(
  size: number,
  valuesOf: (rank: number) => readonly K[],
  fold: (value: K) => K = (value) => value,
): Facet<K> {
  const lists = new Map<K, number[]>();
  // Few distinct values occur in many reviews: each spelling is folded once.
  const listOfSpelling = new Map<K, number[]>();
  for (let rank = 0; rank < size; rank++) {
    for (const value of valuesOf(rank)) {
      const list = listOfSpelling.get(value) ?? listFor(lists, fold(value));
      listOfSpelling.set(value, list);
      if (list.at(-1) !== rank) list.push(rank);
    }
  }
  return new Map([...lists].map(([key, ranks]) => [key, packRanks(ranks, size)]));
}

/** The rank sets of these values; values that no review has are left out. */
export function facetSets<K>(facet: Facet<K>, values: Iterable<K>): RankSet[] {
  const sets: RankSet[] = [];
  for (const value of values) {
    const set = facet.get(value);
    if (set) sets.push(set);
  }
  return sets;
}

function listFor<K>(lists: Map<K, number[]>, key: K): number[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
