import type { Page } from "./page.ts";
import { splitCells } from "./split_bar.ts";

/** Characters of the bar's parts, distinguishable without colour. */
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
