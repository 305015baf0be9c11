import { countRanks, keepCommon, keepIf } from "./rank_set.ts";
import { textComparison } from "./text_comparison.ts";
import { cutTokens, type TextToken } from "./text_tokens.ts";
import { addRanksOfPairs, buildTokenPairs, type TokenPairs } from "./token_pairs.ts";
import { addRanksOfToken, buildTokenRanks, type TokenRanks } from "./token_ranks.ts";
import type { TokenStream } from "./token_stream.ts";
import {
  tokenEqual,
  type TokenRange,
  tokensContaining,
  tokensEndingWith,
  tokensFrom,
  type Vocabulary,
} from "./vocabulary.ts";

/** All texts as tokens, and for each token and each pair of adjacent tokens the texts that have it. Plain data. */
export interface TextIndex {
  readonly stream: TokenStream;
  readonly tokenRanks: TokenRanks;
  readonly tokenPairs: TokenPairs;
}

// Measured on texts of 300 characters: comparing 200 takes a twentieth of a millisecond, less than a look at a large
// vocabulary.
const COMPARED_BELOW = 200;

/** Indexes the texts of a stream. */
export function buildTextIndex(stream: TokenStream): TextIndex {
  return { stream, tokenRanks: buildTokenRanks(stream), tokenPairs: buildTokenPairs(stream) };
}

/**
 * Removes from a bitset the texts that do not contain a folded query; `cutTokens` explains why this is correct.
 *
 * @param comparedBelow From fewer candidates the index is not asked, but each text compared; for tests.
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
