import type { TextToken } from "./text_tokens.ts";
import { readText, roomForText, spacesBefore, type TextTokens, type TokenStream, usualSpaces } from "./token_stream.ts";
import { tokenAt, tokenEqual } from "./vocabulary.ts";

/** A token of a query, and how a token of a text is compared with it. */
interface Comparison {
  readonly text: string;
  /** Whether the token of the text may begin before, and end after it. */
  readonly mayBegin: boolean;
  readonly mayEnd: boolean;
  /** The spaces before it as in `TextTokens`; null for the first, before which there may be any. */
  readonly otherSpaces: number | null;
  /** By number of a token: 0 not compared yet, 1 fits, 2 does not. Frequent tokens occur in most texts. */
  readonly known: Uint8Array;
}

/**
 * Builds the test whether the text of a rank contains a folded query, on the tokens alone: the texts themselves are not
 * kept. Exact (see `cutTokens`), with the spaces at either end of the query.
 *
 * @param tokens The tokens of the query.
 */
export function textComparison(
  stream: TokenStream,
  query: string,
  tokens: readonly TextToken[],
): (rank: number) => boolean {
  const text = roomForText(stream);
  const before = /^ */.exec(query)![0].length;
  const after = / *$/.exec(query)![0].length;
  const comparisons = tokens.map(({ text, grows, spaces }, at): Comparison => ({
    text,
    mayBegin: grows && at === 0 && before === 0,
    mayEnd: grows && at === tokens.length - 1 && after === 0,
    otherSpaces: at === 0 ? null : spaces === usualSpaces(at, grows) ? -1 : spaces,
    known: new Uint8Array(stream.idOf.length),
  }));
  const whole = comparisons.findIndex(({ mayBegin, mayEnd }) => !mayBegin && !mayEnd);
  const wholeNumber = whole === -1 ? -1 : numberOf(stream, comparisons[whole]!.text);
  return (rank) => {
    readText(stream, rank, text);
    if (tokens.length === 0) return hasGap(stream, text, query.length);
    const { numbers, length } = text;
    for (let at = 0; at + tokens.length <= length; at++) {
      // One comparison of numbers decides for most places.
      if (whole !== -1 && numbers[at + whole] !== wholeNumber) continue;
      if (!standsAt(stream, text, at, comparisons) || before > 0 && spacesBefore(stream, text, at) < before) continue;
      const next = at + tokens.length;
      if (after === 0 || next < length && spacesBefore(stream, text, next) >= after) return true;
    }
    return false;
  };
}

function standsAt(
  stream: TokenStream,
  { numbers, otherSpaces }: TextTokens,
  at: number,
  comparisons: readonly Comparison[],
): boolean {
  for (let i = 0; i < comparisons.length; i++) {
    const comparison = comparisons[i]!;
    if (i > 0 && otherSpaces[at + i] !== comparison.otherSpaces) return false;
    const { known } = comparison;
    const number = numbers[at + i]!;
    if (known[number] === 0) known[number] = fits(textOf(stream, number), comparison) ? 1 : 2;
    if (known[number] === 2) return false;
  }
  return true;
}

function fits(token: string, { text, mayBegin, mayEnd }: Comparison): boolean {
  if (mayBegin) return mayEnd ? token.includes(text) : token.endsWith(text);
  return mayEnd ? token.startsWith(text) : token === text;
}

/** Whether the spaces between two tokens of a text are at least that many. */
function hasGap(stream: TokenStream, text: TextTokens, least: number): boolean {
  for (let at = 1; at < text.length; at++) if (spacesBefore(stream, text, at) >= least) return true;
  return false;
}

function textOf({ vocabulary, idOf }: TokenStream, number: number): string {
  return tokenAt(vocabulary, idOf[number]!);
}

/** The number of a token; one that no token has if there is none. */
function numberOf({ vocabulary, idOf }: TokenStream, text: string): number {
  const { from, to } = tokenEqual(vocabulary, text);
  return from === to ? idOf.length : idOf.indexOf(from);
}
