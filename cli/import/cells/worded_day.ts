const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH = String.raw`(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|` +
  String.raw`sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`;
const BEFORE = String.raw`^(?:(?:reviewed|posted|written|edited|updated)(?: on)?:? +)?(?:[a-z]{3,9},? +)?`;
const AFTER = String.raw`(?:,? +(?:at +)?\d{1,2}:\d{2}\b.*)?$`;
const MONTH_FIRST = new RegExp(String.raw`${BEFORE}${MONTH} +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})${AFTER}`, "i");
const DAY_FIRST = new RegExp(
  String.raw`${BEFORE}(\d{1,2})(?:st|nd|rd|th|\.)?[ -](?:of +)?${MONTH},?[ -](\d{4})${AFTER}`,
  "i",
);
// As JavaScript writes a date: "Mon Jan 08 2024 10:11:12 GMT+0100".
const SCRIPT = new RegExp(String.raw`^[a-z]{3} ${MONTH} (\d{1,2}) (\d{4}) \d{1,2}:\d{2}`, "i");

/**
 * Parses a date with the English name of its month, with or without weekday and time: `January 8, 2024`, `8 Jan 2024`,
 * `8-Jan-2024`, `Mon, 08 Jan 2024 10:11:12 GMT`. The day is taken as written. Null for any other text; a day that does
 * not exist is given as it is.
 */
export function wordedDay(text: string): string | null {
  const monthFirst = MONTH_FIRST.exec(text) ?? SCRIPT.exec(text);
  if (monthFirst !== null) return dayOf(monthFirst[3], monthFirst[1], monthFirst[2]);
  const dayFirst = DAY_FIRST.exec(text);
  return dayFirst === null ? null : dayOf(dayFirst[3], dayFirst[2], dayFirst[1]);
}

function dayOf(year = "", month = "", day = ""): string {
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
}
