import { isCalendarDate } from "../../../../domain/calendar_date.ts";
import { alternatives } from "../language_words.ts";
import { foldedCell } from "../source_row.ts";
import { ValueFault } from "../value_fault.ts";
import { type DayOrder, fullYear, numericDay } from "./numeric_day.ts";
import { relativeDay } from "./relative_day.ts";
import { wordedDay } from "./worded_day.ts";

/** How the dates of a file are parsed. */
export interface DayRules {
  /** The latest day that is accepted, `YYYY-MM-DD`. */
  readonly lastDay: string;
  /** The order of dates such as 03/04/2024; `null` if no date of the file needs it. */
  readonly order: DayOrder | null;
  /** The day from which "6 months ago" is counted, `YYYY-MM-DD`; `null` if such dates are faults. */
  readonly relativeTo: string | null;
  /** Called for a date that names no day, such as "Feb 2025": the first of the month stands for it. */
  readonly onMonth?: () => void;
}

const NOT_DAY = new ValueFault("a calendar date such as 2024-05-31");
const NO_SUCH_DAY = new ValueFault("a day that exists");
const FUTURE = new ValueFault("a day that is not in the future");
const RELATIVE = new ValueFault("a calendar date such as 2024-05-31, or --relative-to with the day of the export");
const MISFIT = {
  dmy: new ValueFault("a date written day/month/year, such as 31/05/2024"),
  mdy: new ValueFault("a date written month/day/year, such as 05/31/2024"),
};
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const DOTTED = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})$/;
const YEAR_AND_MONTH = /^(\d{4})[-/](\d{1,2})$/;
const MONTH_AND_YEAR = /^(\d{1,2})\/(\d{4})$/;
// Seconds or milliseconds since 1970, from September 2001 on.
const EPOCH = /^\d{10}(?:\.\d+)?$|^\d{13}$/;
const TIME = new RegExp(
  String.raw`^(.*?)[ ,t]+(?:[-|] )?(?:(?:${alternatives("at")}) )?(\d{1,2})[:h](\d{2})(?!\d)(.*)$`,
);
const AFTER_TIME =
  /^(?::\d{2}(?:[.,]\d+)?)? ?(?:([ap])\.? ?m\b\.?)?[a-z ]{0,40}(?:([+-]\d{1,2})(?::?(\d{2}))?)?(?: utc| ?\(.*\))?$/;

/**
 * Parses a date or time to its calendar day: RFC 3339 5.6 and common variants, month names, seconds or milliseconds since
 * 1970. A time with an offset gives the day in UTC; one without, or with the name of a zone, keeps the day as written.
 * Days that do not exist and future days are faults, and so are relative dates ("2 months ago") unless the rules say from
 * which day they count.
 */
export function readDay(value: unknown, rules: DayRules): string | ValueFault {
  const text = foldedCell(value);
  if (typeof value === "number" && !EPOCH.test(text)) return NOT_DAY;
  const day = EPOCH.test(text) ? utcDay(Number(text) * (/^\d{13}$/.test(text) ? 1 : 1000)) : writtenDay(text, rules);
  if (day instanceof ValueFault) return day;
  if (!isCalendarDate(day)) return NO_SUCH_DAY;
  return day > rules.lastDay ? FUTURE : day;
}

function writtenDay(text: string, rules: DayRules): string | ValueFault {
  const [, dated = text, hours, minutes, rest = ""] = TIME.exec(text) ?? [];
  const day = datedDay(dated, rules);
  if (day === null) {
    const relative = relativeDay(dated, rules.relativeTo ?? rules.lastDay);
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

function datedDay(text: string, { order, onMonth }: DayRules): string | ValueFault | null {
  const numeric = numericDay(text);
  if (numeric !== null) {
    if (order === null) return NOT_DAY;
    const { first, second, year } = numeric;
    const [day, month] = order === "dmy" ? [first, second] : [second, first];
    return month > 12 && day <= 12 ? MISFIT[order] : joined(year, month, day);
  }
  const [year, month, day] = certainDay(text) ?? wordedDay(text) ?? [];
  if (year === undefined) return null;
  if (day === undefined) onMonth?.();
  return Number(month) > 12 && DOTTED.test(text) ? MISFIT.dmy : joined(year, month, day ?? 1);
}

/** Year, month and day, if it has one, of a date in digits whose order is certain: dots are always day first. */
function certainDay(text: string): readonly (string | undefined)[] | null {
  const full = YEAR_FIRST.exec(text);
  if (full !== null) return [full[1], full[3], full[4]];
  const dotted = DOTTED.exec(text);
  if (dotted !== null) return [fullYear(dotted[3] ?? ""), dotted[2], dotted[1]];
  const [, year, month] = YEAR_AND_MONTH.exec(text) ?? [];
  if (year !== undefined) return [year, month];
  const reversed = MONTH_AND_YEAR.exec(text);
  return reversed && [reversed[2], reversed[1]];
}

function joined(year: unknown, ...parts: readonly unknown[]): string {
  return [String(year).padStart(4, "0"), ...parts.map((part) => String(part).padStart(2, "0"))].join("-");
}

function utcDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
