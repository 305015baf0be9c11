import { keepCommon, rankRange } from "./rank_set.ts";
import { keepTextsWith, type TextIndex } from "./text_index.ts";

interface KeptMatches {
  /** Queries that were asked for once since the last clearing. */
  readonly asked: Set<string>;
  /** The texts with a query, of all reviews, as bitsets. */
  readonly bitsets: Map<string, Uint32Array>;
}

// At 300,000 reviews a bitset has 37 KB, so that all kept ones have 1.2 MB.
const MOST_KEPT = 32;
const MOST_ASKED = 256;

const keptOf = new WeakMap<TextIndex, KeptMatches>();

/**
 * Removes from a bitset the texts that do not contain a folded query, as `keepTextsWith` does. When a query comes a second
 * time, its texts among all reviews are kept: the pages of one search, and the same words with other filters, need the
 * words looked up once only.
 *
 * @param size Number of reviews.
 */
export function keepMatches(index: TextIndex, bits: Uint32Array, query: string, size: number): void {
  let kept = keptOf.get(index);
  if (kept === undefined) keptOf.set(index, kept = { asked: new Set(), bitsets: new Map() });
  const { asked, bitsets } = kept;
  const known = bitsets.get(query);
  if (known !== undefined) return keepCommon(bits, known);
  if (!asked.has(query)) {
    if (asked.size >= MOST_ASKED) asked.clear();
    asked.add(query);
    return keepTextsWith(index, bits, query);
  }
  const all = rankRange(0, size, size);
  keepTextsWith(index, all, query);
  const [oldest] = bitsets.keys();
  if (bitsets.size >= MOST_KEPT && oldest !== undefined) bitsets.delete(oldest);
  bitsets.set(query, all);
  keepCommon(bits, all);
}
