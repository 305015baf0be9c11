import { isCommonWord } from "../insights/text/language_of.ts";
import { editDistance } from "../insights/text/spelling.ts";
import { tokenAt } from "./text_index.ts";
import { plainWord } from "./word_forms.ts";
import { findTokens, wordsSpelt } from "./word_index.ts";
import type { WordTables } from "./word_search.ts";

const [SHORTEST, LONG] = [4, 8];
/** A word that occurs once may itself be misspelt. */
const FEWEST = 2;
/** Shortest word from which one letter may be missing, and the place from which people confuse vowels. */
const [LEAST_KNOWN, LATER] = [5, 3];
const VOWELS = /^[aeiou]$/;

/**
 * Returns the word of the texts that somebody meant who typed a word that no text has: of the slips that fingers make,
 * the nearest, then the most frequent; null for a usual word, and if there is none.
 *
 * @param beside Words typed beside it. The meant word occurs in a language of these, if the texts have them.
 */
export function nearestWord(tables: WordTables, word: string, beside: readonly string[]): string | null {
  const typed = plainWord(word);
  if (typed.length < SHORTEST || isCommonWord(word)) return null;
  const languages = beside.map((other) => languagesOf(tables, other)).filter((found) => found !== 0);
  let nearest: { readonly token: number; readonly edits: number; readonly count: number } | null = null;
  for (const known of wordsSpelt(tables.words, typed[0]!)) {
    const edits = slips(typed, known);
    if (edits === null || nearest !== null && edits > nearest.edits) continue;
    const { token, count } = mostFrequent(tables, known);
    if (count < FEWEST || languages.some((found) => (found & languagesOf(tables, known)) === 0)) continue;
    if (nearest === null || edits < nearest.edits || count > nearest.count) nearest = { token, edits, count };
  }
  return nearest && tokenAt(tables.texts, nearest.token).trimStart();
}

/**
 * Number of slips between two words; null if it is not likely that one was meant by the other. Two words with one other
 * letter are mostly two words, such as "tile" and "time", and those with other endings two forms or two things.
 */
function slips(typed: string, known: string): number | null {
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
  if (longer !== 0) return short.length >= LEAST_KNOWN ? edits : null;
  const isLaterVowel = at >= LATER && VOWELS.test(typed[at]!) && VOWELS.test(known[at]!);
  return isSwapped || isLaterVowel ? edits : null;
}

/** The most frequent token that is spelt like a word, and how often the texts have a form of the word. */
function mostFrequent(tables: WordTables, word: string) {
  const { postingStarts } = tables.texts;
  const countOf = (token: number) => postingStarts[token + 1]! - postingStarts[token]!;
  const { everywhere, byLanguage } = findTokens(tables, word, 1, false);
  const [token] = [...everywhere].toSorted((a, b) => countOf(b) - countOf(a));
  const forms = new Set([...everywhere, ...byLanguage.flatMap((tokens) => [...tokens])]);
  return { token: token!, count: [...forms].reduce((sum, form) => sum + countOf(form), 0) };
}

/** Languages of the texts with a word, as bits; 0 if there are none. */
function languagesOf(tables: WordTables, word: string): number {
  const { texts: { postingStarts, ranks }, words: { languages } } = tables;
  let found = 0;
  for (const token of findTokens(tables, word, 0, false).everywhere) {
    for (let at = postingStarts[token]!; at < postingStarts[token + 1]!; at++) found |= 1 << languages[ranks[at]!]!;
  }
  return found;
}
