import { ValueFault } from "./value_fault.ts";

const NOT_TEXT = new ValueFault("a text");
/** C0 control characters except tab and line feed; most of them may not even stand in XML. */
const CONTROLS = /(?![\t\n\u007f-\u009f])\p{Cc}/gu;

/**
 * Reads a text: line breaks become LF, control characters and halves of surrogate pairs go, the
 * rest is put in Unicode Normalization Form C and trimmed. What is empty then, and "N/A", is `null`.
 *
 * @param limit The greatest number of characters (UTF-16 code units).
 */
export function readText(value: unknown, limit: number): string | null | ValueFault {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") return NOT_TEXT;
  const text = value.replace(/\r\n?/g, "\n").replace(CONTROLS, "").toWellFormed().normalize("NFC")
    .trim();
  if (text === "" || /^n\/a$/i.test(text)) return null;
  if (text.length > limit) {
    return new ValueFault(`at most ${limit.toLocaleString("en")} characters`);
  }
  return text;
}

/**
 * Joins a title and a text by a line break. A title that only repeats how the text begins is left
 * out: platforms make such titles for reviews that were written without one, and end them with "…".
 */
export function titledText(title: string | null, text: string | null): string | null {
  if (title === null || text === null) return title ?? text;
  const start = title.replace(/\s*(?:…|\.{3})$/, "");
  return text.startsWith(start) ? text : `${title}\n${text}`;
}
