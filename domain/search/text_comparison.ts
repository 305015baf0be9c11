import type { TextToken } from "./text_tokens.ts";
import {
  FIRST_NUMBER,
  readToken,
  readTokens,
  roomForText,
  spacesBefore,
  textStart,
  type TextTokens,
  type TokenStream,
  usualSpaces,
} from "./token_stream.ts";
import { tokenAt, tokenEqual, type TokenRange, tokensFrom } from "./vocabulary.ts";

const NOTHING = new Uint8Array(0);

/** A token of a query, and how a token of a text is compared with it. */
interface Comparison {
  readonly text: string;
  /** Whether the text's token may continue after the query's token. */
  readonly mayEnd: boolean;
  /** Spaces before the token as in `TextTokens`; null for the first token, which allows any number. */
  readonly otherSpaces: number | null;
  /** Id range of the matching tokens; null if the text's token may also begin before the query's token. */
  readonly ids: TokenRange | null;
  /**
   * Results of the comparison by token number, used without `ids`: 0 unknown, 1 match, 2 no match. Frequent tokens
   * occur in most texts, so each is compared only once.
   */
  readonly known: Uint8Array;
}

/**
 * Returns a predicate: true for a rank whose text contains the folded query. It compares tokens, because the texts are
 * not kept. It is exact (see `cutTokens`), including spaces at either end of the query.
 *
 * @param tokens Tokens of the query.
 */
export function textComparison(
  stream: TokenStream,
  query: string,
  tokens: readonly TextToken[],
): (rank: number) => boolean {
  const text = roomForText(stream);
  const before = /^ */.exec(query)![0].length;
  const after = / *$/.exec(query)![0].length;
  const comparisons = tokens.map(({ text, grows, spaces }, at): Comparison => {
    const mayBegin = grows && at === 0 && before === 0;
    const mayEnd = grows && at === tokens.length - 1 && after === 0;
    return {
      text,
      mayEnd,
      otherSpaces: at === 0 ? null : spaces === usualSpaces(at, grows) ? -1 : spaces,
      ids: mayBegin ? null : (mayEnd ? tokensFrom : tokenEqual)(stream.vocabulary, text),
      known: mayBegin ? new Uint8Array(stream.idOf.length) : NOTHING,
    };
  });
  const whole = comparisons.findIndex(({ mayEnd, ids }) => !mayEnd && ids !== null);
  const wholeNumber = whole === -1 ? -1 : numberOf(stream, comparisons[whole]!.text);
  // Spaces after a token are stored with the next one, so a query that ends with spaces needs one more token.
  const width = tokens.length + (after === 0 ? 0 : 1);
  const { numbers } = text;
  const isPlain = whole !== -1 && before + after === 0 &&
    comparisons.every(({ otherSpaces }) => (otherSpaces ?? -1) === -1);
  return (rank) => {
    const found = isPlain ? standsInUnits(stream, rank, comparisons, whole, wholeNumber) : null;
    if (found !== null) return found;
    if (tokens.length === 0) return hasGap(stream, rank, text, query.length);
    text.length = 0;
    const end = stream.ends[rank]!;
    for (let next = textStart(stream, rank); next < end;) {
      next = readToken(stream, next, text);
      const at = text.length - width;
      // One comparison of numbers rejects most places.
      if (at < 0 || whole !== -1 && numbers[at + whole] !== wholeNumber) continue;
      if (!standsAt(stream, text, at, comparisons) || before > 0 && spacesBefore(stream, text, at) < before) continue;
      if (after === 0 || spacesBefore(stream, text, text.length - 1) >= after) return true;
    }
    return false;
  };
}

/**
 * Searches a text for a query with the usual spaces by comparing units, without decoding them. Takes half the time, as
 * most texts consist of one-unit tokens with the usual spaces. Returns null at any other unit; the text must then be
 * decoded.
 */
function standsInUnits(
  stream: TokenStream,
  rank: number,
  comparisons: readonly Comparison[],
  whole: number,
  wholeNumber: number,
): boolean | null {
  const { units } = stream;
  const end = stream.ends[rank]!;
  const from = textStart(stream, rank);
  for (let at = from; at < end; at++) {
    const number = units[at]! - FIRST_NUMBER;
    if (number < 0) return null;
    if (number !== wholeNumber) continue;
    const first = at - whole;
    if (first < from || first + comparisons.length > end) continue;
    let i = 0;
    while (i < comparisons.length && isFit(stream, units[first + i]! - FIRST_NUMBER, comparisons[i]!)) i++;
    if (i === comparisons.length) return true;
  }
  return false;
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
    if (!isFit(stream, numbers[at + i]!, comparison)) return false;
  }
  return true;
}

function isFit({ vocabulary, idOf }: TokenStream, number: number, comparison: Comparison): boolean {
  const { text, mayEnd, ids, known } = comparison;
  const id = idOf[number]!;
  if (ids !== null) return id >= ids.from && id < ids.to;
  if (known[number] === 0) {
    const token = tokenAt(vocabulary, id);
    known[number] = (mayEnd ? token.includes(text) : token.endsWith(text)) ? 1 : 2;
  }
  return known[number] === 1;
}

/** Whether a text has two adjacent tokens with at least `least` spaces between them. */
function hasGap(stream: TokenStream, rank: number, text: TextTokens, least: number): boolean {
  readTokens(stream, rank, text);
  for (let at = 1; at < text.length; at++) if (spacesBefore(stream, text, at) >= least) return true;
  return false;
}

/** Number of the token with this text; if there is none, a number that no token has. */
function numberOf({ vocabulary, idOf }: TokenStream, text: string): number {
  const { from, to } = tokenEqual(vocabulary, text);
  return from === to ? idOf.length : idOf.indexOf(from);
}
