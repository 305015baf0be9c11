import { lowerBound } from "./lower_bound.ts";
import { keepCommon, keepIf } from "./rank_set.ts";

/**
 * Index of folded texts for exact search of substrings. Plain data.
 *
 * Texts and queries are cut into tokens. A text contains a query if and only if it has the query's tokens in sequence.
 * The first token may begin earlier in the text, and the last may end later (see {@linkcode cutTokens}). So `hot wat`
 * stands where a token that ends with `hot` is followed by one that begins with ` wat`. A search
 * 1. looks up the tokens of the vocabulary that fit each token of the query,
 * 2. takes the texts from the postings of these tokens; with several tokens, from those of each pair of neighbours,
 * 3. compares the texts that are left, if there are more than two tokens.
 */
export interface TextIndex extends NumberedTexts, Postings {
  /** The vocabulary: the distinct tokens in code unit order, with a line feed before each and one at the end. */
  readonly vocabulary: string;
  /** Start of each token in `vocabulary`, by its number; the last element is where a further token would start. */
  readonly tokenStarts: Uint32Array;
}

interface NumberedTexts {
  /** The tokens of all texts, text after text. */
  readonly numbers: TokenNumbers;
  /** Start of each text in `numbers`, by its rank; the last element is the total length. A missing text is empty. */
  readonly textStarts: Uint32Array;
}

/** A posting for each occurrence of a token, sorted by token, next token and rank. */
interface Postings {
  /** The next token in the text; at its end the size of the vocabulary. */
  readonly nextTokens: TokenNumbers;
  /** Rank of the text. */
  readonly ranks: Uint32Array;
  /** Index of the first posting of each token; the last element is the number of postings. */
  readonly postingStarts: Uint32Array;
}

/** Numbers of tokens, i.e. positions in the vocabulary, in 16 bits if they suffice. */
type TokenNumbers = Uint16Array | Uint32Array;

// Code units that form tokens: the letters of scripts that separate words by spaces, with digits, combining marks and
// apostrophes. In other scripts (Thai to Myanmar, Khmer, kana, Han) whole sentences would become single tokens.
const LETTERS = [
  "'0-9a-z",
  "\\u00c0-\\u0dff", // Latin to Sinhala, with the combining marks
  "\\u10a0-\\u177f", // Georgian, Hangul parts, Ethiopic, Canadian syllabics, Philippine scripts
  "\\u1800-\\u1fff", // Mongolian to Greek with accents
  "\\u2c00-\\u2dff", // Glagolitic to Cyrillic with titlo
  "\\ua000-\\ud7ff", // Yi to Hangul
].join("");
const TOKEN = new RegExp(` ?[${LETTERS}]+|[^]`, "g");
const LETTER_FIRST = new RegExp(`^[${LETTERS}]`);
const WORD = new RegExp(`[${LETTERS}]+`, "g");
const UNCUT = new RegExp(`[[\\p{L}\\p{N}]--[${LETTERS}]]`, "v");

/**
 * Splits a folded text into tokens: a run of letters with the space before it, or one other code unit.
 *
 * Whether a token ends between two code units depends on these two alone: it does not if the second is a letter and the
 * first a letter or a space. So each occurrence of a query in a text is cut like the query itself, except at its ends.
 */
function cutTokens(folded: string): readonly string[] {
  return folded.match(TOKEN) ?? [];
}

/** Returns the words of a folded text, as tokens have them. */
export function wordsIn(folded: string): readonly string[] {
  return folded.match(WORD) ?? [];
}

/** Whether a folded text has letters or digits of scripts whose words are no tokens. */
export function hasUncutLetters(folded: string): boolean {
  return UNCUT.test(folded);
}

/** Returns a token of the vocabulary. */
export function tokenAt(
  { vocabulary, tokenStarts }: Pick<TextIndex, "vocabulary" | "tokenStarts">,
  number: number,
): string {
  return vocabulary.slice(tokenStarts[number], tokenStarts[number + 1]! - 1);
}

