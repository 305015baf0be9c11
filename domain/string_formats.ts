import { type PlainText } from "./sentences/sentence.ts";
import { z } from "zod";

/** A calendar day `YYYY-MM-DD` that exists (RFC 3339 5.6, `full-date`): 2026-02-30 is refused. */
export const CalendarDate = z.iso.date({
  error: "Expected a calendar day that exists, written YYYY-MM-DD",
}).meta({ description: "A calendar day that exists, written YYYY-MM-DD." });

/** Whether a text is an existing calendar day `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  return CalendarDate.safeParse(text).success;
}

const HTTP_URL: PlainText = "Expected an absolute http or https URL";
const PLAIN_URL: PlainText = "Expected a URL without user, password and control characters";

/**
 * An absolute `http:` or `https:` URL of at most 2,048 characters. The value is published, so other schemes are
 * refused: a `javascript:` link in a feed would attack its readers. User and password are refused because they would be
 * published or disguise the host. Control characters are refused too.
 */
export const WebUrl = z.url({ protocol: /^https?$/, error: HTTP_URL })
  .max(2048)
  .refine(isPlain, PLAIN_URL)
  .meta({ pattern: "^https?://" });

function isPlain(text: string): boolean {
  if (/\p{Cc}/u.test(text) || !text.isWellFormed() || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}
