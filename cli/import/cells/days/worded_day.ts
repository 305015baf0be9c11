import { monthNumber } from "./month_names.ts";

// What stands before a day: a weekday, "Reviewed on", "publicado el", "Bewertet am".
const BEFORE = String.raw`^(?:[^\d]{0,40}[ ,:])?`;
const AFTER = String.raw`(?:,? +(?:at|um|a las|à|alle|às|om)? *\d{1,2}[:h]\d{2}(?!\d).*)?$`;
const ORDINAL = String.raw`(?:st|nd|rd|th|er|re|\.|º|ª|°)?`;
const NAME = String.raw`(\p{L}{3,12})\.?`;
const MONTH_FIRST = new RegExp(String.raw`${BEFORE}${NAME} +(\d{1,2})${ORDINAL},?(?: +del?)? +(\d{4})${AFTER}`, "iu");
const DAY_FIRST = new RegExp(
  String.raw`${BEFORE}(\d{1,2})${ORDINAL}[ -]*(?:(?:of|de|di) +)?${NAME},?[ -](?:del? +)?(\d{4})${AFTER}`,
  "iu",
);
// As JavaScript writes a date: "Mon Jan 08 2024 10:11:12 GMT+0100".
const SCRIPT = /^[a-z]{3} ([a-z]{3}) (\d{1,2}) (\d{4}) \d{1,2}:\d{2}/i;

/**
 * Parses a date with the name of its month, in English or another language of {@linkcode monthNumber}, with or without
 * weekday and time: `January 8, 2024`, `8-Jan-2024`, `8 de enero de 2024`, `8. Januar 2024`,
 * `Mon, 08 Jan 2024 10:11:12 GMT`. The day is taken as written. Null for any other text; a day that does not exist is
 * given as it is.
 */
export function wordedDay(written: string): string | null {
  const text = written.normalize("NFC");
  const monthFirst = SCRIPT.exec(text) ?? MONTH_FIRST.exec(text);
  if (monthFirst !== null) return dayOf(monthFirst[3], monthFirst[1], monthFirst[2]);
  const dayFirst = DAY_FIRST.exec(text);
  return dayFirst === null ? null : dayOf(dayFirst[3], dayFirst[2], dayFirst[1]);
}

function dayOf(year = "", month = "", day = ""): string | null {
  const number = monthNumber(month);
  return number === null ? null : `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
}
