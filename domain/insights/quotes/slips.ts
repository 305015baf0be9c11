import { counts } from "../rule_groups.ts";

/**
 * Slips of who writes in haste, one kind a line. A sentence with one of them would look careless on a page, and none is
 * better than a poor one.
 */
const SLIPS: readonly RegExp[] = [
  // "The crew were lovely very considerate": a comma is missing.
  /\b(?:lovely|amazing|excellent|brilliant|fantastic|great|good|wonderful|nice) very\b/u,
  /\b(?:kind|helpful|friendly|polite|caring|professional|looked after) very\b/u,
  // "I was seen on time and helped me": the subject has changed.
  /^(?:I|We) (?:was|were) .*\band (?:helped|made|gave|kept|put) (?:me|us)\b/u,
  // "Very good gave confidence", "When get some food": the subject is missing.
  /^Very \p{L}+ (?:gave|made|kept|took|did|went|came|got)\b/u,
  /^When (?:get|got|have|had|go|went)\b/u,
  // "At all times were were treated"; "had had" and "very very" are meant.
  /\b(?!(?:had|that|very|really|so|no|never|many|bye|always|far|much|too)\b)(\p{L}{2,}) \1\b/iu,
  // "Get to seen"; "the person I spoke to got it right" is in order.
  /(?<!spoke |speak |talked |listened )\bto (?:seen|been|done|gone|went|came|got)\b/iu,
  // "I been treated", "they always here": the verb is missing.
  /^I been\b/iu,
  /^(?:They|We|You) always (?:here|there|on|very|so)\b/iu,
  /^\p{L}+ as possible\b/iu,
  // "The man repair the heater": the verb has lost its ending.
  /^The (?:man|woman|guy|lady|plumber|driver|doctor|nurse) (?:repair|come|go|fix|tell|give|take|make|do|say|ask)\b/iu,
  // "I do thing I need", "waiting here than two hours", "treated well from".
  /\b(?:do|I) thing\b|\bhere than\b/iu,
  /\btreated (?:respectively\b|(?:\p{L}+ )?from\b)/iu,
  // "Scrumptious-not the usual", "terrible- our waiter": a dash without its spaces; "two- or three-day" is in order.
  /\p{L}-(?:not|but|the|our|it) /iu,
  /\p{L}- (?!(?:or|and|to)\b)\p{Ll}/iu,
  / -\p{L}/u,
];

/** Whether a sentence has a slip that takes a comma, a word or an ending from it. */
export function hasSlip(sentence: string): boolean {
  return counts("quote_slips") && SLIPS.some((slip) => slip.test(sentence));
}
