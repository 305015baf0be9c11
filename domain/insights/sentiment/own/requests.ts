import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import { inabilityAt } from "./inability.ts";
import type { OwnOpinion } from "./own_opinion.ts";

/** After "please": said to other readers or in thanks. */
const SAID_TO_READERS = wordList(
  "keep continue try buy go visit hire call use note see read don't do thank thanks ask come with to recommend give say tell " +
    "stay trust believe remember be",
);
/** What may stand in a row: "please please do". */
const PLEAS = wordList("please kindly do just");
const MOST_PLEAS = 4;
const GIVES_SELF = wordList("us me option options");
/** Verbs that ask for a change when they open a clause: "bring back the old menu". */
const DEMANDS = wordList("fix add improve enable allow restore solve unblock reconsider address");
const LEAD_INS = wordList("and but so just pls plz kindly please then also maybe only");
const TO_BE_DONE = wordList(
  "have add allow fix improve work let provide include offer consider make support give update remove reduce change do get bring " +
    "enable stop hire train return",
);
const NOBODY_IN_CHARGE = wordList("you everyone anyone people everybody i we one nobody");
const IMPROVED = wordList(
  "improve fix improved fixed updated update addressed address resolved better changed work improvement",
);
/** "The rooms need maintenance"; not "my car needs repair". */
const UPKEEP = wordList(
  "maintenance repair repairs repairing renovation upgrade upgrading updating attention refurbishment refurbishing refreshing training redecorating modernising modernizing",
);
const OWN_NEED = /^(?:i|we|you|they|he|she|my|our|if|in|when|car|dog|cat|boiler|roof|tooth|teeth|house|home)$/;
const REQUESTED = -1.9;
const ASKED_WHY = -1.5;
const AFTER_WHY = wordList(
  "is are do does did can't cannot you removing the this i we my it so have has don't doesn't isn't am was were did",
);
const CONDITIONS = wordList("great nice good better perfect helpful awesome best useful appreciated love");
const STATES = /^(?:it|that|there|i|they|you|he|she|we)['’](?:s|m|re|ve)$|^(?:because|since|as|there|otherwise)$/;
const REACH = 16;

/**
 * What a clause asks for, and what it says cannot be done: "please make it reliable", "I wish it would let me", "can't log
 * in", "keeps crashing". Both complain of what they name, whatever praise stands in them.
 */
export function requestOpinions(words: readonly Word[]): readonly OwnOpinion[] {
  for (let at = 0; at < words.length; at++) {
    const strength = requestAt(words, at);
    if (strength !== 0) {
      return [opinion(TOLD_OF.has(textAt(words, at)) ? partBefore(words, at) : at, endOf(words, at, REACH), strength)];
    }
    const unable = inabilityAt(words, at);
    if (unable !== null) return [opinion(at, endOf(words, at, unable.reach), unable.strength)];
  }
  return NONE;
}

const NONE: readonly OwnOpinion[] = [];

/** What can be improved stands before these, with whatever is said of it there: "the food quality can be improved". */
const TOLD_OF = wordList("can could must has have");

function partBefore(words: readonly Word[], at: number): number {
  let from = at;
  while (from > 0 && words[from]?.isAfterBreak !== true && !/^(?:and|but)$/.test(textAt(words, from - 1))) from--;
  return from;
}

function opinion(at: number, end: number, strength: number): OwnOpinion {
  return { at, length: end - at, strength, isCertain: true, kind: "request" };
}

function endOf(words: readonly Word[], at: number, reach: number): number {
  let end = at + 1;
  while (end < words.length && end < at + reach && !isAnotherPart(words, end)) end++;
  return end;
}

/** "Please allow screenshots, it's convenient." */
function isAnotherPart(words: readonly Word[], at: number): boolean {
  return words[at]?.isAfterBreak === true && STATES.test(textAt(words, at));
}

function requestAt(words: readonly Word[], at: number): number {
  const [text, next, after] = [textAt(words, at), textAt(words, at + 1), textAt(words, at + 2)];
  switch (text) {
    case "please":
    case "pls":
    case "plz":
    case "kindly":
      return isPlea(words, at) ? REQUESTED : 0;
    case "wish":
    case "wished":
      return isWish(words, at) ? REQUESTED : 0;
    case "should":
      return isDuty(words, at) ? REQUESTED : 0;
    case "needs":
    case "need":
      return isNeeded(words, at) ? REQUESTED : 0;
    case "has":
    case "have":
      return next === "to" && after === "be" && IMPROVED.has(textAt(words, at + 3)) ? REQUESTED : 0;
    case "can":
    case "could":
    case "must":
      return isRoomToImprove(words, at) ? REQUESTED : 0;
    case "if":
      return isConditionalPraise(words, at) ? REQUESTED : 0;
    case "why":
      return at <= 1 && AFTER_WHY.has(next) ? ASKED_WHY : 0;
    default:
      return isDemand(words, at) ? REQUESTED : 0;
  }
}

/** "Needs to improve", "need to maintain cleanliness"; not "no need to fix it". */
function isNeeded(words: readonly Word[], at: number): boolean {
  const [next, after] = [textAt(words, at + 1), textAt(words, at + 2)];
  if (/^(?:no|not)$|n't$/.test(textAt(words, at - 1))) return false;
  if (UPKEEP.has(next) && at > 0 && !OWN_NEED.test(textAt(words, at - 1))) return true;
  if (at === 0 && next === "to" && after === "maintain") return true;
  return next === "to" && IMPROVED.has(after) ||
    next === "to" && after === "be" && IMPROVED.has(textAt(words, at + 3)) || IMPROVED.has(next);
}

/** "The food can be improved", "could be better"; not "I can be better off", "it can't be improved". */
function isRoomToImprove(words: readonly Word[], at: number): boolean {
  if (/^(?:i|we|you|it|that|nothing|what|how|who)$/.test(textAt(words, at - 1))) return false;
  let last = at + 1;
  while (last <= at + 3 && /^(?:be|have|been|a|bit|little|lot|much|further|still)$/.test(textAt(words, last))) last++;
  return last > at + 1 && /^(?:improved|better)$/.test(textAt(words, last)) && textAt(words, last + 1) !== "than";
}

/** Not "I wish them well", "I wish every school had one", "I wish we had stayed". */
function isWish(words: readonly Word[], at: number): boolean {
  const [next, after] = [textAt(words, at + 1), textAt(words, at + 2)];
  return /^(?:i|we|only|just|really|do)$/.test(textAt(words, at - 1)) &&
    !/^(?:them|him|her|you|every|everyone|all)$/.test(next) &&
    !(/^(?:i|we)$/.test(next) && /^(?:had|'d)$/.test(after)) && !/^(?:i|we)['’]?d$/.test(next);
}

/** Not "please try it", "please keep it up", "please give them a call", "eager to please". */
function isPlea(words: readonly Word[], at: number): boolean {
  if (textAt(words, at - 1) === "to") return false;
  let last = at;
  while (last < at + MOST_PLEAS && PLEAS.has(textAt(words, last + 1)) && !words[last + 1]?.isAfterBreak) last++;
  const next = textAt(words, last + 1);
  if (last > at && /^(?:something|better|not?)$/.test(next)) return true;
  if (next === "" || words[last + 1]?.isAfterBreak === true) return false;
  if (next === "give") return GIVES_SELF.has(textAt(words, last + 2));
  if (next === "ask" || next === "request") return textAt(words, last) === "kindly";
  return !SAID_TO_READERS.has(next);
}

/** "They should add", "the button should work"; not "you should go", "as it should", "they should be proud". */
function isDuty(words: readonly Word[], at: number): boolean {
  if (NOBODY_IN_CHARGE.has(textAt(words, at - 1)) || textAt(words, at - 2) === "as" || textAt(words, at - 3) === "as") {
    return false;
  }
  let next = at + 1;
  if (/^(?:also|at|least|really|definitely|be)$/.test(textAt(words, next))) next++;
  if (textAt(words, next) === "least") next++;
  if (textAt(words, next) === "have" && (next === words.length - 1 || /(?:ed|en|ne)$/.test(textAt(words, next + 1)))) {
    return false;
  }
  return TO_BE_DONE.has(textAt(words, next)) || /^(?:able|improved|made)$/.test(textAt(words, next));
}

/** "It would be great if it worked", "if you could add"; not "if you want a good meal". */
function isConditionalPraise(words: readonly Word[], at: number): boolean {
  const before = words.slice(Math.max(0, at - 5), at).map(({ text }) => text);
  const isWould = before.some((text) => /^(?:would|'d|it'd|that'd|will)$/.test(text)) &&
    before.some((text) => CONDITIONS.has(text));
  const [next, after] = [textAt(words, at + 1), textAt(words, at + 2)];
  return isWould && !/^(?:i|we)$/.test(next) || /^(?:you|they|it)$/.test(next) && /^(?:could|would)$/.test(after) &&
      TO_BE_DONE.has(textAt(words, at + 3)) ||
    next === "only" && /^(?:it|they|you)$/.test(after);
}

function isDemand(words: readonly Word[], at: number): boolean {
  const text = textAt(words, at);
  const isOpening = at === 0 || at === 1 && LEAD_INS.has(textAt(words, 0));
  if (!isOpening) return false;
  const next = textAt(words, at + 1);
  if (next === "" || words[at + 1]?.isAfterBreak === true) return false;
  if (DEMANDS.has(text)) return true;
  if (text === "make") return /^(?:it|this|the|your|sure)$/.test(next);
  if (text === "bring") return next === "back";
  if (text === "let") {
    return /^(?:us|me)$/.test(next) && !/^(?:put|tell|say|explain|start|be|add|just)$/.test(textAt(words, at + 2));
  }
  if (text === "give") return next === "us" || next === "me";
  return text === "work" && next === "on";
}
