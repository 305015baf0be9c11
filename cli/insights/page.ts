import { cutText, textWidth } from "./terminal_text.ts";
import { type CommandLine, UsageError } from "../command/run_command.ts";

/** Properties of the output stream. */
export interface Output {
  /** Width in columns; null if it is not a terminal. */
  readonly terminalWidth: number | null;
  /** Whether NO_COLOR is set (no-color.org). */
  readonly noColour: boolean;
}

const NARROWEST = 40;
const WIDEST = 400;
const USUAL = 100;
const SHORT_LIST = 10;

/**
 * Creates the page from the options of the command line.
 *
 * @throws {UsageError} If `--width` is not a valid number of columns.
 */
export function pageOptions(line: CommandLine, { terminalWidth, noColour }: Output): Page {
  const most = line.flag("all") ? Infinity : SHORT_LIST;
  const width = widthOption(line.text("width")) ??
    Math.min(WIDEST, Math.max(NARROWEST, terminalWidth ?? USUAL));
  return pageOf(width, most, terminalWidth !== null && !noColour);
}

function widthOption(text: string | null): number | null {
  if (text === null) return null;
  const width = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
  if (width >= NARROWEST && width <= WIDEST) return width;
  throw new UsageError(
    `--width is ${JSON.stringify(text)}; allowed is a whole number of columns from ${NARROWEST} to ${WIDEST}.`,
  );
}

/** A column of plain text. */
interface Column {
  readonly title: string;
  /** Whether to align to the right, as numbers are. */
  readonly isNumber: boolean;
}

const GAP = "  ";

/** Aligns plain texts in columns, the titles first. If the page is too narrow, the first column is cut. */
export function columnLines(
  page: Page,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const widths = columns.map(({ title }, index) =>
    rows.reduce((width, row) => Math.max(width, textWidth(row[index] ?? "")), textWidth(title))
  );
  const others = widths.slice(1).reduce((sum, width) => sum + width + GAP.length, 0);
  widths[0] = Math.min(widths[0] ?? 0, Math.max(12, page.width - others));
  const line = (cells: readonly string[]) =>
    columns.map(({ isNumber }, index) => {
      const width = widths[index] ?? 0;
      const text = cutText(cells[index] ?? "", width);
      const space = " ".repeat(width - textWidth(text));
      return isNumber ? space + text : text + space;
    }).join(GAP).trimEnd();
  return [page.paint("faint", line(columns.map(({ title }) => title))), ...rows.map(line)];
}

/** Placeholder for an unknown figure. */
const NOT_MEASURED = "–";

/** A share for display: `72%`. */
export function shownPercent(percent: number | null): string {
  return percent === null ? NOT_MEASURED : `${Math.round(percent)}%`;
}

/** An average rating for display, one decimal: `4.9`. */
export function shownStars(stars: number | null): string {
  return stars === null ? NOT_MEASURED : stars.toFixed(1);
}

/** A number with its noun: `1 review`, `2 reviews`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Character of a bar's positive part. The three characters differ even without colour. */
export const POSITIVE = "█";
/** See {@linkcode POSITIVE}. */
export const NEUTRAL = "░";
/** See {@linkcode POSITIVE}. */
export const NEGATIVE = "▓";

/** A bar of positive, neutral and negative parts, in this order. */
export function sentimentBar(page: Page, parts: readonly [number, number, number], cells: number): string {
  const [positive = 0, neutral = 0, negative = 0] = splitCells(parts, cells);
  return page.paint("good", POSITIVE.repeat(positive)) + page.paint("mixed", NEUTRAL.repeat(neutral)) +
    page.paint("bad", NEGATIVE.repeat(negative));
}

/** How a text is highlighted on a terminal. */
export type Style = "strong" | "faint" | "good" | "mixed" | "bad";

/** The page on which the report is printed. */
export interface Page {
  /** Width in columns. */
  readonly width: number;
  /** Maximum number of entries in a list. */
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

/**
 * Divides the cells of a bar in proportion to its parts. The results add up to `cells`, and a part above 0 gets at
 * least one cell if there are enough.
 *
 * @param parts Non-negative numbers.
 * @returns Cells of each part; all 0 if all parts are 0.
 */
export function splitCells(parts: readonly number[], cells: number): readonly number[] {
  const total = parts.reduce((sum, part) => sum + part, 0);
  if (total === 0) return parts.map(() => 0);
  const shown = parts.filter((part) => part > 0).length;
  const least = cells >= shown ? 1 : 0;
  const exact = parts.map((part) => part / total * cells);
  const given = exact.map((share, index) => Math.max(Math.floor(share), (parts[index] ?? 0) > 0 ? least : 0));
  let left = cells - given.reduce((sum, part) => sum + part, 0);
  for (; left !== 0; left -= Math.sign(left)) {
    // Correct the largest rounding error first. A part never loses its last cell.
    const lacks = given.map((part, index) => (exact[index] ?? 0) - part);
    const wanted = left > 0
      ? lacks.indexOf(Math.max(...lacks))
      : lacks.indexOf(Math.min(...lacks.filter((_, index) => (given[index] ?? 0) > least)));
    given[wanted] = (given[wanted] ?? 0) + Math.sign(left);
  }
  return given;
}

/** Length of a bar in cells, where `greatest` fills all of them; 0 only for 0. */
export function barCells(number: number, greatest: number, cells: number): number {
  if (number <= 0 || greatest <= 0) return 0;
  return Math.max(1, Math.round(number / greatest * cells));
}

/** The shown entries of a list, and a line with the number of hidden ones. */
interface ShownList<T> {
  readonly shown: readonly T[];
  /** The line with the number of hidden entries; empty if nothing is hidden. */
  readonly more: readonly string[];
}

/** Limits a list to what the page shows. */
export function shownList<T>(page: Page, all: readonly T[]): ShownList<T> {
  const hidden = all.length - page.most;
  return {
    shown: all.slice(0, page.most),
    more: hidden > 0 ? [page.paint("faint", `${hidden} more: --all shows them.`)] : [],
  };
}

/** Sorts by number of mentions, descending; stable. */
export function byMentions<T extends { readonly mention_count: number }>(all: readonly T[]): readonly T[] {
  return all.toSorted((a, b) => b.mention_count - a.mention_count);
}
