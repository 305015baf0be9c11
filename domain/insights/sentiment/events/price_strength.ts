import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
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
const MOVED = wordList(
  "went gone goes going jumped jump rose risen rise raised increased increase up put hiked shot moved climbed fell dropped reduced cut down",
);
/** What has got dearer: "the premium goes up every year". */
const DUES = wordList(
  "price prices premium premiums cost costs fee fees charge charges rent rate rates excess bill bills payment payments subscription " +
    "insurance renewal tickets ticket",
);
const RISES = wordList("rises rose risen climbs climbed skyrocketed soared increased increases doubled tripled");
const GOES = wordList("shot jumped rocketed go goes went going gone keeps crept creeps come comes came");
const AMOUNT = /^[$£€](\d+(?:\.\d+)?)$/;
const THOUSANDS = /^\d{3}$/;
const FOR_FREE = 1.9;
const WORTH_MORE = 1.6;
const REDUCED = 1.8;
const AS_QUOTED = 1.8;
const ABOVE_QUOTE = -2.2;
const RISEN = -2;
const FALLEN = 1.8;
const ON_TOP = -1.2;

/** Words at which such an event may begin, besides amounts. */
export const PRICE_CUES: readonly string[] = [...CHARGES, ...REDUCES, ...RISES, "up", "down"];

/**
 * The event of paying that begins at a word; null if none does: "charged me $0", "I'd have paid more", "took the trip fee
 * off", and the second amount of "quoted $1,340, paid $1,340". A single amount is a bare fact.
 */
export function priceEventAt(words: readonly Word[], at: number): TellingEvent | null {
  return forNothing(words, at) ?? worthMore(words, at) ?? reduced(words, at) ?? asQuoted(words, at) ??
    changed(words, at) ?? onTop(words, at) ?? moved(words, at);
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

/** The second amount of "went from £28 to £61". */
function changed(words: readonly Word[], at: number): TellingEvent | null {
  if (textAt(words, at - 1) !== "to") return null;
  const now = amountAt(words, at);
  const from = [at - 2, at - 3].find((index) => textAt(words, index - 1) === "from");
  const before = from === undefined ? null : amountAt(words, from);
  if (now === null || before === null || from === undefined || now === before) return null;
  if (!words.slice(Math.max(0, from - 5), from).some(({ text }) => MOVED.has(text))) return null;
  return { length: 1, strength: now > before ? RISEN : FALLEN, isSettled: true };
}

/** "The premium goes up every year", "prices have come down". */
function moved(words: readonly Word[], at: number): TellingEvent | null {
  const text = textAt(words, at);
  const isUp = RISES.has(text);
  if (!isUp && (text !== "up" && text !== "down" || !GOES.has(textAt(words, at - 1)))) return null;
  for (let index = at - (isUp ? 1 : 2); index >= Math.max(0, at - 6) && !words[index + 1]?.isAfterBreak; index--) {
    // "It went up by only £2."
    if (/^(?:only|just)$/.test(textAt(words, at + 1)) || /^(?:only|just)$/.test(textAt(words, at + 2))) return null;
    // "The renewal comes up in May."
    if (text === "up" && /^com(?:e|es|ing)$|^came$/.test(textAt(words, at - 1))) return null;
    if (DUES.has(textAt(words, index))) return { length: 1, strength: isUp || text === "up" ? RISEN : FALLEN };
  }
  return null;
}

/** "Parking costs £10 on top." */
function onTop(words: readonly Word[], at: number): TellingEvent | null {
  if (!AMOUNT.test(textAt(words, at))) return null;
  if (textAt(words, at + 1) === "on" && textAt(words, at + 2) === "top") return { length: 3, strength: ON_TOP };
  return textAt(words, at + 1) === "extra" ? { length: 2, strength: ON_TOP } : null;
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
