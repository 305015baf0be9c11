import { wordList } from "../text/word_list.ts";
import { textAt, type Word } from "../text/words_of.ts";
import type { TellingEvent } from "./time_strength.ts";

const CHARGES = wordList("charge charged charges charging bill billed paid pay");
const BEFORE_NOTHING = wordList("me us him her them you only just exactly a total grand of");
const NOTHING_PAID = /^(?:[$£€]0(?:[.,]0+)?|zero|nothing)$/;
const PAYS = wordList("pay paid");
const GLADLY = wordList("would i'd we'd gladly happily 'd");
const MORE = wordList("more double twice triple");
const REDUCES = wordList("took taken takes knocked knocks dropped");
const PRICES = wordList("fee fees charge charges bill price invoice total cost estimate quote labor labour");
const OFFERED = wordList("quote quoted quotes estimate estimated estimates agreed signed said told");
const SETTLED = wordList("paid charged bill billed invoice invoiced final total came ended became was");
const AMOUNT = /^[$£€](\d+(?:\.\d+)?)$/;
const THOUSANDS = /^\d{3}$/;
const FOR_FREE = 1.9;
const WORTH_MORE = 1.6;
const REDUCED = 1.8;
const AS_QUOTED = 1.8;
const ABOVE_QUOTE = -2.2;

/** Words at which such an event may begin, besides amounts. */
export const PRICE_CUES: readonly string[] = [...CHARGES, ...REDUCES];

/**
 * The event of paying that begins at a word; null if none does: "charged me $0", "I'd have paid more", "took the trip fee
 * off", and the second amount of "quoted $1,340, paid $1,340". A single amount is a bare fact.
 */
export function priceEventAt(words: readonly Word[], at: number): TellingEvent | null {
  return forNothing(words, at) ?? worthMore(words, at) ?? reduced(words, at) ?? asQuoted(words, at);
}

function forNothing(words: readonly Word[], at: number): TellingEvent | null {
  if (!CHARGES.has(textAt(words, at))) return null;
  for (let index = at + 1; index <= at + 4 && !words[index]?.isAfterBreak; index++) {
    const text = textAt(words, index);
    if (NOTHING_PAID.test(text)) return { length: index - at + 1, strength: FOR_FREE, isSettled: true };
    if (!BEFORE_NOTHING.has(text)) return null;
  }
  return null;
}

/** "I'd have paid more", "would gladly pay double"; not "I had to pay more". */
function worthMore(words: readonly Word[], at: number): TellingEvent | null {
  if (!PAYS.has(textAt(words, at)) || !MORE.has(textAt(words, at + 1)) || textAt(words, at + 2) === "than") return null;
  const isGlad = words.slice(Math.max(0, at - 4), at).some(({ text }) => GLADLY.has(text));
  return isGlad ? { length: 2, strength: WORTH_MORE, isSettled: true } : null;
}

/** "Took the trip fee off", "knocked $50 off the bill"; not "knocked a star off". */
function reduced(words: readonly Word[], at: number): TellingEvent | null {
  if (!REDUCES.has(textAt(words, at))) return null;
  for (let off = at + 1; off <= at + 5 && !words[off]?.isAfterBreak; off++) {
    if (textAt(words, off) !== "off") continue;
    const around = words.slice(at + 1, off + 4);
    const isPrice = around.some(({ text }) => PRICES.has(text) || AMOUNT.test(text));
    return isPrice ? { length: off - at + 1, strength: REDUCED, isSettled: true } : null;
  }
  return null;
}

/** The amount that was paid, after the one that was offered in the same clause. */
function asQuoted(words: readonly Word[], at: number): TellingEvent | null {
  const paid = amountAt(words, at);
  if (paid === null) return null;
  for (let before = at - 1, isSettled = false; before >= 0; before--) {
    if (SETTLED.has(textAt(words, before))) isSettled = true;
    const offered = amountAt(words, before);
    if (offered === null) continue;
    const isOffer = words.slice(Math.max(0, before - 5), before + 3).some(({ text }) => OFFERED.has(text));
    if (!isSettled || !isOffer) return null;
    return { length: 1, strength: paid > offered ? ABOVE_QUOTE : AS_QUOTED, isSettled: true };
  }
  return null;
}

/** "$1,340" is the words "$1" and "340". */
function amountAt(words: readonly Word[], at: number): number | null {
  const word = words[at];
  const amount = AMOUNT.exec(word?.text ?? "")?.[1];
  if (word === undefined || amount === undefined) return null;
  let value = Number(amount);
  for (let next = at + 1; words[next]?.start === (words[next - 1]?.end ?? 0) + 1; next++) {
    const text = textAt(words, next);
    if (!THOUSANDS.test(text)) break;
    value = 1000 * value + Number(text);
  }
  return value;
}
