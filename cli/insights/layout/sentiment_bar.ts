import type { Page } from "./page.ts";
import { splitCells } from "./split_bar.ts";

/** What the parts of a bar are drawn with, to be told apart without colour as well. */
export const POSITIVE = "█";
/** See {@linkcode POSITIVE}. */
export const NEUTRAL = "░";
/** See {@linkcode POSITIVE}. */
export const NEGATIVE = "▓";

/** Draws a bar of positive, neutral and negative parts, in this order. */
export function sentimentBar(page: Page, parts: readonly [number, number, number], cells: number): string {
  const [positive = 0, neutral = 0, negative = 0] = splitCells(parts, cells);
  return page.paint("good", POSITIVE.repeat(positive)) + page.paint("mixed", NEUTRAL.repeat(neutral)) +
    page.paint("bad", NEGATIVE.repeat(negative));
}
