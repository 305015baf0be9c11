import { foldSearched } from "./searched_text.ts";
import { hasUncutLetters, wordsIn } from "./text_index.ts";

/** A term of `words`; a review must have all of them. Plain data, part of entity tags and cursors. */
export interface WordTerm {
  /** Folded words that stand together: one, those of a phrase in quotation marks, or those that hyphens join. */
  readonly words: readonly string[];
  /** Whether the last word may go on: it is the last of the query, and no quotation mark ends it. */
  readonly mayContinue?: true | undefined;
  /** Whether it stood in quotation marks. */
  readonly isPhrase?: true;
  /** Substring to find instead of a word, for signs and for scripts that do not separate words. */
  readonly text?: string;
}

const SHORTEST_BEGINNING = 3;
const TERM = /"([^"]*)("?)|[^\s"]+/g;

/** Reads the parameter `words`. The same words in another spelling of {@linkcode foldSearched} give the same terms. */
export function readWordQuery(written: string): readonly WordTerm[] {
  const folded = foldSearched(written);
  const terms = Array.from(folded.matchAll(TERM), ([whole, quoted, closing]): WordTerm | null => {
    const text = (quoted ?? whole).trim();
    if (hasUncutLetters(text)) return { words: [], text };
    const words = wordsIn(text).filter((word) => /[^']/.test(word));
    if (words.length === 0) return null;
    return { words, ...closing === '"' && { isPhrase: true as const } };
  }).filter((term) => term !== null);
  const last = terms.at(-1);
  if (last === undefined) return [{ words: [], text: folded }];
  const typed = last.words.at(-1) ?? "";
  const mayContinue = typed.length >= SHORTEST_BEGINNING && folded.endsWith(typed);
  const distinct = new Map([...terms, last].map((term) => [JSON.stringify(term), term]));
  distinct.delete(JSON.stringify(last));
  return [...distinct.values(), { ...last, ...mayContinue && { mayContinue } }];
}

/** Writes terms as somebody would type them. */
export function writeWordQuery(terms: readonly WordTerm[]): string {
  const quoted = (text: string, isPhrase: boolean) => isPhrase ? `"${text}"` : text;
  return terms.map(({ words, isPhrase = false, text }) =>
    text === undefined ? quoted(words.join(isPhrase ? " " : "-"), isPhrase) : quoted(text, /\s/.test(text))
  ).join(" ");
}
