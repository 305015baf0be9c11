import { ARRIVAL_CUES, windowEventAt } from "./window_strength.ts";
import { wordList } from "../../text/word_list.ts";
import { wordMemo } from "../../text/word_memo.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import { EXPECTATION_CUES, expectationEventAt } from "./expectation_strength.ts";
import { IRONY_CUES, ironyEventAt } from "./irony_strength.ts";
import { LOST_STAR_CUES, lostStarAt } from "./lost_star.ts";
import { MISSING_CUES, missingEventAt } from "./missing_strength.ts";
import { isNegator } from "../negation.ts";
import { NEGLECT_CUES, neglectAt } from "./neglect_strength.ts";
import { PRICE_CUES, priceEventAt } from "./price_strength.ts";
import { givenMarkAt } from "./given_marks.ts";
import { CAUSE_CUES, namedCauseAt } from "./named_cause.ts";
import { isCount, workingShareAt } from "./working_share.ts";
import { UNWANTED_CUES, unwantedEventAt } from "./unwanted_strength.ts";
import { isNumber, NUMBERS, type TellingEvent, TIME_CUES, timeEventAt } from "./time_strength.ts";

/** What nobody should need several of: "three visits", "four phone calls". */
const EFFORTS = wordList(
  "visits trips attempts tries goes calls emails messages voicemails reminders technicians appointments",
);
const BEFORE_EFFORTS = wordList("phone different separate more of");
const CONTACTS = wordList("called rang phoned emailed texted asked messaged chased contacted reminded told");
/** The same behind "had to". */
const TO_CONTACT = wordList("call ring phone email text ask message chase contact remind tell");
const HAD_TO = wordList("had have having");
const REMINDING = wordList("chase remind");
const TIMES = wordList("twice times again repeatedly");
const CUSTOMERS = wordList("i we you have had 've and");
const ASKED = wordList("me us them him her it i we you back the office");
const FAULTS = wordList(
  "broke broken leaked leaking leaks failed fails failing stopped stops quit died clogged blocked tripped happened happening " +
    "went cancelled canceled rescheduled delayed late forgot missed overflowed flooded down",
);
/** After "still". Not "can't": "still can't believe how good it is". */
const UNFULFILLED = wordList(
  "no not isn't wasn't hasn't haven't doesn't don't didn't hadn't aren't won't waiting awaiting nothing",
);
const EXCESS = wordList(
  "long late many much high hot cold loud small big far salty sweet spicy greasy oily tight thick thin early few little dark " +
    "bright heavy hard soft dry short noisy busy narrow wet strong weak close pushy casual",
);
const LESS = wordList("lower less cheaper");
const MORE = wordList("higher more dearer");
const OTHER_OFFERS = wordList(
  "other others anyone anybody everyone quote quotes quoted competitors bid bids estimate estimates competition expected",
);
const DOERS = wordList("he she they and tech technician guy guys team crew staff who");
const DEEDS = wordList(
  "brought took gave sent left got came did made put set swept wrote rang drove found told let kept cut lent threw built went saw",
);
const NO_DEED = wordList(
  "though if when after before worse more better less with then in a the as so than didn't that bother",
);
/** What could be so is not: "could be clearer", "could be a bit quicker". */
const IMPROVED = wordList(
  "clearer quicker faster friendlier cleaner better improved cheaper bigger larger warmer cooler quieter tidier easier simpler safer " +
    "fresher nicer smoother smarter lighter softer wider brighter kinder shorter updated modernised modernized more",
);
const TO_IMPROVE = -1.7;
const NOBODY = wordList("nobody none noone");
/** "Nobody else comes close", "nobody rushed". */
const PRAISING = wordList(
  "better else beats beat compares could can comes is was has have rushed complained even would",
);
const PAID = /^(?:[$£€]?\d{2,}|charged?|fee|paid|dollars|bucks|pounds)$/;
const FEW_TRIES = -1;
const MANY_TRIES = -1.6;
const ASKED_AGAIN = -1.4;
const AGAIN = -1.7;
const EXCESSIVE = -1.6;
const CHEAPER = 1.7;
const FOR_NOTHING = -1.9;
const UNASKED = 1.1;
const LEFT_ALONE = -1.3;
/** A quick check that nearly all words fail. */
const CUES = new Set([...NUMBERS, ...TIME_CUES, ...CONTACTS, ...TO_CONTACT, ...LESS, ...MORE, ...NOBODY]
  .concat([
    "still",
    "too",
    "even",
    "no",
    "again",
    "could",
    "should",
    ...MISSING_CUES,
    ...PRICE_CUES,
    ...EXPECTATION_CUES,
    ...UNWANTED_CUES,
  ]));
