import { languageOf } from "../insights/text/language_of.ts";
import type { SearchCriteria } from "./search_index.ts";
import { writtenSource } from "./searched_text.ts";
import { tokenAt } from "./text_index.ts";
import { STEMMED_LANGUAGES } from "./word_forms.ts";
import { findTokens, isKnownWord } from "./word_index.ts";
import type { WordTerm } from "./word_query.ts";
import type { WordTables } from "./word_search.ts";

/** What a search looks for in texts. */
export type FoundTexts = Pick<SearchCriteria, "query" | "words">;

/**
 * Returns the pattern of what a search finds in a text as written, as one group, for highlighting; null if it looks for
 * nothing in texts.
 */
export function foundPattern(tables: WordTables, { query, words = [] }: FoundTexts, text: string): RegExp | null {
  const language = (STEMMED_LANGUAGES as readonly string[]).indexOf(languageOf(text));
  const sources = [
    ...query === undefined ? [] : [writtenSource(query)],
    ...words.map((term) => term.text === undefined ? termSource(tables, term, language) : writtenSource(term.text)),
  ];
  return sources.length === 0 ? null : new RegExp(`(${sources.join("|")})`, "giu");
}

const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;
const JOINING = "[-\u2010-\u2015/.'\u2019]?";
const BETWEEN = String.raw`[^\p{L}\p{M}\p{N}]{0,3}`;

/** Words that stand together may also be joined, and one word may be written as two. */
function termSource(tables: WordTables, { words, mayContinue }: WordTerm, language: number): string {
  const found = words.map((word, at) => {
    const { everywhere, byLanguage } = findTokens(tables, word, 2, mayContinue === true && at === words.length - 1);
    const tokens = [...everywhere, ...byLanguage[language] ?? []];
    const spellings = new Set(tokens.map((token) => tokenAt(tables.texts, token).trimStart()));
    const split = Array.from(word).map(writtenSource).join(isKnownWord(tables.words, word) ? JOINING : BETWEEN);
    return `(?:${[...spellings].map(writtenSource).concat(split).join("|")})`;
  });
  return `(?<!${LETTER})${found.join(BETWEEN)}(?!${LETTER})`;
}
