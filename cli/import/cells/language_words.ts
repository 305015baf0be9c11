import languages from "./language_words.json" with { type: "json" };

/**
 * Words in cells of one language, folded (see `foldedCell`). A comma separates meanings, a bar words of one meaning.
 * The kinds are months; units of time (year, month, week, day, less); recent days (today, yesterday); words before or
 * after an amount of time; `at` before a time of day; `of` between a rating and the best one; flags (yes, no); nothing
 * instead of a reward; unwritten instead of a text, a reply or a day; nameless instead of a name; states (shown, not
 * shown, spam); who wrote a row (a customer, the business).
 */
type LanguageWords = typeof languages.en;

const LANGUAGES: readonly Partial<LanguageWords>[] = Object.values(languages);

/** The words of a kind in all languages, each with the index of its meaning. */
export function wordsOfKind(kind: keyof LanguageWords): ReadonlyMap<string, number> {
  const meanings = LANGUAGES.flatMap((words) =>
    (words[kind] ?? "").split(",").map((each, meaning) => ({ each, meaning }))
  );
  return new Map(
    meanings.flatMap(({ each, meaning }) =>
      each.split("|").filter((word) => word !== "").map((word) => [word, meaning] as const)
    ),
  );
}

/** The words of a kind in all languages, as the alternatives of a regular expression. */
export function alternatives(kind: keyof LanguageWords): string {
  return [...wordsOfKind(kind).keys()].join("|");
}