const DIGIT = /^[$£€]?\d/;
const CAUSES = new Set(CAUSE_CUES);
/** Of what a business neglects, and why it loses a star. */
const FAILING = new Set([...NEGLECT_CUES, ...LOST_STAR_CUES]);
const [CAUSE, COUNT, IRONY, ARRIVAL, OTHER, FAILED] = [1, 2, 4, 8, 16, 32];

/** What may begin with a word, a bit each: found once a spelling, as most words of opinion begin no event. */
const beginningsOf = wordMemo(({ text }) =>
  (CAUSES.has(text) ? CAUSE : 0) | (isCount(text) ? COUNT : 0) | (IRONY_CUES.has(text) ? IRONY : 0) |
  (ARRIVAL_CUES.has(text) ? ARRIVAL : 0) | (FAILING.has(text) ? FAILED : 0) |
  (CUES.has(text) || DIGIT.test(text) ? OTHER : 0)
);

/** Whether an event may begin with a word. */
export function mayBeEvent(text: string): boolean {
  return CUES.has(text) || text === "one" || CAUSES.has(text) || IRONY_CUES.has(text) || ARRIVAL_CUES.has(text) ||
    FAILING.has(text) || DIGIT.test(text);
}

/**
 * The event that begins at a word and tells for or against the business although none of its words is an opinion; null
 * if none does. Bare facts ("it took two hours", "they came on Tuesday") are none.
 */
export function eventAt(words: readonly Word[], at: number): TellingEvent | null {
  const word = words[at];
  const begun = word === undefined ? 0 : beginningsOf(word);
  if (begun === 0) return null;
  const cause = (begun & CAUSE) !== 0 ? namedCauseAt(words, at) : null;
  if (cause !== null) return cause;
  const failing = (begun & FAILED) !== 0 ? neglectAt(words, at) ?? lostStarAt(words, at) : null;
  if (failing !== null) return failing;
  const share = (begun & COUNT) !== 0 ? workingShareAt(words, at) : null;
  if (share !== null) return share;
  const irony = (begun & IRONY) !== 0 ? ironyEventAt(words, at) : null;
  const window = (begun & ARRIVAL) !== 0 ? windowEventAt(words, at) : null;
  if (window !== null) return window;
  if (irony !== null || (begun & OTHER) === 0) return irony;
  return givenMarkAt(words, at) ?? unwantedEventAt(words, at) ?? couldBe(words, at) ?? timeEventAt(words, at) ??
    repeatedEffort(words, at) ??
    askedAgain(words, at) ?? faultAgain(words, at) ??
    stillNot(words, at) ?? excess(words, at) ?? comparedOffer(words, at) ?? paidJustTo(words, at) ??
    unasked(words, at) ?? nobodyDid(words, at) ?? priceEventAt(words, at) ?? expectationEventAt(words, at) ??
    missingEventAt(words, at);
}

function repeatedEffort(words: readonly Word[], at: number): TellingEvent | null {
  if (!isNumber(textAt(words, at))) return null;
  for (let index = at + 1; index <= at + 3 && !words[index]?.isAfterBreak; index++) {
    const text = textAt(words, index);
    const strength = textAt(words, at) === "two" ? FEW_TRIES : MANY_TRIES;
    if (EFFORTS.has(text)) return { length: index - at + 1, strength };
    if (!BEFORE_EFFORTS.has(text)) return null;
  }
  return null;
}

/** "I called three times", "had to ask them twice", "had to remind them"; not "he called twice". */
function askedAgain(words: readonly Word[], at: number): TellingEvent | null {
  const isForced = isHadToContact(words, at);
  if (!isForced && (!CONTACTS.has(textAt(words, at)) || at > 0 && !CUSTOMERS.has(textAt(words, at - 1)))) return null;
  if (/^(?:they|he|she|who)$/.test(textAt(words, at - (isForced ? 3 : 2)))) return null;
  if (isForced && REMINDING.has(textAt(words, at))) return { length: 1, strength: ASKED_AGAIN };
  for (let index = at + 1; index <= at + 4 && !words[index]?.isAfterBreak; index++) {
    const text = textAt(words, index);
    if (TIMES.has(text)) return { length: index - at + 1, strength: ASKED_AGAIN };
    if (!ASKED.has(text) && !isNumber(text)) return null;
  }
  return null;
}

