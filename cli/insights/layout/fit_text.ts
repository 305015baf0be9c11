import { characterWidth, textWidth } from "./text_width.ts";

const ELLIPSIS = "…";

/**
 * Cuts a plain text at a word boundary to a number of columns, with `…` for the rest. A very long word is cut inside.
 */
export function cutText(text: string, columns: number): string {
  // Longer texts need not be measured, even if most of their characters have no width.
  if (text.length <= columns * 8 && textWidth(text) <= columns) return text;
  let end = 0;
  let width = 0;
  for (const character of text) {
    width += characterWidth(character);
    if (width > columns - 1 || end > columns * 8) break;
    end += character.length;
  }
  const head = text.slice(0, end);
  const word = text[end] === " " ? end : head.lastIndexOf(" ");
  const isLong = word > 0 && textWidth(head.slice(0, word)) >= columns / 2;
  return (isLong ? head.slice(0, word) : head).replace(/[\s,;:–—-]+$/u, "") + ELLIPSIS;
}

/** Cuts or pads a plain text to exactly some columns. */
export function padText(text: string, columns: number): string {
  const cut = cutText(text, columns);
  return cut + " ".repeat(Math.max(0, columns - textWidth(cut)));
}

/** Wraps pieces of text into lines of some columns; a piece is cut only if it is too long for a line. */
export function wrapPieces(pieces: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  for (const piece of pieces.map((piece) => cutText(piece, columns))) {
    const last = lines.at(-1);
    const joined = last === undefined ? piece : `${last} ${piece}`;
    if (last !== undefined && textWidth(joined) <= columns) lines[lines.length - 1] = joined;
    else lines.push(piece);
  }
  return lines.map((line) => line.trimEnd());
}
