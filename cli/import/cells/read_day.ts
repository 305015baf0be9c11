import { isCalendarDate } from "../../../domain/calendar_date.ts";
import { type DayOrder, numericDay } from "./numeric_day.ts";
import { ValueFault } from "./value_fault.ts";

/** How the dates of a file are parsed. */
export interface DayRules {
  /** The latest day that is accepted, `YYYY-MM-DD`. */
  readonly lastDay: string;
  /** The order of dates such as 03/04/2024; `null` if the format has none. */
  readonly order: DayOrder | null;
  /** Whether the format also writes dates as seconds since 1970. */
  readonly epoch: boolean;
}

const NOT_DAY = new ValueFault("a calendar date such as 2024-05-31");
const NO_SUCH_DAY = new ValueFault("a day that exists");
const FUTURE = new ValueFault("a day that is not in the future");
const MISFIT = {
  dmy: new ValueFault("a date written day/month/year, such as 31/05/2024"),
  mdy: new ValueFault("a date written month/day/year, such as 05/31/2024"),
};
const YEAR_FIRST = new RegExp(
  String.raw`^(\d{4})([-/])(\d{2})\2(\d{2})` +
    String.raw`(?:[T ]+(\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)? *(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$`,
  "i",
);

/**
 * Parses a date or time to its calendar day (RFC 3339 5.6 and common variants). A time with an offset gives the day in
 * UTC; one without keeps the day as written. Relative dates ("2 months ago"), days that do not exist and future days
 * are faults.
 */
export function readDay(value: unknown, rules: DayRules): string | ValueFault {
  const day = writtenDay(value, rules);
  if (day instanceof ValueFault) return day;
  if (!isCalendarDate(day)) return NO_SUCH_DAY;
  return day > rules.lastDay ? FUTURE : day;
}

function writtenDay(value: unknown, rules: DayRules): string | ValueFault {
  if (rules.epoch && /^\d{9,10}$/.test(String(value))) return utcDay(Number(value) * 1000);
  if (typeof value !== "string") return NOT_DAY;
  const parts = YEAR_FIRST.exec(value.trim());
  if (parts !== null) return yearFirstDay(parts);
  const numeric = rules.order === null ? null : numericDay(value);
  if (numeric === null || rules.order === null) return NOT_DAY;
  const { first, second, year } = numeric;
  const [day, month] = rules.order === "dmy" ? [first, second] : [second, first];
  if (month > 12 && day <= 12) return MISFIT[rules.order];
  return `${year}`.padStart(4, "0") + `-${pad(month)}-${pad(day)}`;
}

function yearFirstDay(parts: RegExpExecArray): string | ValueFault {
  const [, year, , month, day, hours, minutes, zone] = parts;
  const written = `${year}-${month}-${day}`;
  if (hours === undefined) return written;
  if (Number(hours) > 23 || Number(minutes) > 59) return NOT_DAY;
  if (zone === undefined || !/^[+-]/.test(zone) || !isCalendarDate(written)) return written;
  const offset = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  const local = Date.parse(`${written}T${hours}:${minutes}:00Z`);
  return utcDay(local - (zone.startsWith("-") ? -offset : offset) * 60_000);
}

function utcDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

function pad(part: number): string {
  return String(part).padStart(2, "0");
}
