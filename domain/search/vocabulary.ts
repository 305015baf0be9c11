import { lowerBound } from "./lower_bound.ts";

/** The distinct tokens of all texts, sorted; the id of a token is its position. Plain data. */
export interface Vocabulary {
  /** The tokens in code unit order, with a space before each and one at the end. */
  readonly joined: string;
  /** Start of each token in `joined`; the last element is where a further token would start. */
  readonly starts: Uint32Array;
}

/** Token ids from `from` up to, not including, `to`. */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/** Builds the vocabulary of distinct tokens in code unit order; none contains a space. */
export function buildVocabulary(tokens: readonly string[]): Vocabulary {
  const starts = new Uint32Array(tokens.length + 1);
  starts[0] = 1;
  for (let id = 0; id < tokens.length; id++) {
    starts[id + 1] = starts[id]! + tokens[id]!.length + 1;
  }
  return { joined: ` ${tokens.join(" ")} `, starts };
}

/** Range with the id of the token that equals the text; empty if there is none. */
export function tokenEqual(vocabulary: Vocabulary, text: string): TokenRange {
  const from = firstNotBefore(vocabulary, (token) => token < text);
  const found = from < vocabulary.starts.length - 1 && tokenAt(vocabulary, from) === text;
  return { from, to: found ? from + 1 : from };
}

/** The tokens that begin with the text; they are adjacent in the order. */
export function tokensFrom(vocabulary: Vocabulary, text: string): TokenRange {
  return {
    from: firstNotBefore(vocabulary, (token) => token < text),
    to: firstNotBefore(vocabulary, (token) => token < text || token.startsWith(text)),
  };
}

/** Ids of the tokens that end with the text, ascending. */
export function tokensEndingWith(vocabulary: Vocabulary, text: string): number[] {
  return scan(vocabulary, `${text} `);
}

/** Ids of the tokens that contain the text, ascending. */
export function tokensContaining(vocabulary: Vocabulary, text: string): number[] {
  return scan(vocabulary, text);
}

function scan({ joined, starts }: Vocabulary, wanted: string): number[] {
  const ids: number[] = [];
  let id = 0;
  for (let at = joined.indexOf(wanted); at !== -1; at = joined.indexOf(wanted, starts[id])) {
    while (starts[id + 1]! <= at) id++;
    ids.push(id++);
  }
  return ids;
}

function firstNotBefore(vocabulary: Vocabulary, isBefore: (token: string) => boolean): number {
  const size = vocabulary.starts.length - 1;
  return lowerBound(0, size, (id) => isBefore(tokenAt(vocabulary, id)));
}

/** The token with an id. */
export function tokenAt({ joined, starts }: Vocabulary, id: number): string {
  return joined.slice(starts[id], starts[id + 1]! - 1);
}
