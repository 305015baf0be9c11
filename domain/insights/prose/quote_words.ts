import { monthNumber } from "../figures/monthly_figures.ts";
import type { Quote } from "../quotes/quote_of.ts";
import type { Customer } from "../taxonomy/taxonomy.ts";
import { framed, type Frames } from "./frames.ts";
import { monthName } from "./month_name.ts";

/** Words that need no sentence before them. */
const ALONE = [
  "One {customer} wrote: {first}",
  "In the words of one {customer}: {first}",
  "As one review puts it: {first}",
  "A review says: {first}",
];
const ALONE_AFTER = [...ALONE, "From one of them: {first}", "For example: {first}", "One of these reviews: {first}"];
const BOTH = [
  "One {customer} wrote: {first} Another: {second}",
  "A review says: {first} Against that: {second}",
  "One view: {first} Another view: {second}",
];
const BOTH_AFTER = [
  ...BOTH,
  "On the one hand: {first} On the other: {second}",
  "For example: {first} But also: {second}",
];

/**
 * One or two quotations with the months of their reviews; null when all the ways to introduce them are used up.
 *
 * @param isAfter Whether a sentence about the subject stands before them.
 */
export function quoteWords(
  quotes: readonly [Quote] | readonly [Quote, Quote],
  { one }: Customer,
  frames: Frames,
  isAfter: boolean,
): string | null {
  const [first, second] = quotes;
  const frame = frames.next(second === undefined ? isAfter ? ALONE_AFTER : ALONE : isAfter ? BOTH_AFTER : BOTH);
  return frame && framed(frame, {
    customer: one,
    first: cited(first),
    second: second === undefined ? "" : cited(second),
  });
}

/** `“They came on time.” (May 2026)`. */
function cited({ text, date }: Quote): string {
  return `“${text}” (${monthName(monthNumber(date))})`;
}