function isHadToContact(words: readonly Word[], at: number): boolean {
  if (!TO_CONTACT.has(textAt(words, at)) || textAt(words, at - 1) !== "to" || !HAD_TO.has(textAt(words, at - 2))) {
    return false;
  }
  // "Never had to ask twice", "nobody had to chase them".
  return !words.slice(Math.max(0, at - 5), at - 1).some(({ text }) => isNegator(text));
}

/** "It broke down again"; what works again stands in the lexicon. */
function faultAgain(words: readonly Word[], at: number): TellingEvent | null {
  if (textAt(words, at) !== "again") return null;
  for (let index = at - 1; index >= Math.max(0, at - 3) && !words[index + 1]?.isAfterBreak; index--) {
    if (FAULTS.has(textAt(words, index))) return { length: 1, strength: AGAIN };
  }
  return null;
}

function stillNot(words: readonly Word[], at: number): TellingEvent | null {
  if (textAt(words, at) !== "still" || !UNFULFILLED.has(textAt(words, at + 1))) return null;
  return { length: 2, strength: AGAIN };
}

function excess(words: readonly Word[], at: number): TellingEvent | null {
  if (textAt(words, at) !== "too" || !EXCESS.has(textAt(words, at + 1)) || words[at + 1]?.isAfterBreak) return null;
  return { length: 2, strength: EXCESSIVE };
}

/** "The website could be clearer", and the praise "could not be clearer"; not "I could be nearer". */
function couldBe(words: readonly Word[], at: number): TellingEvent | null {
  const text = textAt(words, at);
  const isDenied = text === "couldn't" || text === "could" && textAt(words, at + 1) === "not";
  if (text !== "could" && text !== "should" && !isDenied || at === 0) return null;
  if (/^(?:i|we|you|he|she|so|that)$/.test(textAt(words, at - 1))) return null;
  const be = at + (isDenied && text === "could" ? 2 : 1);
  const how = textAt(words, be + 1) === "a" ? be + 3 : be + 1;
  if (textAt(words, be) !== "be" || !IMPROVED.has(textAt(words, how)) || words[how]?.isAfterBreak) return null;
  return { length: how - at + 1, strength: isDenied ? -TO_IMPROVE : TO_IMPROVE, isSettled: true };
}

/** "Lower than two other quotes", "higher than anyone else". */
function comparedOffer(words: readonly Word[], at: number): TellingEvent | null {
  const text = textAt(words, at);
  if (textAt(words, at + 1) !== "than" || !LESS.has(text) && !MORE.has(text)) return null;
  for (let index = at + 2; index <= at + 5 && !words[index]?.isAfterBreak; index++) {
    if (!OTHER_OFFERS.has(textAt(words, index))) continue;
    return { length: index - at + 1, strength: LESS.has(text) ? CHEAPER : -CHEAPER };
  }
  return null;
}

/** "$220 just to tell me that they do not service my brand". */
function paidJustTo(words: readonly Word[], at: number): TellingEvent | null {
  const isJustTo = /^(?:just|only)$/.test(textAt(words, at)) && textAt(words, at + 1) === "to";
  // "I'd have paid more just to watch her."
  if (
    !isJustTo || textAt(words, at - 1) === "more" ||
    !words.slice(Math.max(0, at - 7), at).some(({ text }) => PAID.test(text))
  ) return null;
  return { length: 2, strength: FOR_NOTHING };
}

/** "He even carried out the old one". */
function unasked(words: readonly Word[], at: number): TellingEvent | null {
  const next = textAt(words, at + 1);
  if (textAt(words, at) !== "even" || NO_DEED.has(next) || !DOERS.has(textAt(words, at - 1))) return null;
  // "Parking, lockers and even sunscreen."
  const isDeed = textAt(words, at - 1) === "and" ? /ed$/.test(next) || DEEDS.has(next) : /[dtekwn]$/.test(next);
  return isDeed ? { length: 1, strength: UNASKED } : null;
}

/** "Nobody rang", "no one had told him". */
function nobodyDid(words: readonly Word[], at: number): TellingEvent | null {
  const text = textAt(words, at);
  const length = NOBODY.has(text) ? 1 : text === "no" && textAt(words, at + 1) === "one" ? 2 : 0;
  const next = words[at + length];
  if (length === 0 || next === undefined || next.isAfterBreak || PRAISING.has(next.text)) return null;
  return { length, strength: LEFT_ALONE };
}
