import { cleanText } from "../../../domain/clean_text.ts";
import { ValueFault } from "./value_fault.ts";

const NOT_TEXT = new ValueFault("a text");

const MARK = "(Translated by Google)";

/**
 * Parses a text and cleans it (see `cleanText`). Empty texts and "N/A" give `null`.
 *
 * @param limit Maximum length in UTF-16 code units.
 */
export function readText(value: unknown, limit: number): string | null | ValueFault {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") return NOT_TEXT;
  const text = cleanText(value);
  if (text === "" || /^n\/a$/i.test(text)) return null;
  if (text.length > limit) {
    return new ValueFault(`at most ${limit.toLocaleString("en")} characters`);
  }
  return text;
}

/**
 * Joins a title and a text with a line break. A title that repeats the beginning of the text is dropped: platforms
 * generate such titles for reviews without one, and end them with "…".
 */
export function titledText(title: string | null, text: string | null): string | null {
  if (title === null || text === null) return title ?? text;
  const start = title.replace(/\s*(?:…|\.{3})$/, "");
  return text.startsWith(start) ? text : `${title}\n${text}`;
}

/**
 * Removes Google's translation beside the original. Both orders occur: `(Translated by Google) … (Original) …` and `…
 * (Translated by Google) …`. A translation without original is kept without the marker.
 *
 * @param text A trimmed text with LF line breaks.
 */
export function originalText(text: string): string {
  if (text.startsWith(MARK)) {
    const original = /\s\(Original\)\s+(\S[\s\S]*)$/.exec(text);
    return original?.[1] ?? (text.slice(MARK.length).trim() || text);
  }
  // A marker counts only at the beginning of a line: a reviewer may mention it within a sentence.
  const end = text.indexOf(`\n${MARK}`);
  if (end < 0) return text;
  return text.slice(0, end).replace(/^\(Original\)/, "").trim() || text;
}
