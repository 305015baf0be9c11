import { Refused } from "./refused.ts";

const NOT_TEXT = new Refused("a text");
/** C0 control characters except tab and line feed; most of them may not even stand in XML. */
const CONTROLS = /(?![\t\n\u007f-\u009f])\p{Cc}/gu;

/**
 * Reads a text: line breaks become LF, control characters and halves of surrogate pairs go, the
 * rest is put in Unicode Normalization Form C and trimmed. What is empty then, and "N/A", is `null`.
 *
 * @param limit The greatest number of characters (UTF-16 code units).
 */
export function readText(value: unknown, limit: number): string | null | Refused {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") return NOT_TEXT;
  const text = value.replace(/\r\n?/g, "\n").replace(CONTROLS, "").toWellFormed().normalize("NFC")
    .trim();
  if (text === "" || /^n\/a$/i.test(text)) return null;
  if (text.length > limit) {
    return new Refused(`at most ${limit.toLocaleString("en")} characters`);
  }
  return text;
}
