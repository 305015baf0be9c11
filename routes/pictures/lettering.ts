import { type Contour, contoursOf } from "./outline.ts";

/** The outlines of letters by character: advance, and path, 1,000 units an em (`deno task vendor:glyphs`). */
export type Letters = Readonly<Record<string, readonly (number | string)[]>>;

const UNITS = 1000;

/** Whether every character of a text has an outline. Scripts whose letters join or stack have none. */
export function canDraw(letters: Letters, text: string): boolean {
  return [...text].every((letter) => Object.hasOwn(letters, letter));
}

/** The width of a text, in pixels. */
export function widthOf(letters: Letters, text: string, size: number): number {
  return [...text].reduce((sum, letter) => sum + advanceOf(letters, letter) * size / UNITS, 0);
}

/** Contours of a text on a base line. */
export function lettering(
  letters: Letters,
  text: string,
  size: number,
  left: number,
  base: number,
): readonly Contour[] {
  let x = left;
  return [...text].flatMap((letter) => {
    const contours = contoursOf(pathOf(letters, letter), size / UNITS, x, base);
    x += advanceOf(letters, letter) * size / UNITS;
    return contours;
  });
}

/** A text as one SVG path, in font units, starting at 0, 0 on the base line. */
export function letteringPath(letters: Letters, text: string): string {
  let x = 0;
  return [...text].map((letter) => {
    // A relative path continues at the end of the last one, so each begins with an absolute command.
    const path = pathOf(letters, letter).replace(
      /^m(-?\d+)[ ]?(-?\d+)/,
      (_, left, top) => `M${x + Number(left)} ${top}`,
    );
    x += advanceOf(letters, letter);
    return path;
  }).join("");
}

/** Breaks a text into lines of a maximum width. Text beyond the last line is replaced by an ellipsis. */
export function wrappedLines(
  letters: Letters,
  text: string,
  size: number,
  width: number,
  most: number,
): readonly string[] {
  const fits = (line: string) => widthOf(letters, line, size) <= width;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (fits(longer) || line === "") line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
  const shown = lines.slice(0, most);
  return shown.map((line, at) => {
    const isCut = at === most - 1 && lines.length > most;
    if (!isCut && fits(line)) return line;
    let kept = [...line];
    while (kept.length > 1 && !fits(`${kept.join("").trimEnd()}…`)) kept = kept.slice(0, -1);
    return `${kept.join("").trimEnd()}…`;
  });
}

function advanceOf(letters: Letters, letter: string): number {
  return Number(letters[letter]?.[0] ?? 0);
}

function pathOf(letters: Letters, letter: string): string {
  return String(letters[letter]?.[1] ?? "");
}
