import { splitClauses } from "../text/clause_split.ts";
import { splitSentences } from "../text/sentence_split.ts";

/** The place of a passage in a text, in UTF-16 code units. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

const MARKS = "\"'`´‘’‚‛“”„‟«»‹›";
const GAP = `[\\s${MARKS}]+`;
const AROUND = /^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu;
/** A function word of writing systems without spaces is a word too. */
const WORDS = new Intl.Segmenter("en", { granularity: "word" });
const FEWEST_WORDS = 2;

/**
 * Finds a passage that a model has copied. Case, white space, quotation marks and the punctuation around it may differ.
 *
 * @returns The place of the text's own spelling. Null if the text lacks the passage, or if it is a single word and no
 * whole clause.
 */
export function placeOf(passage: string, text: string): Place | null {
  const bare = bareOf(passage);
  if (bare === "" || bare.length > text.length) return null;
  const spelling = bare.split(new RegExp(GAP, "u")).map((word) => RegExp.escape(word)).join(GAP);
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${spelling}(?![\\p{L}\\p{N}])`, "iu").exec(text) ??
    new RegExp(spelling, "iu").exec(text);
  if (found === null) return null;
  const [copied] = found;
  const words = [...WORDS.segment(copied)].filter(({ isWordLike }) => isWordLike).length;
  if (words < FEWEST_WORDS && !isClause(copied, text)) return null;
  return { start: found.index, end: found.index + copied.length };
}

function bareOf(text: string): string {
  return text.replace(AROUND, "");
}

function isClause(passage: string, text: string): boolean {
  return splitSentences(text).flatMap(splitClauses).some((clause) => bareOf(clause.text) === bareOf(passage));
}
