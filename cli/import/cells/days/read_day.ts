import { isCalendarDate } from "../../../../domain/calendar_date.ts";
import { type DayOrder, numericDay } from "./numeric_day.ts";
import { relativeDay } from "./relative_day.ts";
import { ValueFault } from "../value_fault.ts";
import { wordedDay } from "./worded_day.ts";

/** How the dates of a file are parsed. */
export interface DayRules {
  /** The latest day that is accepted, `YYYY-MM-DD`. */
  readonly lastDay: string;
  /** The order of dates such as 03/04/2024; `null` if no date of the file needs it. */
  readonly order: DayOrder | null;
  /** The day from which "6 months ago" is counted, `YYYY-MM-DD`; `null` if such dates are faults. */
  readonly relativeTo: string | null;
}

const NOT_DAY = new ValueFault("a calendar date such as 2024-05-31");
const NO_SUCH_DAY = new ValueFault("a day that exists");
const FUTURE = new ValueFault("a day that is not in the future");
const RELATIVE = new ValueFault("a calendar date such as 2024-05-31, or --relative-to with the day of the export");
const MISFIT = {
  dmy: new ValueFault("a date written day/month/year, such as 31/05/2024"),
  mdy: new ValueFault("a date written month/day/year, such as 05/31/2024"),
};
const YEAR_FIRST = new RegExp(
  String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})` +
    String.raw`(?:[T ]+(\d{1,2}):(\d{2})(?::\d{2}(?:[.,]\d+)?)?(?: ?[AP]M)? *` +
    String.raw`(Z|[A-Z]{2,5}|(?:UTC|GMT)?[+-]\d{2}(?::?\d{2})?)?(?: UTC)?)?$`,
  "i",
);
// Seconds or milliseconds since 1970, from September 2001 on.
const EPOCH = /^\d{10}(?:\.\d+)?$|^\d{13}$/;

/**
 * Parses a date or time to its calendar day: RFC 3339 5.6 and common variants, month names, seconds or milliseconds since
 * 1970. A time with an offset gives the day in UTC; one without keeps the day as written. Days that do not exist and
 * future days are faults, and so are relative dates ("2 months ago") unless the rules say from which day they count.
 */
export function readDay(value: unknown, rules: DayRules): string | ValueFault {
  const day = writtenDay(value, rules);
  if (day instanceof ValueFault) return day;
  if (!isCalendarDate(day)) return NO_SUCH_DAY;
  return day > rules.lastDay ? FUTURE : day;
}

function writtenDay(value: unknown, rules: DayRules): string | ValueFault {
  if (typeof value === "number") return EPOCH.test(String(value)) ? epochDay(String(value)) : NOT_DAY;
  if (typeof value !== "string") return NOT_DAY;
  const text = value.trim();
  const parts = YEAR_FIRST.exec(text);
  if (parts !== null) return yearFirstDay(parts);
  if (EPOCH.test(text)) return epochDay(text);
  const numeric = numericDay(text);
  if (numeric === null) return wordedDay(text) ?? relative(text, rules);
  const { order } = rules;
  if (order === null) return NOT_DAY;
  const { first, second, year } = numeric;
  const [day, month] = order === "dmy" ? [first, second] : [second, first];
  if (month > 12 && day <= 12) return MISFIT[order];
  return `${year}`.padStart(4, "0") + `-${pad(month)}-${pad(day)}`;
}

function relative(text: string, { relativeTo, lastDay }: DayRules): string | ValueFault {
  const day = relativeDay(text, relativeTo ?? lastDay);
  if (day === null) return NOT_DAY;
  return relativeTo === null ? RELATIVE : day;
}

function yearFirstDay(parts: RegExpExecArray): string | ValueFault {
  const [, year, , month, day, hours, minutes, zone = ""] = parts;
  const written = `${year}-${pad(Number(month))}-${pad(Number(day))}`;
  if (hours === undefined) return written;
  if (Number(hours) > 23 || Number(minutes) > 59) return NOT_DAY;
  const [, sign, offsetHours, offsetMinutes = "0"] = /([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign === undefined || !isCalendarDate(written)) return written;
  const offset = Number(offsetHours) * 60 + Number(offsetMinutes);
  const local = Date.parse(`${written}T${hours.padStart(2, "0")}:${minutes}:00Z`);
  return utcDay(local - (sign === "-" ? -offset : offset) * 60_000);
}

function epochDay(text: string): string {
  return utcDay(Number(text) * (text.length === 13 && !text.includes(".") ? 1 : 1000));
}

function utcDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

function pad(part: number): string {
  return String(part).padStart(2, "0");
}
