import { foldText } from "../normalize_text.ts";

/** Signs that keyboards write in several ways, by the one that the search compares. */
const SPELLINGS: readonly (readonly [sign: string, spellings: string])[] = [
  ["'", "'‘’‚‛ʼ´`′"],
  ['"', '"“”„‟«»'],
  ["-", "\\-‐‑‒–—―−"],
];
const SPELT = SPELLINGS.map(([sign, spellings]) => [sign, new RegExp(`[${spellings}]`, "g")] as const);

/** Folds a text for the search: {@linkcode foldText}, and one sign for all apostrophes, quotation marks and dashes. */
export function foldSearched(text: string): string {
  // NFKC makes a space and a combining accent of the acute accent.
  const folded = foldText(text.replaceAll("´", "'"));
  return SPELT.reduce((before, [sign, spelt]) => before.replace(spelt, sign), folded);
}

/** Returns the source of an expression, without flag `v`, that finds a folded text in a text as written. */
export function writtenSource(folded: string): string {
  const spelling = (sign: string) => SPELLINGS.find(([folded]) => folded === sign)?.[1];
  return folded.replace(/[\\^$.*+?()[\]{}|/'"-]/g, (sign) => `[${spelling(sign) ?? `\\${sign}`}]`)
    .replaceAll(" ", "\\s");
}
