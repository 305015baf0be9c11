const MARK = "(Translated by Google)";

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
