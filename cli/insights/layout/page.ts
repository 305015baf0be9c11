/** How a text is highlighted on a terminal. */
export type Style = "strong" | "faint" | "good" | "mixed" | "bad";

/** The page on which the report is printed. */
export interface Page {
  /** Width in columns. */
  readonly width: number;
  /** Maximum number of entries of a list. */
  readonly most: number;
  /** Applies the ANSI style if the page has colours; otherwise returns the text unchanged. */
  readonly paint: (style: Style, text: string) => string;
}

const CODES: Readonly<Record<Style, number>> = { strong: 1, faint: 2, good: 32, mixed: 33, bad: 31 };

/** Creates a page. Without colours no escape sequence is written. */
export function pageOf(width: number, most: number, hasColour: boolean): Page {
  return {
    width,
    most,
    paint: (style, text) => hasColour && text !== "" ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text,
  };
}
