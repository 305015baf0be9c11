import languages from "./language_words.json" with { type: "json" };

/**
 * What cells say in one language, folded (see `foldedCell`). A comma separates meanings, a bar words of one meaning.
 */
interface LanguageWords {
  /** January to December. */
  readonly months: string;
  /** Year, month, week, day, and what is shorter. */
  readonly units: string;
  /** Today, yesterday. */
  readonly recent: string;
  /** What stands before, or after, an amount of time that has passed. */
  readonly before: string;
  readonly after: string;
  readonly edited: string;
  readonly one: string;
  /** Before the time of a day. */
  readonly at: string;
  readonly stars: string;
  /** Between a rating and the best one. */
  readonly of: string;
  /** Yes, no. Spreadsheets write true and false in their language. */
  readonly flags: string;
  /** Shown, not shown, spam: states of WordPress and of shop systems. */
  readonly states: string;
}

const LANGUAGES: readonly LanguageWords[] = Object.values(languages);

/** The words of a kind in all languages, with the place of their meaning, from 0. */
export function wordsOf(kind: keyof LanguageWords): ReadonlyMap<string, number> {
  const meanings = LANGUAGES.flatMap((words) => words[kind].split(",").map((each, meaning) => ({ each, meaning })));
  return new Map(
    meanings.flatMap(({ each, meaning }) =>
      each.split("|").filter((word) => word !== "").map((word) => [word, meaning] as const)
    ),
  );
}

/** The words of a kind in all languages, as the alternatives of a regular expression. */
export function alternatives(kind: keyof LanguageWords): string {
  return [...wordsOf(kind).keys()].join("|");
}
