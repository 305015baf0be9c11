import { sentence } from "../../../domain/sentences/sentence.ts";
import { isCalendarDate } from "../../../domain/string_formats.ts";
import type { DatePrecision } from "../../../domain/review.ts";
import { calendarDay, type DayOrder, numericDay } from "./day_order.ts";
import { alternatives, wordsOfKind } from "./language_words.ts";
import { foldedCell } from "./source_row.ts";
import { ValueFault } from "./row_reader.ts";

/** How the dates of a file are parsed. */
export interface DayRules {
  /** The latest day that is accepted, `YYYY-MM-DD`. */
  readonly lastDay: string;
  /** The order of dates such as 03/04/2024; `null` if the file has no such date. */
  readonly order: DayOrder | null;
  /** The day from which dates such as "6 months ago" are counted, `YYYY-MM-DD`; `null` if they are faults. */
  readonly relativeTo: string | null;
  /** Called for a date without a day, such as "Feb 2025" (the first of the month) or "a year ago". */
  readonly onCoarse?: (precision: DatePrecision) => void;
}

const NOT_DAY = new ValueFault(sentence("a calendar date such as 2024-05-31"));
const NO_SUCH_DAY = new ValueFault(sentence("a day that exists"));
const FUTURE = new ValueFault(sentence("a day that is not in the future"));
/** The first day that is accepted. No site had reviews before: earlier days are slips, or cells without a day. */
const FIRST_DAY = "1995-01-01";
const TOO_EARLY = new ValueFault(sentence("a day from 1995 on"));
const RELATIVE = new ValueFault(
  sentence("a calendar date such as 2024-05-31, or --relative-to with the day of the export"),
);
const MISFIT = {
  dmy: new ValueFault(sentence("a date written day/month/year, such as 31/05/2024")),
  mdy: new ValueFault(sentence("a date written month/day/year, such as 05/31/2024")),
};
// Words before a date: a weekday, "Reviewed on", "publicado el", "Bewertet am".
const BEFORE = String.raw`^(?:\D{0,60}[ ,:])?`;
const ORDINAL = String.raw`(?:st|nd|rd|th|er|re|\.|º|ª|°)?`;
const MONTH = String.raw`(?<m>${alternatives("months")})\.?`;
const MONTHS = wordsOfKind("months");
/** Patterns of dates whose order is certain: year first, dots (always day first), or month names. */
const CERTAIN: readonly RegExp[] = [
  /^(?<y>\d{4})([-/.])(?<m>\d{1,2})\2(?<d>\d{1,2})$/,
  /^(?<d>\d{1,2})\. ?(?<m>\d{1,2})\. ?(?<y>\d{4}|\d{2})$/,
  /^(?<y>\d{4})年 ?(?<m>\d{1,2})月 ?(?<d>\d{1,2})日$/,
  /^(?<y>\d{4})[-/](?<m>\d{1,2})$/,
  /^(?<m>\d{1,2})\/(?<y>\d{4})$/,
  new RegExp(String.raw`${BEFORE}${MONTH} +(?<d>\d{1,2})${ORDINAL},?(?: del?)? (?<y>\d{4})$`),
  new RegExp(
    String.raw`${BEFORE}(?<d>\d{1,2})${ORDINAL}[ -]*(?:(?:of|de|di) )?${MONTH},?[ -](?:del? )?'?(?<y>\d{4}|\d{2})$`,
  ),
  new RegExp(String.raw`${BEFORE}${MONTH}(?:,?[ -](?:(?:of|del?) )?(?<y>\d{4})|-(?<s>\d{2}))$`),
];
// Seconds since 1970 from 1995 on, or milliseconds from September 2001 on.
const EPOCH = /^(?:\d{10}|(?:7[89]|[89]\d)\d{7})(?:\.\d+)?$|^\d{13}$/;
/** Days since 30 December 1899, as spreadsheets store dates. */
const SERIAL = /^\d{5}(?:[.,]\d+)?$/;
const TIME = new RegExp(
  String.raw`^(.*?)[ ,t]+(?:[-|] )?(?:(?:${alternatives("at")}) )?(\d{1,2})[:h](\d{2})(?!\d)(.*)$`,
);
const AFTER_TIME =
  /^(?::\d{2}(?:[.,]\d+)?)? ?(?:([ap])\.? ?m\b\.?)?[a-z ]{0,40}(?:([+-]\d{1,2})(?::?(\d{2}))?)?(?: utc| ?\(.*\))?$/;

/**
 * Parses a date or time to its calendar day: RFC 3339 5.6 and common variants, month names, seconds or milliseconds
 * since 1970, day numbers of spreadsheets. A time with an offset gives the day in UTC, any other the day as written. Days
 * that do not exist, future days, those before 1995, and relative dates without `relativeTo` are faults.
 */
export function readDay(value: unknown, rules: DayRules): string | ValueFault {
  const text = foldedCell(value);
  const milliseconds = timeOf(text);
  if (typeof value === "number" && milliseconds === null) return NOT_DAY;
  const day = milliseconds === null ? writtenDay(text, rules) : utcDay(milliseconds);
  if (day instanceof ValueFault) return day;
  if (!isCalendarDate(day)) return NO_SUCH_DAY;
  return day > rules.lastDay ? futureFault(text, rules) : day < FIRST_DAY ? TOO_EARLY : day;
}

