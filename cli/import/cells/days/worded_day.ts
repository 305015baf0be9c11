import { alternatives, wordsOf } from "../language_words.ts";
import { fullYear } from "./numeric_day.ts";

const NUMBERS = wordsOf("months");
// What stands before a day: a weekday, "Reviewed on", "publicado el", "Bewertet am".
const BEFORE = String.raw`^(?:\D{0,60}[ ,:])?`;
const ORDINAL = String.raw`(?:st|nd|rd|th|er|re|\.|º|ª|°)?`;
const MONTH = String.raw`(${alternatives("months")})\.?`;
const MONTH_FIRST = new RegExp(String.raw`${BEFORE}${MONTH} +(\d{1,2})${ORDINAL},?(?: del?)? (\d{4})$`);
const DAY_FIRST = new RegExp(
  String.raw`${BEFORE}(\d{1,2})${ORDINAL}[ -]*(?:(?:of|de|di) )?${MONTH},?[ -](?:del? )?(\d{4}|\d{2})$`,
);
const NO_DAY = new RegExp(String.raw`${BEFORE}${MONTH},?[ -](?:(?:of|del?) )?(\d{4})$`);

/**
 * Parses a date with the name of its month, in any language of the words, with or without weekday: `January 8, 2024`,
 * `8-Jan-24`, `8 de enero de 2024`, `8. Januar 2024`. A day that does not exist is given as it is.
 *
 * @param text A folded cell without its time.
 * @returns Year, month and day, of which the last is missing in `Jan 2024`; null for any other text.
 */
export function wordedDay(text: string): readonly (string | undefined)[] | null {
  const [, name, day, year] = MONTH_FIRST.exec(text) ?? [];
  if (year !== undefined) return [year, numbered(name), day];
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null) return [fullYear(dayFirst[3] ?? ""), numbered(dayFirst[2]), dayFirst[1]];
  const month = NO_DAY.exec(text);
  return month === null ? null : [month[2] ?? "", numbered(month[1])];
}

function numbered(name = ""): string {
  return String((NUMBERS.get(name) ?? 0) + 1);
}
