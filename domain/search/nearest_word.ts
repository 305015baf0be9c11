import { isCommonWord } from "../insights/text/language_of.ts";
import { editDistance } from "../insights/text/spelling.ts";
import { tokenAt } from "./text_index.ts";
import { plainWord } from "./word_forms.ts";
import { findTokens, wordsSpelt } from "./word_index.ts";
import type { WordTables } from "./word_search.ts";

const [SHORTEST, LONG] = [4, 8];
/** A word that occurs once may itself be misspelt. */
const FEWEST = 2;
const VOWELS = /^[aeiouy]$/;

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
 * Number of slips between two words; null if it is not likely that one was meant by the other. Short words with one
 * other letter are mostly two words, such as "tile" and "time".
 */
function slips(typed: string, known: string): number | null {
  const longer = known.length - typed.length;
  if (Math.abs(longer) > 2 || typed.length < LONG && Math.abs(longer) > 1) return null;
  const edits = editDistance(typed, known);
  if (edits === 0 || edits > 2 || edits === 2 && typed.length < LONG) return null;
  if (typed.length >= LONG) return edits;
  const at = [...typed].findIndex((letter, at) => letter !== known[at]);
  const isSwapped = longer === 0 && typed[at] === known[at + 1] && typed[at + 1] === known[at];
  if (isSwapped) return edits;
  if (longer === 0) return typed.length > 5 && VOWELS.test(typed[at]!) && VOWELS.test(known[at]!) ? edits : null;
  const [short, long] = longer > 0 ? [typed, known] : [known, typed];
  const place = [...long].findIndex((letter, at) => letter !== short[at]);
  const isDoubled = long[place] === long[place - 1];
  return isDoubled || short.length >= 5 ? edits : null;
}

/** The most frequent token that is spelt like a word, and how often the texts have one of them. */
function mostFrequent(tables: WordTables, word: string) {
  const { postingStarts } = tables.texts;
  const counts = Array.from(
    findTokens(tables, word, 0, false).everywhere,
    (token) => ({ token, count: postingStarts[token + 1]! - postingStarts[token]! }),
  );
  const [most] = counts.toSorted((a, b) => b.count - a.count);
  return { token: most!.token, count: counts.reduce((sum, { count }) => sum + count, 0) };
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
