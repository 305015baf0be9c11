import { ValueFault } from "./value_fault.ts";

const NOT_TEXT = new ValueFault("a text");

/** C0 control characters except tab and line feed; most of them may not even stand in XML. */
const CONTROLS = /(?![\t\n\u007f-\u009f])\p{Cc}/gu;
const MARK = "(Translated by Google)";

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

/**
 * Gives what the writer wrote where Google put its translation beside it. Both orders occur:
 * `(Translated by Google) … (Original) …` and `… (Translated by Google) …`. A translation that
 * stands alone is kept without the mark, for there is nothing else.
 *
 * @param text A text with LF line breaks, trimmed.
 */
export function originalText(text: string): string {
  if (text.startsWith(MARK)) {
    const original = /\s\(Original\)\s+(\S[\s\S]*)$/.exec(text);
    return original?.[1] ?? (text.slice(MARK.length).trim() || text);
  }
  // Only a mark that begins a line is Google's: a writer may name it within a sentence.
  const end = text.indexOf(`\n${MARK}`);
  if (end < 0) return text;
  return text.slice(0, end).replace(/^\(Original\)/, "").trim() || text;
}
