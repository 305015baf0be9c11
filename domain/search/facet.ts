import { packRanks, type RankSet } from "./rank_set.ts";

/** An inverted index: for each value of one property the reviews that have it. Plain data. */
export type Facet<K> = ReadonlyMap<K, RankSet>;

/** Builds an inverted index review by review. */
export interface FacetBuilder<K> {
  /** Adds the values of the next rank, which may contain duplicates. */
  readonly add: (values: readonly K[]) => void;
  readonly finish: () => Facet<K>;
}

/**
 * Creates the builder of the inverted index of one property.
 *
 * @param fold Maps values that count as one to the same value.
 */
export function facetBuilder<K>(fold: (value: K) => K = (value) => value): FacetBuilder<K> {
  const lists = new Map<K, number[]>();
  // Few distinct values occur in many reviews: each spelling is folded once.
  const listOfSpelling = new Map<K, number[]>();
  let size = 0;
  return {
    add(values) {
      const rank = size++;
      for (const value of values) {
        const list = listOfSpelling.get(value) ?? listFor(lists, fold(value));
        listOfSpelling.set(value, list);
        if (list.at(-1) !== rank) list.push(rank);
      }
    },
    finish: () => new Map([...lists].map(([key, ranks]) => [key, packRanks(ranks, size)])),
  };
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