/** Creates the builder of an index. */
export function textIndexBuilder() {
  // Numbers by first occurrence; `finish` replaces them by those in the sorted vocabulary.
  const numberOf = new Map<string, number>();
  const textStarts = [0];
  let found = new Uint32Array(1024);
  let length = 0;
  return {
    /** Adds the folded text of the next rank; null for a missing one. */
    add(folded: string | null): void {
      for (const token of cutTokens(folded ?? "")) {
        let number = numberOf.get(token);
        if (number === undefined) numberOf.set(token, number = numberOf.size);
        if (length === found.length) {
          const wider = new Uint32Array(length * 2);
          wider.set(found);
          found = wider;
        }
        found[length++] = number;
      }
      textStarts.push(length);
    },
    finish(): TextIndex {
      const tokens = [...numberOf.keys()].sort();
      const sortedNumbers = new Uint32Array(tokens.length);
      const tokenStarts = new Uint32Array(tokens.length + 1).fill(1, 0, 1);
      tokens.forEach((token, number) => {
        sortedNumbers[numberOf.get(token)!] = number;
        tokenStarts[number + 1] = tokenStarts[number]! + token.length + 1;
      });
      const numbers = tokenNumbers(length, tokens.length);
      for (let at = 0; at < length; at++) numbers[at] = sortedNumbers[found[at]!]!;
      const texts = { numbers, textStarts: Uint32Array.from(textStarts) };
      return { vocabulary: `\n${tokens.join("\n")}\n`, tokenStarts, ...texts, ...postingsOf(texts, tokens.length) };
    },
  };
}

function tokenNumbers(length: number, largest: number): TokenNumbers {
  return largest > 0xffff ? new Uint32Array(length) : new Uint16Array(length);
}

/** Sorts the postings by radix: by next token, then, keeping that order, by token. */
function postingsOf({ numbers, textStarts }: NumberedTexts, vocabularySize: number): Postings {
  const forEachOccurrence = (visit: (token: number, nextToken: number, rank: number) => void) => {
    for (let rank = 0; rank < textStarts.length - 1; rank++) {
      const end = textStarts[rank + 1]!;
      for (let at = textStarts[rank]!; at < end; at++) {
        visit(numbers[at]!, at + 1 < end ? numbers[at + 1]! : vocabularySize, rank);
      }
    }
  };
  const postingStarts = new Uint32Array(vocabularySize + 1);
  const nextTokenStarts = new Uint32Array(vocabularySize + 2);
  forEachOccurrence((token, nextToken) => {
    postingStarts[token + 1]!++;
    nextTokenStarts[nextToken + 1]!++;
  });
  for (let token = 0; token < vocabularySize; token++) {
    postingStarts[token + 1]! += postingStarts[token]!;
    nextTokenStarts[token + 1]! += nextTokenStarts[token]!;
  }

  const byNextToken = { tokens: tokenNumbers(numbers.length, vocabularySize), ranks: new Uint32Array(numbers.length) };
  const free = nextTokenStarts.slice();
  forEachOccurrence((token, nextToken, rank) => {
    const at = free[nextToken]!++;
    byNextToken.tokens[at] = token;
    byNextToken.ranks[at] = rank;
  });

  const nextTokens = tokenNumbers(numbers.length, vocabularySize);
  const ranks = new Uint32Array(numbers.length);
  free.set(postingStarts);
  for (let at = 0, nextToken = 0; at < numbers.length; at++) {
    while (nextToken < vocabularySize && at >= nextTokenStarts[nextToken + 1]!) nextToken++;
    const posting = free[byNextToken.tokens[at]!]!++;
    nextTokens[posting] = nextToken;
    ranks[posting] = byNextToken.ranks[at]!;
  }
  return { nextTokens, ranks, postingStarts };
}

