import type { Word } from "../text/words_of.ts";

/** What happened, as an opinion without a word of opinion: "three visits", "waited two hours", "within the hour". */
export interface TellingEvent {
  /** Number of words. */
  readonly length: number;
  /** -4 to 4, as in the lexicon. */
  readonly strength: number;
}

const set = (words: string) => new Set(words.split(" "));
const NUMBERS = set(
  "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty forty-five sixty ninety several " +
    "many multiple numerous countless umpteen endless few couple dozen",
);
/** What nobody should need several of: "three visits", "four phone calls". */
const EFFORTS = set(
  "visits trips attempts tries goes calls emails messages voicemails reminders technicians appointments",
);
const MINUTES = set("minute minutes min mins");
const HOURS = set("hour hours hr hrs");
const DAYS = set("day days week weeks wk wks month months fortnight year years");
/** Minutes from which on a wait is a complaint. */
const LONG_MINUTES = 30;
const WAITS = set("waited waiting wait waits");
const BETWEEN = set(
  "for over about around almost nearly another more than at least a an an extra the of roughly approx on hold up to",
);
const BELOW = set("within under inside");
const CONTACTS = set("called rang phoned emailed texted asked messaged chased contacted reminded told");
const TIMES = set("twice times again repeatedly");
const ASKED = set("i we you me us them him her it");
const FAULTS = set(
  "broke broken leaked leaking leaks failed fails failing stopped stops quit died clogged blocked tripped happened happening " +
    "went cancelled canceled rescheduled delayed late forgot missed overflowed flooded down",
);
const UNFULFILLED = set(
  "no not isn't wasn't hasn't haven't doesn't don't didn't hadn't aren't won't waiting awaiting nothing",
);
/** After "still", these make no complaint: "still can't believe how good it is". */
const EXCESS = set(
  "long late many much high hot cold loud small big far salty sweet spicy greasy oily tight thick thin early few little dark " +
    "bright heavy hard soft dry short noisy busy narrow wet strong weak close pushy casual",
);
const OTHER_OFFERS = set(
  "other others anyone anybody everyone quote quotes quoted competitors bid bids estimate estimates competition expected",
);
const LESS = set("lower less cheaper");
const MORE = set("higher more dearer");
const EVEN_NOT = set(
  "though if when after before worse more better less with then in a the as so the than didn't that bother",
);
const NOBODY = set("nobody none noone");
const PRAISING = set("better else beats beat compares could can comes is was has have rushed complained even would");
/** A quick check that nearly all words fail. */
const CUES = new Set([
  ...NUMBERS,
  ...WAITS,
  ...BELOW,
  ...CONTACTS,
  ...LESS,
  ...MORE,
  ...NOBODY,
  ...set("took takes take taken still too even only just less no again"),
]);

/**
 * The event that begins at a word and tells for or against the business although none of its words is an opinion; null
 * if none does. Bare facts ("it took two hours", "they came on Tuesday") are none.
 */
export function eventAt(words: readonly Word[], at: number): TellingEvent | null {
  const text = words[at]?.text ?? "";
  if (!CUES.has(text) && !/^\d/.test(text)) return null;
  return repeatedEffort(words, at) ?? longWait(words, at) ?? shortTime(words, at) ?? askedAgain(words, at) ??
    faultAgain(words, at) ?? stillNot(words, at) ?? excess(words, at) ?? comparedOffer(words, at) ??
    evenMore(words, at) ?? nobodyDid(words, at);
}

function textAt(words: readonly Word[], at: number): string {
  return words[at]?.text ?? "";
}

function repeatedEffort(words: readonly Word[], at: number): TellingEvent | null {
  if (!isNumber(textAt(words, at))) return null;
  for (let index = at + 1; index <= at + 3; index++) {
    const text = textAt(words, index);
    if (words[index]?.isAfterBreak) return null;
    if (EFFORTS.has(text)) return { length: index - at + 1, strength: textAt(words, at) === "two" ? -1 : -1.6 };
    if (text !== "phone" && text !== "different" && text !== "separate" && text !== "more" && text !== "of") {
      return null;
    }
  }
  return null;
}

/** "Waited over two hours", "took almost three weeks"; not "took two hours", which is a bare fact. */
function longWait(words: readonly Word[], at: number): TellingEvent | null {
  const text = textAt(words, at);
  const isWait = WAITS.has(text);
  if (!isWait && !/^t(?:ook|akes?|aken)$/.test(text)) return null;
  let [index, isStressed] = [at + 1, false];
  while (index <= at + 6 && !words[index]?.isAfterBreak) {
    const next = textAt(words, index);
    if (/^(?:over|almost|nearly|another|than|extra|least)$/.test(next)) isStressed = true;
    else if (/^(?:only|just|less|under|no)$/.test(next)) return shortAfter(words, at, index);
    else if (!BETWEEN.has(next) && !ASKED.has(next)) break;
    index++;
  }
  const isRound = /^(?:couple|few|several|many)$/.test(textAt(words, index));
  if (isNumber(textAt(words, index))) index++;
  const unit = index + Number(textAt(words, index) === "of");
  const long = isLong(words, unit);
  if (long === 0) return null;
  const length = unit - at + 1;
  if (isWait) return { length, strength: -1.7 };
  const isVague = /^(?:weeks|months)$/.test(textAt(words, unit)) && (isRound || unit === at + 1);
  return isStressed || isVague ? { length, strength: -1.5 } : null;
}

