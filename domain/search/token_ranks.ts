import { addRanks, bitsetLength } from "./rank_set.ts";
import { readText, roomForText, type TokenStream } from "./token_stream.ts";

/** For each token the set of ranks of the texts that contain it. Plain data. */
export interface TokenRanks {
  /** The rank sets of all tokens, one after the other (see `RankSet`). */
  readonly sets: Uint32Array;
  /** Index in `sets` of each token's set, and the total length at the end. */
  readonly starts: Uint32Array;
}

/** Lists for each token the texts that contain it. */
export function buildTokenRanks(stream: TokenStream): TokenRanks {
  const { idOf, ends } = stream;
  const bits = bitsetLength(ends.length);
  const counts = new Uint32Array(idOf.length);
  forEachDistinct(stream, (id) => counts[id]!++);

  const starts = new Uint32Array(counts.length + 1);
  for (let id = 0; id < counts.length; id++) {
    starts[id + 1] = starts[id]! + Math.min(counts[id]!, bits);
  }
  const sets = new Uint32Array(starts[counts.length]!);
  const next = starts.slice();
  forEachDistinct(stream, (id, rank) => {
    if (counts[id]! < bits) sets[next[id]!++] = rank;
    else sets[starts[id]! + (rank >>> 5)]! |= 1 << (rank & 31);
  });
  return { sets, starts };
}

/** Adds to a bitset the ranks of all texts that contain the token. */
export function addRanksOfToken({ sets, starts }: TokenRanks, bits: Uint32Array, id: number): void {
  addRanks(bits, sets, starts[id], starts[id + 1]);
}

function forEachDistinct(stream: TokenStream, visit: (id: number, rank: number) => void): void {
  const { idOf } = stream;
  // Holds rank + 1, as 0 means: not seen yet.
  const seenIn = new Uint32Array(idOf.length);
  const text = roomForText(stream);
  for (let rank = 0; rank < stream.ends.length; rank++) {
    readText(stream, rank, text);
    for (let at = 0; at < text.length; at++) {
      const number = text.numbers[at]!;
      if (seenIn[number] === rank + 1) continue;
      seenIn[number] = rank + 1;
      visit(idOf[number]!, rank);
    }
  }
}
