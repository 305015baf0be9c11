import { bitsetLength, keepCommon } from "./rank_set.ts";
import { cutTokens, type TextToken } from "./text_tokens.ts";
import { addRanksOfPairs, buildTokenPairs, type TokenPairs } from "./token_pairs.ts";
import { addRanksOfToken, buildTokenRanks, type TokenRanks } from "./token_ranks.ts";
import { buildTokenStream } from "./token_stream.ts";
import {
  tokenEqual,
  type TokenRange,
  tokensContaining,
  tokensEndingWith,
  tokensFrom,
  type Vocabulary,
} from "./vocabulary.ts";

/** The tokens of all texts, and the pairs of adjacent tokens, with the texts they occur in. Plain data. */
export interface TextIndex {
  readonly vocabulary: Vocabulary;
  readonly tokenRanks: TokenRanks;
  readonly tokenPairs: TokenPairs;
}

/** The texts that may contain a query. */
export interface TextCandidates {
  /** A bitset that includes all texts that contain the query. */
  readonly bits: Uint32Array;
  /** Whether it includes only these; otherwise each text has to be compared. */
  readonly exact: boolean;
}

/** Indexes folded texts by rank; null for a missing text. */
export function buildTextIndex(texts: readonly (string | null)[]): TextIndex {
  const stream = buildTokenStream(texts);
  return {
    vocabulary: stream.vocabulary,
    tokenRanks: buildTokenRanks(stream),
    tokenPairs: buildTokenPairs(stream),
  };
}

/**
 * Finds the texts that may contain a folded query, among `size` texts; for a query of spaces alone that is all of them.
 * `cutTokens` explains why this is correct.
 */
export function findCandidates(index: TextIndex, query: string, size: number): TextCandidates {
  const tokens = cutTokens(query);
  const [only] = tokens;
  const length = bitsetLength(size);
  const isTrimmed = !query.startsWith(" ") && !query.endsWith(" ");
  if (only && tokens.length === 1) return { bits: textsWith(index, only, length), exact: isTrimmed };

  const bits = new Uint32Array(length).fill(0xffffffff);
  for (let i = 1; i < tokens.length; i++) {
    keepCommon(bits, textsWithPair(index, tokens, i, length));
  }
  return { bits, exact: tokens.length === 2 && isTrimmed && tokens[1]!.spaces < 2 };
}

function textsWith(index: TextIndex, token: TextToken, length: number): Uint32Array {
  const bits = new Uint32Array(length);
  for (const id of tokensContaining(index.vocabulary, token.text)) {
    addRanksOfToken(index.tokenRanks, bits, id);
  }
  return bits;
}

function textsWithPair(
  { vocabulary, tokenPairs }: TextIndex,
  tokens: readonly TextToken[],
  at: number,
  length: number,
): Uint32Array {
  const [left, right] = [tokens[at - 1]!, tokens[at]!];
  const firsts = at === 1 && left.grows
    ? tokensEndingWith(vocabulary, left.text)
    : idsIn(tokenEqual(vocabulary, left.text));
  const second = at === tokens.length - 1 && right.grows
    ? tokensFrom(vocabulary, right.text)
    : tokenEqual(vocabulary, right.text);
  const spaces = Math.min(right.spaces, 2);
  const bits = new Uint32Array(length);
  for (const first of firsts) {
    addRanksOfPairs(tokenPairs, bits, { first, spaces, second });
  }
  return bits;
}

function idsIn({ from, to }: TokenRange): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
