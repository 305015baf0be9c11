import { isCommonWord } from "../insights/text/language_of.ts";
import { editDistance } from "../insights/text/spelling.ts";
import { tokenAt } from "./text_index.ts";
import { plainWord } from "./word_forms.ts";
import { findTokens, wordsSpelt } from "./word_index.ts";
import type { WordTables } from "./word_search.ts";

/** Minimum length of a word, and that of a word with two edits. */
const [SHORTEST, LONG] = [4, 8];
/** Minimum number of occurrences. A word that occurs once may itself be misspelt. */
const FEWEST = 2;
/** Minimum length of the shorter word if a letter is missing, and index from which people confuse vowels. */
const [SHORTEST_LACKING, LATER] = [5, 3];
const VOWELS = /^[aeiou]$/;

/**
 * Returns the word of the texts that a word without occurrences is a misspelling of: that with the fewest edits, then
 * the most frequent. Null for a common word of a language, and if none is near.
 *
 * @param others The other words of the search. The result occurs in a language of each one that the texts have.
 */
export function nearestWord(tables: WordTables, word: string, others: readonly string[]): string | null {
  const typed = plainWord(word);
  if (typed.length < SHORTEST || isCommonWord(word)) return null;
  const languages = others.map((one) => languagesOf(tables, one)).filter((found) => found !== 0);
  let nearest: { readonly token: number; readonly edits: number; readonly count: number } | null = null;
  for (const known of wordsSpelt(tables.words, typed[0]!)) {
    const edits = misspellingEdits(typed, known);
    if (edits === null || nearest !== null && edits > nearest.edits) continue;
    const { token, count } = mostFrequent(tables, known);
    if (count < FEWEST || languages.some((found) => (found & languagesOf(tables, known)) === 0)) continue;
    if (nearest === null || edits < nearest.edits || count > nearest.count) nearest = { token, edits, count };
  }
  return nearest && tokenAt(tables.texts, nearest.token).trimStart();
}

/**
 * Returns the number of edits that make a word of another (optimal string alignment), and a half for a wrong letter;
 * null if these are hardly a misspelling. Words that differ in one letter are mostly two words, such as "tile" and
 * "time"; those that differ in their endings are two forms.
 */
function misspellingEdits(typed: string, known: string): number | null {
  const longer = known.length - typed.length;
  const most = typed.length < LONG ? 1 : 2;
  if (Math.abs(longer) > most || typed.endsWith("s") !== known.endsWith("s")) return null;
  const [short, long] = longer > 0 ? [typed, known] : [known, typed];
  const at = [...long].findIndex((letter, at) => letter !== short[at]);
  const isDoubled = longer !== 0 && long[at] === long[at - 1];
  if (long.startsWith(short) && !isDoubled) return null;
  const edits = editDistance(typed, known);
  if (edits > most || edits > 1 && typed.at(-1) !== known.at(-1)) return null;
  const isSwapped = typed[at] === known[at + 1] && typed[at + 1] === known[at];
  // Fingers leave out letters more often than they write another.
  if (typed.length >= LONG || isDoubled) return longer === 0 && !isSwapped ? edits + 0.5 : edits;
  if (longer !== 0) return short.length >= SHORTEST_LACKING ? edits : null;
  const isLaterVowel = at >= LATER && VOWELS.test(typed[at]!) && VOWELS.test(known[at]!);
  return isSwapped || isLaterVowel ? edits : null;
}

/** Returns the most frequent token of a spelling, and the number of occurrences of all forms of the word. */
function mostFrequent(tables: WordTables, word: string) {
  const { postingStarts } = tables.texts;
  const countOf = (token: number) => postingStarts[token + 1]! - postingStarts[token]!;
  const { everywhere, byLanguage } = findTokens(tables, word, 1, false);
  const [token] = [...everywhere].toSorted((a, b) => countOf(b) - countOf(a));
  const forms = new Set([...everywhere, ...byLanguage.flatMap((tokens) => [...tokens])]);
  return { token: token!, count: [...forms].reduce((sum, form) => sum + countOf(form), 0) };
}

/** Returns the languages of the texts with a word, as bits (see `WordIndex.languages`); 0 without any. */
function languagesOf(tables: WordTables, word: string): number {
  const { texts: { postingStarts, ranks }, words: { languages } } = tables;
  let found = 0;
  for (const token of findTokens(tables, word, 0, false).everywhere) {
    for (let at = postingStarts[token]!; at < postingStarts[token + 1]!; at++) found |= 1 << languages[ranks[at]!]!;
  }
  return found;
}
