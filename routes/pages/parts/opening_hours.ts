import { OPENING_HOURS } from "../../../domain/business.ts";
import { countryCode } from "../../../domain/country.ts";
import type { Formats } from "../frame/formats.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { filled } from "../language/page_language.ts";

const DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;

/**
 * Writes a line of schema.org's `openingHours` (`Mo-Fr 07:30-18:00`) with the reader's days and times; other lines
 * stay unchanged.
 */
export function openingHours(formats: Formats, line: string): string {
  const [, days, opens, closes] = OPENING_HOURS.exec(line.trim()) ?? [];
  if (days === undefined) return line;
  const ranges = days.split(",").map((range) =>
    range.split("-").map((day) => formats.weekday(DAYS.indexOf(day))).join("–")
  );
  const hours = opens === undefined || closes === undefined
    ? ""
    : ` ${formats.time(opens)}\u00a0–\u00a0${formats.time(closes)}`;
  return ranges.join(", ") + hours;
}

/**
 * Place of the sentence that says whether the business is open; the script fills it, as it depends on the time of the
 * reader. Nothing if a line of the hours cannot be read, or if the time zone is unknown.
 */
export function openState({ snapshot: { business, pages }, formats }: DataContext): Markup {
  const { words, time, weekday } = formats;
  const zone = pages.timeZone ?? zoneOf(business.address?.country ?? "");
  const week = weekOf(business.opening_hours);
  if (zone === null || week === null || week.length === 0) return NOTHING;
  const clock = (minute: number) => {
    const [hour, rest] = [Math.floor(minute % DAY_MINUTES / 60), minute % 60];
    return time(`${hour}`.padStart(2, "0") + ":" + `${rest}`.padStart(2, "0"));
  };
  const hours = week.map(([from, until]) => [
    ...[from, until],
    until - from >= WEEK_MINUTES ? "" : filled(words.open_until, { time: clock(until) }),
    filled(words.opens, { time: `${weekday(Math.floor(from / DAY_MINUTES))} ${clock(from)}` }),
  ]);
  const data = JSON.stringify({ zone, open: words.open_now, closed: words.closed_now, hours });
  return markup`<p class="open" data-hours="${data}">\u00a0</p>`;
}

type Opening = readonly [from: number, until: number];

/** Openings in minutes since Monday 00:00, those that touch joined; null if a line cannot be read. */
function weekOf(lines: readonly string[]): readonly Opening[] | null {
  const openings: Opening[] = [];
  for (const line of lines) {
    const [, days, opens = "00:00", closes = "24:00"] = OPENING_HOURS.exec(line.trim()) ?? [];
    if (days === undefined) return null;
    const [from = 0, until = 0] = [opens, closes].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
    for (const range of days.split(",")) {
      const [first = 0, last = first] = range.split("-").map((day) => DAYS.indexOf(day));
      for (let day = first; day <= (last < first ? last + 7 : last); day++) {
        const start = day % 7 * DAY_MINUTES + from;
        openings.push([start, start + until - from + (until <= from ? DAY_MINUTES : 0)]);
      }
    }
  }
  const joined: Opening[] = [];
  for (const [from, until] of openings.sort(([a], [b]) => a - b)) {
    const [start, end] = joined.at(-1) ?? [];
    if (start === undefined || end === undefined || end < from) joined.push([from, until]);
    else joined[joined.length - 1] = [start, Math.max(end, until)];
  }
  return joined;
}

/** Time zone of a country whose zones all have the same clock; null for others. */
function zoneOf(country: string): string | null {
  const code = countryCode(country);
  const zones = code === null ? [] : new Intl.Locale(`und-${code}`).getTimeZones() ?? [];
  const clocks = zones.map((timeZone) =>
    [0, 6].map((month) => new Date(Date.UTC(2026, month)).toLocaleString("en", { timeZone })).join()
  );
  return new Set(clocks).size === 1 ? zones[0]! : null;
}
