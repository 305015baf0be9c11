import { type Word, wordMemo, wordsOf } from "./words_of.ts";

/** One part of a term: a spelling, a stem, a number, an amount of money, or a gap of up to three words. */
export interface TermPart {
  readonly kind: "word" | "stem" | "number" | "money" | "gap";
  /** Spelling or stem; the sign for any other kind. */
  readonly text: string;
}

/** The alternatives at a place of a term, each a sequence of parts; an empty one makes the place optional. */
export type TermSlot = readonly (readonly TermPart[])[];

/** Maximum number of words that "..." matches. */
export const LONGEST_GAP = 3;
const ANY_ENDING = "*";
const AS_WRITTEN = "=";
const ALTERNATIVES = /\(([^()|]*\|[^()]*)\)/;
/** Signs count only between spaces: "#1 choice" is the words "1 choice". */
const SIGNS = /(?<!\S)(\.{3}|…|[$£€]#|#%?)(?!\S)/;
const KINDS: Readonly<Record<string, TermPart["kind"]>> = {
  "...": "gap",
  "…": "gap",
  "#": "number",
  "#%": "number",
  "$#": "money",
  "£#": "money",
  "€#": "money",
};

/**
 * The places of a term in turn, each with its alternatives: "(came|was) late" has two places. A single word that forms
 * the whole term is compared by its stem, or as written after an equals sign: "=late" does not match "lately". In
 * longer terms each word is compared as written, because "backed up" must not match "back up and running". A word
 * before an asterisk, as in "hidden fee*", is compared by its stem. `#` is a number in digits or words, `$#` (`£#`,
 * `€#`) an amount with the sign of any currency, `...` up to three words.
 */
export function termSlots(term: string): readonly TermSlot[] {
  const pieces = term.split(ALTERNATIVES).map((piece, index) =>
    index % 2 === 0 ? [rawParts(piece)] : piece.split("|").map(rawParts)
  ).filter((slot) => slot.some((parts) => parts.length > 0));
  const isAlone = pieces.length === 1;
  return pieces.flatMap((slot): readonly TermSlot[] => {
    const parts = slot.map((row) => row.map((part) => compared(part, isAlone && row.length === 1)));
    return parts.length === 1 ? (parts[0] ?? []).map((part) => [[part]]) : [parts];
  });
}

/** Returns the term with every ending allowed for each of its words. */
export function withAnyEnding(term: string): string {
  return wordsOf(term).map(({ text }) => `${text}${ANY_ENDING}`).join(" ");
}

/** Returns the fault in the signs of a term, as a sentence without its end; null if there is none. */
export function termFault(term: string): string | null {
  if (term.split(ALTERNATIVES).some((piece, index) => index % 2 === 0 && piece.includes("|"))) {
    return `"${term}" has a bar outside of round brackets; expected alternatives such as "(came|was) late"`;
  }
  const slots = termSlots(term);
  if (!slots.some((slot) => slot.every((parts) => parts.some(isTelling)))) {
    return `"${term}" holds no word; expected one with a letter or digit`;
  }
  const ends = [...slots[0] ?? [], ...slots.at(-1)?.map((parts) => parts.slice(-1)) ?? []];
  if (ends.some(([part]) => part?.kind === "gap")) {
    return `"${term}" begins or ends with "..."; expected words around it`;
  }
  return null;
}

function isTelling({ kind }: TermPart): boolean {
  return kind === "word" || kind === "stem" || kind === "money";
}

interface RawPart {
  readonly kind: TermPart["kind"] | null;
  readonly text: string;
  readonly stem: string;
  readonly hasAnyEnding: boolean;
  readonly isAsWritten: boolean;
}

function rawParts(piece: string): readonly RawPart[] {
  return piece.split(SIGNS).flatMap((part): readonly RawPart[] => {
    const kind = KINDS[part];
    if (kind !== undefined) return [{ kind, text: part, stem: part, hasAnyEnding: false, isAsWritten: false }];
    return wordsOf(part).map(({ text, stem, start, end }) => ({
      kind: null,
      text,
      stem,
      hasAnyEnding: part[end] === ANY_ENDING,
      isAsWritten: part[start - 1] === AS_WRITTEN,
    }));
  });
}

function compared({ kind, text, stem, hasAnyEnding, isAsWritten }: RawPart, isAlone: boolean): TermPart {
  if (kind !== null) return { kind, text };
  return hasAnyEnding || isAlone && !isAsWritten ? { kind: "stem", text: stem } : { kind: "word", text };
}

const NUMBER = /^[$£€]?\d+(?:am|pm|k|hrs?|mins?)?$/;
const NUMBER_WORDS = new Set(
  ("one two three four five six seven eight nine ten eleven twelve fifteen sixteen eighteen twenty thirty forty fifty " +
    "sixty seventy eighty ninety hundred hundreds thousand thousands half couple few several dozen").split(" "),
);
/** Maximum number of words of a number: a text may consist of nothing else. */
const LONGEST_NUMBER = 6;
const JOINS = new Set(["and", "a", "to", "or", "of"]);

/** Returns whether a word is a number in digits or words. */
export const isNumber: (word: Word) => boolean = wordMemo(({ text }) => NUMBER.test(text) || NUMBER_WORDS.has(text));

/** Returns whether the word is an amount with a currency sign. */
export const isMoney: (word: Word) => boolean = wordMemo(({ text }) => /^[$£€]/.test(text));

/**
 * Returns the index after the number that begins at a word: "8:20", "two and a half", "a couple of"; the same index if
 * none.
 */
export function numberEnd(words: readonly Word[], at: number): number {
  const first = words[at];
  if (first === undefined) return at;
  let end = first.text === "a" ? at + 1 : at;
  const second = words[end];
  if (second === undefined || !isNumber(second)) return at;
  const furthest = end + LONGEST_NUMBER;
  end++;
  for (let next = end; next <= end + 2 && next < furthest; next++) {
    const word = words[next];
    if (word === undefined || word.isAfterBreak) break;
    if (isNumber(word)) end = next + 1;
    else if (!JOINS.has(word.text)) break;
  }
  return words[end]?.text === "of" ? end + 1 : end;
}
