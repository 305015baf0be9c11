import { isLetter, tokenEnd, tokenStart } from "./text_tokens.ts";
import { createTokenNumbers, numberOfToken, type TokenNumbers } from "./token_numbers.ts";
import { buildVocabulary, type Vocabulary } from "./vocabulary.ts";

/**
 * All folded texts as tokens of a vocabulary: a third of the memory of the texts, with nothing lost. Plain data.
 *
 * A token is its number + 2 in one unit of 16 bits. Numbers go by first occurrence, so that frequent tokens, which occur
 * early, have small ones. A number that does not fit stands in two units, the higher first, after a unit of 1. Where the
 * spaces before a token are not the usual ones, their number stands before it, after a unit of 0.
 */
export interface TokenStream {
  readonly vocabulary: Vocabulary;
  /** The token's id in the vocabulary by its number. */
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
export interface TokenStreamBuilder {
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
  /** Number of spaces before each token if it is not the usual one, else -1 (see {@linkcode spacesBefore}). */
  readonly otherSpaces: Int32Array;
  length: number;
}

const OTHER_SPACES = 0;
const LARGE_NUMBER = 1;
/** The unit of the token with the number 0; smaller ones are marks. */
export const FIRST_NUMBER = 2;
const MOST_SPACES = 0xffff;
const MOST_UNITS_OF_TOKEN = 5;

/**
 * Creates a builder without texts.
 *
 * @param room How many units there is room for at first. Better too much than too little: what is not written takes no
 * memory, while wider arrays leave the narrower ones behind.
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

/** Arrays for the tokens of any text of a stream. */
export function roomForText({ longest }: TokenStream): TextTokens {
  return { numbers: new Uint32Array(longest), otherSpaces: new Int32Array(longest), length: 0 };
}

/** Reads the tokens of the text of a rank. */
export function readText(stream: TokenStream, rank: number, into: TextTokens): void {
  const end = stream.ends[rank]!;
  into.length = 0;
  for (let at = textStart(stream, rank); at < end;) at = readToken(stream, at, into);
}

/** Where the text of a rank begins in `units`. */
export function textStart({ ends }: TokenStream, rank: number): number {
  return rank === 0 ? 0 : ends[rank - 1]!;
}

/** Appends the token that begins at a place of `units`. Returns where the next one begins. */
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

/** In prose a space stands before each word but the first, and none before punctuation. */
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