/** The fault of a day in the future, with the day that it is in the other order of day and month. */
function futureFault(text: string, rules: DayRules): ValueFault {
  const order = rules.order === "dmy" ? "mdy" : "dmy";
  const other = numericDay(text) === null ? null : writtenDay(text, { ...rules, order });
  if (typeof other !== "string" || !isCalendarDate(other) || other > rules.lastDay) return FUTURE;
  const parts = { allowed: FUTURE.allowed, day: other };
  return new ValueFault(
    order === "mdy"
      ? sentence("{allowed}; month first, it would be {day}", parts)
      : sentence("{allowed}; day first, it would be {day}", parts),
  );
}

/** The time of a number, in milliseconds since 1970; null if the text is no number of a time. */
function timeOf(text: string): number | null {
  if (EPOCH.test(text)) return Number(text) * (/^\d{13}$/.test(text) ? 1 : 1000);
  return SERIAL.test(text) ? Date.UTC(1899, 11, 30 + parseInt(text)) : null;
}

function writtenDay(text: string, rules: DayRules): string | ValueFault {
  const [, dated = text, hours, minutes, rest = ""] = TIME.exec(text) ?? [];
  const day = datedDay(dated, rules);
  if (day === null) {
    const relative = relativeDay(dated, rules);
    return relative === null ? NOT_DAY : rules.relativeTo === null ? RELATIVE : relative;
  }
  if (day instanceof ValueFault || hours === undefined) return day;
  const after = AFTER_TIME.exec(rest);
  if (after === null || Number(hours) > 23 || Number(minutes) > 59) return NOT_DAY;
  const [, half, sign, offsetMinutes = "0"] = after;
  if (sign === undefined || !isCalendarDate(day)) return day;
  const hour = half === undefined ? Number(hours) : Number(hours) % 12 + (half === "p" ? 12 : 0);
  const offset = Number(sign) * 60 + Number(`${sign[0]}${offsetMinutes}`);
  return utcDay(Date.parse(day) + (hour * 60 + Number(minutes) - offset) * 60_000);
}

function datedDay(text: string, { order, onCoarse }: DayRules): string | ValueFault | null {
  const numeric = numericDay(text);
  if (numeric !== null) {
    if (order === null) return NOT_DAY;
    const { first, second, year } = numeric;
    const [day, month] = order === "dmy" ? [first, second] : [second, first];
    return month > 12 && day <= 12 ? MISFIT[order] : calendarDay(year, month, day);
  }
  for (const pattern of CERTAIN) {
    const { m = "", d, s, y = s } = pattern.exec(text)?.groups ?? {};
    if (y === undefined) continue;
    if (d === undefined) onCoarse?.("month");
    const month = MONTHS.get(m);
    if (Number(m) > 12 && /^\d{1,2}\./.test(text)) return MISFIT.dmy;
    return calendarDay(y, month === undefined ? m : month + 1, d ?? 1);
  }
  return null;
}

function utcDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** Whether a value is a date, in any order of day and month. */
export function isDay(value: unknown, rules: DayRules): boolean {
  return numericDay(value) !== null || !(readDay(value, rules) instanceof ValueFault);
}

/** Whether a value is a day such as "6 months ago". */
export function isRelativeDay(value: unknown, lastDay: string): boolean {
  return readDay(value, { lastDay, order: "dmy", relativeTo: null }) === RELATIVE;
}

const RECENT = wordsOfKind("recent");
const UNITS = wordsOfKind("units");
/** The calendar units of these words; the last words mean less than a day. */
const CALENDAR_UNITS = ["years", "months", "weeks", "days"];
const AGO = new RegExp(
  `^(?:(?:${alternatives("edited")}):? )?((?:${alternatives("before")}) )?(?:(?:${
    alternatives("one")
  }|(\\d{1,4}))[ '])?` +
    `(${alternatives("units")})( (?:${alternatives("after")}))?$`,
);

/** Half of a calendar unit. */
const HALVES = { years: { months: 6 }, months: { days: 15 }, weeks: { days: 3 } };

/**
 * Subtracts a relative date by calendar units. Sites round down: "a year ago" is 12 to 23 months, so half a unit more is
 * subtracted from years, months and weeks. Null for any other text.
 */
function relativeDay(text: string, { relativeTo, lastDay, onCoarse }: DayRules): string | null {
  const recent = RECENT.get(text);
  const [, first, number = "1", word = "", last] = AGO.exec(text) ?? [];
  if (recent === undefined && (first ?? last) === undefined) return null;
  const unit = recent === undefined ? CALENDAR_UNITS[UNITS.get(word) ?? 0] : "days";
  const ago = unit === undefined ? {} : { [unit]: recent ?? Number(number) };
  const day = Temporal.PlainDate.from(relativeTo ?? lastDay).subtract({ days: 0, ...ago });
  if (unit !== "years" && unit !== "months" && unit !== "weeks") return day.toString();
  onCoarse?.(unit === "years" ? "year" : "month");
  return day.subtract(HALVES[unit]).toString();
}
