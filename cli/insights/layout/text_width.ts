const NO_COLUMN = /^[\p{Mn}\p{Me}\p{Emoji_Modifier}]$/u;
/** Regional indicators and half-width forms are narrow, although their emoji or scripts are wide otherwise. */
const ONE_COLUMN = /^[\u{1f1e6}-\u{1f1ff}\uff61-\uffdc]$/u;
const TWO_COLUMNS =
  /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]$/u;
const ASCII = /^[\x20-\x7e]*$/;

/** Terminal columns of one character (code point): 0, 1 or 2. Terminals differ in rare cases. */
export function characterWidth(character: string): number {
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
