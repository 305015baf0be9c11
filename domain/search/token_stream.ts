import { isLetter, tokenEnd, tokenStart } from "./text_tokens.ts";
import { createTokenNumbers, numberOfToken, type TokenNumbers } from "./token_numbers.ts";
import { buildVocabulary, type Vocabulary } from "./vocabulary.ts";

/**
 * All folded texts as tokens of a vocabulary: a third of the memory of the texts, without loss. Plain data.
 *
 * A unit has 16 bits. Most tokens take one unit: the token's number + 2. Tokens are numbered by first occurrence, so
 * frequent ones have small numbers. A large number takes three units: 1, then its high and low half. Unusual spaces
 * before a token take two units: 0 and the number of spaces.
 */
export interface TokenStream {
  readonly vocabulary: Vocabulary;
  /** Vocabulary id of each token; the index is the token's number. */
  readonly idOf: Uint32Array;
  /** Whether a token is letters, by its number. */
  readonly isLetters: Uint8Array;
  /** The tokens of all texts, text after text. */
  readonly units: Uint16Array;
  /** End of each text in `units`; a missing text is empty. */
  readonly ends: Uint32Array;
  /** The largest number of tokens in a text. */
  readonly longest: number;
}

/** Builds a stream text by text, so that no text has to be kept. */
interface TokenStreamBuilder {
  readonly table: TokenNumbers;
  units: Uint16Array;
  length: number;
  readonly ends: number[];
  longest: number;
}

/** The tokens of one text. The arrays are reused; only the first `length` elements count. */
export interface TextTokens {
  /** The number of each token; `idOf` has the id. */
  readonly numbers: Uint32Array;
  /** Number of spaces before each token; -1 for the usual number (see {@linkcode spacesBefore}). */
  readonly otherSpaces: Int32Array;
  length: number;
}

const OTHER_SPACES = 0;
const LARGE_NUMBER = 1;
/** Unit of the token with number 0; the smaller units 0 and 1 are markers. */
export const FIRST_NUMBER = 2;
const MOST_SPACES = 0xffff;
const MOST_UNITS_OF_TOKEN = 5;

/**
 * Creates a builder without texts.
 *
 * @param room Initial capacity in units. Better too large than too small: unwritten memory costs nothing, while growing
 * copies the stream.
 */
export function createTokenStream(room: number): TokenStreamBuilder {
  return { table: createTokenNumbers(), units: new Uint16Array(room), length: 0, ends: [], longest: 0 };
}

/** Appends the next folded text; null for a missing one. */
export function appendText(builder: TokenStreamBuilder, folded: string | null): void {
  const text = folded ?? "";
  let count = 0;
  let end = 0;
  for (let start = tokenStart(text, 0); start < text.length; start = tokenStart(text, end)) {
    const spaces = start - end;
    end = tokenEnd(text, start);
    const isUsual = spaces === usualSpaces(count, isLetter(text, start));
    appendToken(builder, numberOfToken(builder.table, text, start, end), isUsual ? null : spaces);
    count++;
  }
  builder.ends.push(builder.length);
  if (count > builder.longest) builder.longest = count;
}

/** Sorts the vocabulary and packs the stream. */
export function finishTokenStream({ table, units, length, ends, longest }: TokenStreamBuilder): TokenStream {
  const { tokens } = table;
  const numbers = Uint32Array.from(tokens.keys());
  numbers.sort((a, b) => tokens[a]! < tokens[b]! ? -1 : 1);
  const idOf = new Uint32Array(numbers.length);
  numbers.forEach((number, id) => idOf[number] = id);
  return {
    vocabulary: buildVocabulary(Array.from(numbers, (number) => tokens[number]!)),
    idOf,
    isLetters: Uint8Array.from(tokens, (token) => isLetter(token, 0) ? 1 : 0),
    units: units.slice(0, length),
    ends: Uint32Array.from(ends),
    longest,
  };
}

/** Creates arrays that are large enough for the tokens of any text of a stream. */
export function roomForText({ longest }: TokenStream): TextTokens {
  return { numbers: new Uint32Array(longest), otherSpaces: new Int32Array(longest), length: 0 };
}

/** Reads the tokens of the text of a rank. */
export function readTokens(stream: TokenStream, rank: number, into: TextTokens): void {
  const end = stream.ends[rank]!;
  into.length = 0;
  for (let at = textStart(stream, rank); at < end;) at = readToken(stream, at, into);
}

/** Start of the text of a rank in `units`. */
export function textStart({ ends }: TokenStream, rank: number): number {
  return rank === 0 ? 0 : ends[rank - 1]!;
}

/** Appends the token at a position of `units`; returns the position of the next one. */
export function readToken({ units }: TokenStream, at: number, into: TextTokens): number {
  let next = at;
  let other = -1;
  if (units[next] === OTHER_SPACES) {
    other = units[next + 1]!;
    next += 2;
  }
  const unit = units[next++]!;
  let number = unit - FIRST_NUMBER;
  if (unit === LARGE_NUMBER) {
    number = units[next]! * 0x10000 + units[next + 1]!;
    next += 2;
  }
  into.numbers[into.length] = number;
  into.otherSpaces[into.length++] = other;
  return next;
}

/** Number of spaces before a token of a text. */
export function spacesBefore({ isLetters }: TokenStream, { numbers, otherSpaces }: TextTokens, at: number): number {
  const other = otherSpaces[at]!;
  return other === -1 ? usualSpaces(at, isLetters[numbers[at]!] === 1) : other;
}

/** Usual number of spaces: in prose one before each word but the first, none before punctuation. */
export function usualSpaces(position: number, isLetters: boolean): number {
  return position > 0 && isLetters ? 1 : 0;
}

function appendToken(builder: TokenStreamBuilder, number: number, otherSpaces: number | null): void {
  if (builder.length + MOST_UNITS_OF_TOKEN > builder.units.length) {
    const wider = new Uint16Array(Math.ceil(builder.units.length * 1.5) + MOST_UNITS_OF_TOKEN);
    wider.set(builder.units);
    builder.units = wider;
  }
  const { units } = builder;
  if (otherSpaces !== null) {
    units[builder.length++] = OTHER_SPACES;
    units[builder.length++] = Math.min(otherSpaces, MOST_SPACES);
  }
  if (number + FIRST_NUMBER <= 0xffff) {
    units[builder.length++] = number + FIRST_NUMBER;
    return;
  }
  units[builder.length++] = LARGE_NUMBER;
  units[builder.length++] = number >>> 16;
  units[builder.length++] = number & 0xffff;
}
