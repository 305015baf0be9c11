import { alternatives, wordsOf } from "../language_words.ts";

const RECENT = wordsOf("recent");
const UNITS = wordsOf("units");
const AGO = new RegExp(
  `^(?:(?:${alternatives("edited")}):? )?((?:${alternatives("before")}) )?(?:${alternatives("one")}|(\\d{1,4}))[ ']` +
    `(${alternatives("units")})( (?:${alternatives("after")}))?$`,
);

/**
 * The day that a relative date means, counted in the calendar: a month before 31 May is 30 April.
 *
 * @param text A folded cell.
 * @param from The day from which it counts, `YYYY-MM-DD`.
 * @returns Null if the text is no relative date.
 */
export function relativeDay(text: string, from: string): string | null {
  const recent = RECENT.get(text);
  if (recent !== undefined) return before(from, 3, recent);
  const [, first, number = "1", unit = "", last] = AGO.exec(text) ?? [];
  return (first ?? last) === undefined ? null : before(from, UNITS.get(unit) ?? 0, Number(number));
}

/** @param unit Its place in `units` of the words: years, months, weeks, days, or less than a day. */
function before(from: string, unit: number, number: number): string {
  const [year = 0, month = 1, day = 1] = from.split("-").map(Number);
  const months = [12, 1][unit] ?? 0;
  const days = [0, 0, 7, 1][unit] ?? 0;
  const longest = new Date(Date.UTC(year, month - months * number, 0)).getUTCDate();
  const time = Date.UTC(year, month - 1 - months * number, Math.min(day, longest) - days * number);
  return new Date(time).toISOString().slice(0, 10);
}
