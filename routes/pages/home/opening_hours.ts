import type { Formats } from "../frame/formats.ts";
import { type Markup, markup } from "../frame/markup.ts";
import { inReadersWords } from "../frame/words.ts";

const DAYS = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"];
const LINE =
  /^((?:(?:Mo|Tu|We|Th|Fr|Sa|Su)[-,]?)+(?<![-,]))(?: ((?:[01]\d|2[0-4]):[0-5]\d)-((?:[01]\d|2[0-4]):[0-5]\d))?$/;

/** A line of schema.org's `openingHours` (`Mo-Fr 07:30-18:00`) as the reader writes days and times; any other as it is. */
export function openingHours(formats: Formats, line: string): Markup {
  const [, days, opens, closes] = LINE.exec(line.trim()) ?? [];
  if (days === undefined) return markup`<bdi>${line}</bdi>`;
  const ranges = days.split(",").map((range) =>
    range.split("-").map((day) => formats.weekday(DAYS.indexOf(day))).join("–")
  );
  const hours = opens === undefined || closes === undefined ? "" : ` ${formats.times(opens, closes)}`;
  return inReadersWords(formats, ranges.join(", ") + hours);
}
