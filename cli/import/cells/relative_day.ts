const DAY_MS = 86_400_000;
const AGO = /^(?:edited +)?(an?|one|\d{1,4}) +(second|minute|hour|day|week|month|year)s? +ago$/i;
const BARE: ReadonlyMap<string, number> = new Map([["today", 0], ["just now", 0], ["yesterday", 1]]);

/**
 * The day that a relative date means, counted in the calendar: a month before 31 May is 30 April.
 *
 * @param from The day from which it counts, `YYYY-MM-DD`.
 * @returns Null if the text is no relative date.
 */
export function relativeDay(text: string, from: string): string | null {
  const days = BARE.get(text.trim().toLowerCase());
  if (days !== undefined) return before(from, days);
  const [, amount = "", unit = ""] = AGO.exec(text.trim()) ?? [];
  if (unit === "") return null;
  const number = /^\d/.test(amount) ? Number(amount) : 1;
  switch (unit.toLowerCase()) {
    case "year":
      return monthsBefore(from, number * 12);
    case "month":
      return monthsBefore(from, number);
    case "week":
      return before(from, number * 7);
    case "day":
      return before(from, number);
    default:
      return from;
  }
}

function before(from: string, days: number): string {
  return new Date(Date.parse(from) - days * DAY_MS).toISOString().slice(0, 10);
}

function monthsBefore(from: string, months: number): string {
  const [year = 0, month = 1, day = 1] = from.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(day, last))).toISOString().slice(
    0,
    10,
  );
}
