const NO_COLUMN = /^[\p{Mn}\p{Me}\p{Emoji_Modifier}]$/u;
/** Flags' letters and the half-width forms belong to scripts or emoji that are wide otherwise. */
const ONE_COLUMN = /^[\u{1f1e6}-\u{1f1ff}\uff61-\uffdc]$/u;
const TWO_COLUMNS =
  /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]$/u;
const ASCII = /^[\x20-\x7e]*$/;

/** How many columns of a terminal one character (code point) takes: 0, 1 or 2. Terminals differ in rare cases. */
export function characterWidth(character: string): number {
  if (ASCII.test(character)) return 1;
  if (NO_COLUMN.test(character)) return 0;
  return TWO_COLUMNS.test(character) && !ONE_COLUMN.test(character) ? 2 : 1;
}

/** How many columns of a terminal a plain text takes. */
export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}