function shortAfter(words: readonly Word[], at: number, from: number): TellingEvent | null {
  for (let index = from + 1; index <= from + 4 && !words[index]?.isAfterBreak; index++) {
    if (isUnit(textAt(words, index))) return { length: index - at + 1, strength: 1.4 };
  }
  return null;
}

/** 0 unless the word is a time for which one should not wait. */
function isLong(words: readonly Word[], unit: number): number {
  const text = textAt(words, unit);
  if (HOURS.has(text) || DAYS.has(text)) return 1;
  return MINUTES.has(text) && amountOf(textAt(words, unit - 1)) >= LONG_MINUTES ? 1 : 0;
}

/** "Within 24 hours", "in under an hour", "less than ten minutes". */
function shortTime(words: readonly Word[], at: number): TellingEvent | null {
  const text = textAt(words, at);
  if (text === "only" || text === "just") {
    return /^t(?:ook|akes?)$/.test(textAt(words, at + 1)) ? shortAfter(words, at, at + 1) : null;
  }
  const from = BELOW.has(text) ? at + 1 : text === "less" && textAt(words, at + 1) === "than" ? at + 2 : -1;
  if (from === -1) return null;
  const unit = isNumber(textAt(words, from)) || /^(?:an?|the|one)$/.test(textAt(words, from)) ? from + 1 : -1;
  const next = textAt(words, unit);
  if (unit === -1 || !isUnit(next) || /^(?:months?|years?)$/.test(next) || words[from]?.isAfterBreak) return null;
  if (words.slice(Math.max(0, at - 4), at).some(({ text }) => FAULTS.has(text) || text === "lasted")) return null;
  return { length: unit - at + 1, strength: 1.4 };
}

/** "Called three times", "asked them twice". */
function askedAgain(words: readonly Word[], at: number): TellingEvent | null {
  if (!CONTACTS.has(textAt(words, at))) return null;
  if (at > 0 && !ASKED.has(textAt(words, at - 1)) && !/^(?:have|had|'ve|and)$/.test(textAt(words, at - 1))) return null;
  if (/^(?:they|he|she|who)$/.test(textAt(words, at - 2))) return null;
  for (let index = at + 1; index <= at + 4 && !words[index]?.isAfterBreak; index++) {
    const text = textAt(words, index);
    if (TIMES.has(text)) return { length: index - at + 1, strength: -1.4 };
    if (!ASKED.has(text) && !isNumber(text) && text !== "back" && text !== "the" && text !== "office") return null;
  }
  return null;
}

/** "It broke down again": the lexicon has what works again. */
function faultAgain(words: readonly Word[], at: number): TellingEvent | null {
  if (textAt(words, at) !== "again") return null;
  for (let index = at - 1; index >= Math.max(0, at - 3) && !words[index + 1]?.isAfterBreak; index--) {
    if (FAULTS.has(textAt(words, index))) return { length: 1, strength: -1.7 };
  }
  return null;
}

/** "Still no answer", "still hasn't been fixed". */
function stillNot(words: readonly Word[], at: number): TellingEvent | null {
  if (textAt(words, at) !== "still" || !UNFULFILLED.has(textAt(words, at + 1))) return null;
  return { length: 2, strength: -1.7 };
}

function excess(words: readonly Word[], at: number): TellingEvent | null {
  if (textAt(words, at) !== "too" || !EXCESS.has(textAt(words, at + 1)) || words[at + 1]?.isAfterBreak) return null;
  return { length: 2, strength: -1.6 };
}

/** "Lower than two other quotes", "higher than anyone else". */
function comparedOffer(words: readonly Word[], at: number): TellingEvent | null {
  const text = textAt(words, at);
  if (textAt(words, at + 1) !== "than" || !LESS.has(text) && !MORE.has(text)) return null;
  for (let index = at + 2; index <= at + 5 && !words[index]?.isAfterBreak; index++) {
    if (OTHER_OFFERS.has(textAt(words, index))) {
      return { length: index - at + 1, strength: LESS.has(text) ? 1.7 : -1.7 };
    }
  }
  return null;
}

/** "He even carried out the old one": more than was asked for. */
function evenMore(words: readonly Word[], at: number): TellingEvent | null {
  if (textAt(words, at) !== "even" || EVEN_NOT.has(textAt(words, at + 1))) return null;
  const isBy = /^(?:he|she|they|and|tech|technician|guy|guys|team|crew|staff|who)$/.test(textAt(words, at - 1));
  return isBy && /(?:ed|t|e|k|w|d|n)$/.test(textAt(words, at + 1)) ? { length: 1, strength: 1.1 } : null;
}

/** "Nobody rang", "no one had told him". */
function nobodyDid(words: readonly Word[], at: number): TellingEvent | null {
  const text = textAt(words, at);
  const length = NOBODY.has(text) ? 1 : text === "no" && textAt(words, at + 1) === "one" ? 2 : 0;
  const next = words[at + length];
  if (length === 0 || next === undefined || next.isAfterBreak || PRAISING.has(next.text)) return null;
  return { length, strength: -1.3 };
}

function isNumber(text: string): boolean {
  return NUMBERS.has(text) || /^\d{1,3}$/.test(text);
}

function isUnit(text: string): boolean {
  return MINUTES.has(text) || HOURS.has(text) || DAYS.has(text);
}

function amountOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  return /^(?:thirty|forty|forty-five|sixty|ninety)$/.test(text) ? LONG_MINUTES : 0;
}
