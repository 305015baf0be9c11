import { foldText } from "../normalize_text.ts";

/** Signs that keyboards write in several ways, by the one that the search compares. */
const SPELLINGS: readonly (readonly [sign: string, spellings: string])[] = [
  ["'", "'‘’‚‛ʼ´`′"],
  ['"', '"“”„‟«»'],
  ["-", "\\-‐‑‒–—―−"],
];
const SPELT = SPELLINGS.map(([sign, spellings]) => [sign, new RegExp(`[${spellings}]`, "g")] as const);
const MOST_WORDS = 12;

/** Folds a text for the search: {@linkcode foldText}, and one sign for all apostrophes, quotation marks and dashes. */
export function foldSearched(text: string): string {
  // NFKC makes a space and a combining accent of the acute accent.
  const folded = foldText(text.replaceAll("´", "'"));
  return SPELT.reduce((before, [sign, spelt]) => before.replace(spelt, sign), folded);
}

/**
 * Returns the folded phrases that a text must all contain for a query: its words, and what stands in quotation marks. A
 * query of more than twelve words is one phrase.
 */
export function queryPhrases(query: string): readonly string[] {
  const folded = foldSearched(query);
  const phrases = Array.from(folded.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted?.trim() ?? word);
  const distinct = [...new Set(phrases)].filter((phrase) => phrase !== "");
  return distinct.length === 0 || distinct.length > MOST_WORDS ? [folded] : distinct;
}

/** Returns the pattern of what a query finds in a text as written, as one group; for highlighting. */
export function queryPattern(query: string): RegExp {
  const spelling = (sign: string) => SPELLINGS.find(([folded]) => folded === sign)?.[1];
  const phrases = queryPhrases(query).map((phrase) =>
    phrase.replace(/[\\^$.*+?()[\]{}|/'"-]/g, (sign) => `[${spelling(sign) ?? `\\${sign}`}]`).replaceAll(" ", "\\s")
  );
  // Words that stand side by side in this order are one match.
  return new RegExp(`(${[phrases.join("\\s+"), ...phrases].join("|")})`, "giu");
}
