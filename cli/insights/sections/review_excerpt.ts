import { cutText } from "../layout/fit_text.ts";
import { plainText } from "../layout/plain_text.ts";

const SENTENCE_END = /[.!?…]["”’)]*(?=\s)|\n/g;

/**
 * A verbatim excerpt of a text in quotation marks, cut at a word. It begins with the sentence at a position, or close
 * before the position if the sentence is long.
 *
 * @param offset The position, in UTF-16 code units.
 * @param columns Maximum width in terminal columns, quotation marks included.
 */
export function excerptAt(text: string, offset: number, columns: number): string {
  const near = Math.max(0, offset - Math.floor(columns / 3));
  const end = [...text.slice(near, offset).matchAll(SENTENCE_END)].at(-1);
  const isWhole = near === 0 || end !== undefined;
  const start = end !== undefined ? near + end.index + end[0].length : near === 0 ? 0 : wordStart(text, near, offset);
  // Plain text may be shorter than its source: take several times as many characters as columns.
  const piece = plainText(text.slice(start, start + columns * 8));
  return `“${cutText(isWhole ? piece : `…${piece}`, columns - 2)}”`;
}

function wordStart(text: string, from: number, offset: number): number {
  const space = text.indexOf(" ", from);
  return space === -1 || space >= offset ? offset : space + 1;
}
