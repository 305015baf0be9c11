import { lowerBound } from "./lower_bound.ts";
import type { TokenStream } from "./token_stream.ts";
import type { TokenRange } from "./vocabulary.ts";

/** All pairs of adjacent tokens of all texts, sorted by first token and key. Plain data. */
export interface TokenPairs {
  /** Index of the first pair of each first token, and the total at the end. */
  readonly starts: Uint32Array;
  /** Spaces between * number of tokens + id of the second token. */
  readonly keys: Uint32Array;
  /** The rank of the text in which the pair occurs. */
  readonly ranks: Uint32Array;
}

/** Lists the pairs of adjacent tokens. Two counting sorts: by key, then by first token. */
export function buildTokenPairs(stream: TokenStream): TokenPairs {
  const { vocabulary, ids, spaces, ends } = stream;
  const tokens = vocabulary.starts.length - 1;
  const keyStarts = new Uint32Array(3 * tokens + 1);
  const starts = new Uint32Array(tokens + 1);
  forEachPair(ends, (at) => {
    keyStarts[spaces[at]! * tokens + ids[at]! + 1]!++;
    starts[ids[at - 1]! + 1]!++;
  });
  sumUp(keyStarts);
  sumUp(starts);

  const pairs = starts[tokens]!;
  const firstsByKey = new Uint32Array(pairs);
  const ranksByKey = new Uint32Array(pairs);
  const nextOfKey = keyStarts.slice();
  forEachPair(ends, (at, rank) => {
    const to = nextOfKey[spaces[at]! * tokens + ids[at]!]!++;
    firstsByKey[to] = ids[at - 1]!;
    ranksByKey[to] = rank;
  });

  const keys = new Uint32Array(pairs);
  const ranks = new Uint32Array(pairs);
  const nextOfFirst = starts.slice();
  for (let key = 0, from = 0; key < 3 * tokens; key++) {
    for (; from < keyStarts[key + 1]!; from++) {
      const to = nextOfFirst[firstsByKey[from]!]!++;
      keys[to] = key;
      ranks[to] = ranksByKey[from]!;
    }
  }
  return { starts, keys, ranks };
}

/**
 * Adds to a bitset the ranks of all texts in which one of the `second` tokens follows the first, with that many spaces
 * between (0, 1, or 2 for two and more).
 */
export function addRanksOfPairs(
  { starts, keys, ranks }: TokenPairs,
  bits: Uint32Array,
  pair: {
    readonly first: number;
    readonly spaces: number;
    readonly second: TokenRange;
  },
): void {
  const base = pair.spaces * (starts.length - 1);
  const end = starts[pair.first + 1]!;
  const firstKey = base + pair.second.from;
  const endKey = base + pair.second.to;
  let at = lowerBound(starts[pair.first]!, end, (index) => keys[index]! < firstKey);
  for (; at < end && keys[at]! < endKey; at++) {
    bits[ranks[at]! >>> 5]! |= 1 << (ranks[at]! & 31);
  }
}

function forEachPair(ends: Uint32Array, visit: (second: number, rank: number) => void): void {
  for (let rank = 0, start = 0; rank < ends.length; start = ends[rank++]!) {
    for (let at = start + 1; at < ends[rank]!; at++) visit(at, rank);
  }
}

function sumUp(counts: Uint32Array): void {
  for (let i = 1; i < counts.length; i++) counts[i]! += counts[i - 1]!;
}