/** Tokens with adjacent numbers: `from` up to, not including, `to`. */
interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/** Keeps in a bitset only the ranks of texts that contain a folded phrase, which must not be empty. */
export function keepTextsWith(index: TextIndex, bits: Uint32Array, phrase: string): void {
  const [first = "", ...others] = cutTokens(phrase);
  const firstTokens = tokensEndingWith(index, first, others.length === 0);
  const otherTokens = others.map((token, at) => tokensBeginningWith(index, token, at === others.length - 1));
  if (others.length === 0) keepPosted(index, bits, firstTokens);
  otherTokens.forEach((range, at) => keepPosted(index, bits, at === 0 ? firstTokens : [otherTokens[at - 1]!], range));
  if (others.length > 1) keepIf(bits, textComparison(index, firstTokens, otherTokens));
}

/** Intersects a bitset with the texts that have one of some tokens and, directly after it, one of a range. */
function keepPosted(
  { nextTokens, ranks, postingStarts }: TextIndex,
  bits: Uint32Array,
  tokens: readonly TokenRange[],
  after?: TokenRange,
): void {
  const posted = new Uint32Array(bits.length);
  for (const { from, to } of tokens) {
    let [start, end] = [postingStarts[from]!, postingStarts[to]!];
    if (after !== undefined) {
      start = lowerBound(start, end, (posting) => nextTokens[posting]! < after.from);
      end = lowerBound(start, end, (posting) => nextTokens[posting]! < after.to);
    }
    for (let posting = start; posting < end; posting++) posted[ranks[posting]! >>> 5]! |= 1 << (ranks[posting]! & 31);
  }
  keepCommon(bits, posted);
}

/** Returns a predicate: true for the rank of a text with one of the first tokens, then one of each other range. */
function textComparison(
  { numbers, textStarts, tokenStarts }: TextIndex,
  firstTokens: readonly TokenRange[],
  otherTokens: readonly TokenRange[],
): (rank: number) => boolean {
  const isFirst = new Uint8Array(tokenStarts.length);
  for (const { from, to } of firstTokens) isFirst.fill(1, from, to);
  return (rank) => {
    const end = textStarts[rank + 1]! - otherTokens.length;
    for (let start = textStarts[rank]!; start < end; start++) {
      if (isFirst[numbers[start]!] === 0) continue;
      if (otherTokens.every(({ from, to }, at) => numbers[start + at + 1]! >= from && numbers[start + at + 1]! < to)) {
        return true;
      }
    }
    return false;
  };
}

/** Tokens that end with a text or, if `mayContinue`, contain it. */
function tokensEndingWith(index: TextIndex, text: string, mayContinue: boolean): readonly TokenRange[] {
  // A token contains other code units at its start only. They include the line feed, which `indexOf` below would find
  // between two tokens.
  if (!LETTER_FIRST.test(text)) return [tokensBeginningWith(index, text, mayContinue)];
  const { vocabulary, tokenStarts } = index;
  const wanted = mayContinue ? text : `${text}\n`;
  const found: TokenRange[] = [];
  let number = 0;
  for (let at = vocabulary.indexOf(wanted); at !== -1; at = vocabulary.indexOf(wanted, tokenStarts[number])) {
    while (tokenStarts[number + 1]! <= at) number++;
    found.push({ from: number, to: ++number });
  }
  return found;
}

/** Tokens that equal a text or, if `mayContinue`, begin with it. */
export function tokensBeginningWith(
  index: Pick<TextIndex, "vocabulary" | "tokenStarts">,
  text: string,
  mayContinue: boolean,
): TokenRange {
  const size = index.tokenStarts.length - 1;
  const from = lowerBound(0, size, (number) => tokenAt(index, number) < text);
  if (mayContinue) return { from, to: lowerBound(from, size, (number) => tokenAt(index, number).startsWith(text)) };
  return { from, to: from < size && tokenAt(index, from) === text ? from + 1 : from };
}
