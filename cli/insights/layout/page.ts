/** How a piece of text stands out on a terminal. */
export type Style = "strong" | "faint" | "good" | "mixed" | "bad";

/** What the report is printed on. */
export interface Page {
  /** In columns. */
  readonly width: number;
  /** The most entries that a list shows. */
  readonly most: number;
  /** Styles a text where the page has colours; else gives it back as it is. */
  readonly paint: (style: Style, text: string) => string;
}

const CODES: Readonly<Record<Style, number>> = { strong: 1, faint: 2, good: 32, mixed: 33, bad: 31 };

/** Makes a page. Without colour no escape is ever written. */
export function pageOf(width: number, most: number, hasColour: boolean): Page {
  return {
    width,
    most,
    paint: (style, text) => hasColour && text !== "" ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text,
  };
}
