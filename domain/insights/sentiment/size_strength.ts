import { counts } from "../rule_groups.ts";
import { wordList } from "../text/word_list.ts";
import { textAt, type Word } from "../text/words_of.ts";

const LARGE = wordList(
  "huge massive enormous giant gigantic big large long high steep hefty endless ridiculous tremendous strong higher longer",
);
const SMALL = wordList("small short low tiny modest minimal little weak lower");
/** What nobody wants much of. */
const BURDENS = wordList(
  "bill bills queue queues line lines wait waits price prices pricing cost costs fee fees charge charges rate rates delay " +
    "delays crowd crowds deposit markup markups deductible copay tab queueing queuing premiums premium excess rent rental rentals fare fares tariff tariffs invoice invoices quote quotes estimate estimates total",
);
/** What nobody wants little of. */
const GOODS = wordList(
  "portion portions serving servings selection variety choice range space room rooms plate plates helping helpings signal wifi " +
    "internet connection broadband pressure coffee coverage support lift lifts elevator elevators pool pools bathroom bathrooms parking",
);
/** Words between a thing and its size: "prices are rather high". */
const LINKS = wordList(
  "is are was were be been seems seem seemed very so too really quite rather a bit pretty extremely incredibly " +
    "always often usually also just looks looked got gets slightly bit lot way much far feel feels felt",
);
const TROUBLES = wordList(
  "problem problems issue issues headache concern challenge disaster hassle mess drawback plus bonus advantage",
);
const ON_THE = wordList("on the a");
const MANY = 1.9;
const FEW = 1.5;

/** Whether a word is one of size. */
export function isSize(text: string): boolean {
  return LARGE.has(text) || SMALL.has(text);
}

/**
 * The strength of a word of size by what it measures: a huge bill is bad, a small one good, with portions it is the
 * other way. 0 if the word is none or measures neither.
 */
export function sizeStrength(words: readonly Word[], at: number): number {
  if (!counts("size")) return 0;
  const text = words[at]?.text ?? "";
  // "A little higher": no size.
  const before = textAt(words, at - 1);
  if (!isSize(text) || text === "little" && before === "a" || text === "longer" && before === "no") return 0;
  const isLarge = LARGE.has(text);
  const measured = measuredBy(words, at);
  if (measured === null) return 0;
  return (isLarge ? MANY : FEW) * (isLarge === GOODS.has(measured) ? 1 : -1);
}

/** The thing that a word of size measures, such as a portion or a bill; null if it measures none of those. */
function measuredBy(words: readonly Word[], at: number): string | null {
  return measuredBefore(words, at) ?? measuredAfter(words, at);
}

function measuredAfter(words: readonly Word[], at: number): string | null {
  for (let index = at + 1; index <= at + 2 && !words[index]?.isAfterBreak; index++) {
    const text = words[index]?.text ?? "";
    if (BURDENS.has(text) || GOODS.has(text)) return text;
    if (LINKS.has(text) || text === "and" || text === "but") return null;
  }
  return null;
}

function measuredBefore(words: readonly Word[], at: number): string | null {
  // "Parking is a big headache", "is very big problem".
  if (TROUBLES.has(textAt(words, at + 1))) return null;
  if (textAt(words, at - 1) === "a" && words[at + 1]?.isAfterBreak === false && textAt(words, at + 1) !== "for") {
    return null;
  }
  let index = at - 1;
  // "Rates are on the higher side."
  if (textAt(words, at + 1) === "side") { while (index > 0 && ON_THE.has(textAt(words, index))) index--; }
  while (index >= 0 && LINKS.has(words[index]?.text ?? "") && !words[index + 1]?.isAfterBreak) index--;
  const text = words[index]?.text ?? "";
  return index < at - 1 && index >= 0 && (BURDENS.has(text) || GOODS.has(text)) ? text : null;
}
