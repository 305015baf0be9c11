import { isNumber } from "../../sentiment/events/time_strength.ts";
import { isNegator } from "../../sentiment/negation.ts";
import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import { isThing } from "./brought_things.ts";

/** Done to a thing by who brings it. */
const DROPPED = wordList(
  "forgot forget forgets forgotten forgetting spilled spilt spill spilling dropped knocked misplaced",
);
const WAITS = wordList(
  "wait waits waited waiting queue queued queuing minutes minute mins min hour hours ages forever eternity",
);
const ASKS = wordList("ask asked asking beg begged begging request requested requesting chase chased chasing");
const AGAIN = wordList("twice times again repeatedly repeated to keep kept keeps");
const REMINDS = wordList("remind reminded reminding chase chased chasing");
const BRINGS = wordList(
  "bring brings brought bringing get gets got getting serve served deliver delivered receive received",
);
const NOBODY = wordList("nobody none never forgot forgets forgetting");
/** A thing behind one of these belongs to another clause: "forgot how good the food is". */
const PARTS = wordList("how that which who is was were are be and or but because so if than like after before with");
const JOINS = wordList("and or");
/** What may stand between a thing and what was done with it: "the drinks that we ordered never came". */
const BETWEEN = wordList(
  "that which we i had ordered have all both each just simply also then still eventually finally actually only even the had has " +
    "themselves itself",
);
const TAKES = wordList("took take takes taking");
const LONG = wordList("forever ages age hour hours minutes minute mins min long longer while eternity sweet");
const COMES = wordList(
  "came come comes coming arrived arrive arrives arriving showed appeared appear turned served brought delivered",
);
const HOW_SOON = wordList(
  "late later minutes mins hour hours ages after before wrong quickly quick promptly prompt fast immediately time swiftly slowly " +
    "separately away first last",
);
const BEING = wordList("was were is are got been being get gets wasn't weren't isn't aren't");
const TONES = wordList(
  "very so really too quite extremely painfully incredibly super pretty a bit not also always all",
);
const TARDY = wordList("forgotten late slow delayed spilled spilt quick prompt slower quicker faster overlooked");
const WRONG = wordList("wrong");
/** Before how long something took, or how soon it came. */
const AMOUNTS = wordList(
  "out up at to over about around nearly almost more than a an the half within in no under less on us me their our at least and " +
    "quarter well good",
);
const MONEY = wordList("quid dollars bucks pounds euros");
const PRICE = /^[$£€]\d/;
const REACH = 6;
const FAR_REACH = 9;

/** The words of a clause that tell how a thing was brought: index of the first, and of the one after the last. */
export type Serving = readonly [from: number, to: number];

/** The words that tell how a thing was brought, before it or behind it; null if none do. */
export function servingOf(words: readonly Word[], at: number): Serving | null {
  return servedBefore(words, at) ?? servedAfter(words, at);
}

/** "Waited ages for the food", "forgot my drink", "the wrong bill". */
function servedBefore(words: readonly Word[], at: number): Serving | null {
  for (let index = at - 1; index >= Math.max(0, at - REACH); index--) {
    if (words[index + 1]!.isAfterBreak) return null;
    const text = textAt(words, index);
    if (DROPPED.has(text) || text === "wrong" && at - index <= 2) return [0, index + 1];
    if (text === "for" && isPaid(words, index)) return [0, index + 1];
    if (text === "for" || text === "on" || text === "about") return isAwaited(words, index) ? [0, index + 1] : null;
    if (BRINGS.has(text)) return isLate(words, index) ? [0, index + 1] : null;
    // "Didn't get any food": what was not there is missed, not late.
    if (text === "any" || text === "enough") return null;
    if (TAKES.has(text)) return textAt(words, at + 1) === "off" ? [0, at + 2] : null;
    if (PARTS.has(text) && !(JOINS.has(text) && index > 0 && isThing(words[index - 1]!))) return null;
  }
  return null;
}

/** "£14 for a burger", "45 quid for a pint": said of the price. */
function isPaid(words: readonly Word[], at: number): boolean {
  const text = textAt(words, at - 1);
  return MONEY.has(text) || PRICE.test(text);
}

/** Whether what stands before "for", "on" or "about" waits, or asks again. */
function isAwaited(words: readonly Word[], at: number): boolean {
  let asks = false;
  for (let index = at - 1; index >= Math.max(0, at - FAR_REACH); index--) {
    if (words[index + 1]!.isAfterBreak) return false;
    const text = textAt(words, index);
    if (textAt(words, at) === "about") {
      if (REMINDS.has(text)) return true;
    } else if (WAITS.has(text)) {
      return textAt(words, index - 1) !== "worth" && textAt(words, index - 2) !== "worth";
    } else if (
      AGAIN.has(text) && (asks || words.slice(Math.max(0, index - 4), index).some(({ text }) => ASKS.has(text)))
    ) {
      return true;
    }
    if (ASKS.has(text)) asks = true;
  }
  return false;
}

/** Whether bringing is denied or takes long: "never brought our drinks", "forever to get our food". */
function isLate(words: readonly Word[], at: number): boolean {
  const isTo = textAt(words, at - 1) === "to";
  for (let index = at - 1; index >= Math.max(0, at - REACH); index--) {
    if (words[index + 1]!.isAfterBreak) return false;
    const text = textAt(words, index);
    if (NOBODY.has(text) || isNegator(text) && text !== "no" && text !== "without") return true;
    if (text === "one" && textAt(words, index - 1) === "no") return true;
    if (isTo && LONG.has(text)) return true;
  }
  return false;
}

/** "Our drinks took 40 minutes", "the starters never came", "our pizza to the wrong table". */
function servedAfter(words: readonly Word[], at: number): Serving | null {
  let isDenied = false;
  for (let index = at + 1; index <= at + REACH && index < words.length && !words[index]!.isAfterBreak; index++) {
    const text = textAt(words, index);
    if (TAKES.has(text)) return upTo(words, at, index, LONG);
    if (COMES.has(text)) return isDenied ? [at, index + 1] : upTo(words, at, index, HOW_SOON);
    if (text === "to" && index === at + 1) return upTo(words, at, index, WRONG);
    if (isNegator(text)) isDenied = true;
    if (BEING.has(text)) {
      let next = index + 1;
      while (TONES.has(textAt(words, next))) next++;
      if (COMES.has(textAt(words, next))) return upTo(words, at, next, HOW_SOON);
      return TARDY.has(textAt(words, next)) && !words[next]!.isAfterBreak ? [at, next + 1] : null;
    }
    if (!BETWEEN.has(text) && !isDenied) return null;
  }
  return null;
}

/** From a thing to the last word of a list behind another word, with nothing but an amount between; null without one. */
function upTo(words: readonly Word[], at: number, from: number, list: ReadonlySet<string>): Serving | null {
  let end = -1;
  for (let index = from + 1; index < words.length && !words[index]!.isAfterBreak; index++) {
    const text = textAt(words, index);
    if (list.has(text)) end = index + 1;
    else if (!AMOUNTS.has(text) && !TONES.has(text) && !isNumber(text)) break;
  }
  return end === -1 ? null : [at, end];
}
