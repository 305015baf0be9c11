import { z } from "zod";

/** A calendar day `YYYY-MM-DD` that exists (RFC 3339 5.6, `full-date`): 2026-02-30 is refused. */
export const CalendarDate = z.iso.date({
  error: "Expected a calendar day that exists, written YYYY-MM-DD",
}).meta({ description: "A calendar day that exists, written YYYY-MM-DD." });

/** Whether a text is an existing calendar day `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  return CalendarDate.safeParse(text).success;
}
