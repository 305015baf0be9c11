import { type CommandLine, UsageError } from "../command/run_command.ts";
import { type Page, pageOf } from "./layout/page.ts";

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
 * The page that the command line describes.
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
