import { beginningOf } from "../domain/cut_text.ts";
/**
 * Removes everything that could control a terminal or mislead a reader: control characters, escape sequences,
 * bidirectional marks, invisible and unassigned characters. White space becomes single spaces; the result is one line.
 */
export function terminalText(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Z}]+/gu, " ").replace(/\p{C}/gu, "").trim();
}

const NO_COLUMN = /^[\p{Mn}\p{Me}\p{Emoji_Modifier}]$/u;
/** Characters one column wide despite a wide script or emoji: regional indicators and half-width forms. */
const ONE_COLUMN = /^[\u{1f1e6}-\u{1f1ff}\uff61-\uffdc]$/u;
const TWO_COLUMNS =
  /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]$/u;
const ASCII = /^[\x20-\x7e]*$/;

/** Terminal columns of one character (code point): 0, 1 or 2. Terminals differ in rare cases. */
function characterWidth(character: string): number {
  if (ASCII.test(character)) return 1;
  if (NO_COLUMN.test(character)) return 0;
  return TWO_COLUMNS.test(character) && !ONE_COLUMN.test(character) ? 2 : 1;
}

/** Terminal columns of a plain text. */
export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

const ELLIPSIS = "…";

/** Cuts a plain text to a number of columns at a word boundary and appends `…`. A very long word is cut inside. */
export function cutText(text: string, columns: number): string {
  // Do not measure longer texts: they are too wide, even if most of their characters have no width.
  if (text.length <= columns * 8 && textWidth(text) <= columns) return text;
  let end = 0;
  let width = 0;
  for (const character of text) {
    width += characterWidth(character);
    if (width > columns - 1 || end > columns * 8) break;
    end += character.length;
  }
  const head = beginningOf(text, end);
  const word = text[head.length] === " " ? head.length : head.lastIndexOf(" ");
  const isLong = word > 0 && textWidth(head.slice(0, word)) >= columns / 2;
  return (isLong ? head.slice(0, word) : head).replace(/[\s,;:–—-]+$/u, "") + ELLIPSIS;
}

/** Cuts or pads a plain text to exactly `columns` columns. */
export function padText(text: string, columns: number): string {
  const cut = cutText(text, columns);
  return cut + " ".repeat(Math.max(0, columns - textWidth(cut)));
}
