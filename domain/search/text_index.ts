import { addRanks, bitsetLength, countRanks, keepCommon, keepIf, rankRange } from "./rank_set.ts";
import { textComparison } from "./text_comparison.ts";
import { cutTokens, type TextToken } from "./text_tokens.ts";
import { addRanksOfPairs, buildTokenPairs, type TokenPairs } from "./token_pairs.ts";
import { readTokens, roomForText, type TokenStream } from "./token_stream.ts";
import {
  tokenEqual,
  type TokenRange,
  tokensContaining,
  tokensEndingWith,
  tokensFrom,
  type Vocabulary,
} from "./vocabulary.ts";

/** All texts as tokens, with an index from each token and each pair of adjacent tokens to the texts. Plain data. */
export interface TextIndex {
  readonly stream: TokenStream;
  readonly tokenRanks: TokenRanks;
  readonly tokenPairs: TokenPairs;
}

// With fewer candidates, texts are compared directly. Comparing 200 texts of 300 characters takes 50 microseconds, less
// than a scan of a large vocabulary.
const COMPARED_BELOW = 200;

/** Indexes the texts of a stream. */
export function buildTextIndex(stream: TokenStream): TextIndex {
  return { stream, tokenRanks: buildTokenRanks(stream), tokenPairs: buildTokenPairs(stream) };
}

/**
 * Removes texts without a folded query from a bitset; `cutTokens` explains why this is correct.
 *
 * @param comparedBelow Number of candidates below which texts are compared directly; for tests.
 */
export function keepTextsWith(
  index: TextIndex,
  bits: Uint32Array,
  query: string,
  comparedBelow: number = COMPARED_BELOW,
): void {
  const tokens = cutTokens(query);
  const isTrimmed = !query.startsWith(" ") && !query.endsWith(" ");
  if (countRanks(bits) >= comparedBelow) {
    const [only] = tokens;
    if (only && tokens.length === 1) keepCommon(bits, textsWith(index, only, bits.length));
    for (let i = 1; i < tokens.length; i++) keepCommon(bits, textsWithPair(index, tokens, i, bits.length));
    if (isTrimmed && (tokens.length === 1 || tokens.length === 2 && tokens[1]!.spaces < 2)) return;
  }
  keepIf(bits, textComparison(index.stream, query, tokens));
}

function textsWith(index: TextIndex, token: TextToken, length: number): Uint32Array {
  const bits = new Uint32Array(length);
  for (const id of tokensContaining(index.stream.vocabulary, token.text)) {
    addRanksOfToken(index.tokenRanks, bits, id);
  }
  return bits;
}

function textsWithPair(
  { stream: { vocabulary }, tokenPairs }: TextIndex,
  tokens: readonly TextToken[],
  at: number,
  length: number,
): Uint32Array {
  const [left, right] = [tokens[at - 1]!, tokens[at]!];
  const firsts = at === 1 && left.grows
    ? tokensEndingWith(vocabulary, left.text)
    : idsIn(tokenEqual(vocabulary, left.text));
  const second = secondTokens(vocabulary, right, at === tokens.length - 1);
  const spaces = Math.min(right.spaces, 2);
  const bits = new Uint32Array(length);
  for (const first of firsts) {
    addRanksOfPairs(tokenPairs, bits, { first, spaces, second });
  }
  return bits;
}

function secondTokens(vocabulary: Vocabulary, { text, grows }: TextToken, isLast: boolean): TokenRange {
  return isLast && grows ? tokensFrom(vocabulary, text) : tokenEqual(vocabulary, text);
}

function idsIn({ from, to }: TokenRange): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

/** For each token the set of ranks of the texts that contain it. Plain data. */
interface TokenRanks {
  /** The rank sets of all tokens, one after the other (see `RankSet`). */
  readonly sets: Uint32Array;
  /** Start of each token's set in `sets`; the last element is the total length. */
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
  // Rank + 1 of the last text with the token; 0 for none.
  const seenIn = new Uint32Array(idOf.length);
  const text = roomForText(stream);
  for (let rank = 0; rank < stream.ends.length; rank++) {
    readTokens(stream, rank, text);
    for (let at = 0; at < text.length; at++) {
      const number = text.numbers[at]!;
      if (seenIn[number] === rank + 1) continue;
      seenIn[number] = rank + 1;
      visit(idOf[number]!, rank);
    }
  }
}

interface KeptMatches {
  /** Queries seen once since the last clearing. */
  readonly asked: Set<string>;
  /** Bitsets of all texts with a query. */
  readonly bitsets: Map<string, Uint32Array>;
}

// Maximum number of bitsets. With 300,000 reviews one has 37 KB, all have 1.2 MB.
const MOST_KEPT = 32;
const MOST_ASKED = 256;
const keptOf = new WeakMap<TextIndex, KeptMatches>();

/**
 * Like {@linkcode keepTextsWith}, but caches the matches among all reviews when a query occurs a second time. Further
 * pages, and the same query with other filters, then need no lookup.
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
