import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";

/** What happened, as an opinion without a word of opinion: "three visits", "waited two hours", "within the hour". */
export interface TellingEvent {
  /** Number of words. */
  readonly length: number;
  /** -4 to 4, as in the lexicon. */
  readonly strength: number;
  /** Whether the words around it change nothing: "I would have paid more" is no wish. */
  readonly isSettled?: boolean;
  /** Whether it alone decides of what it covers: "let down by the wifi" whatever is praised beside it. */
  readonly decides?: boolean;
}

/** Words for two and more. */
export const NUMBERS: ReadonlySet<string> = wordList(
  "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty sixty ninety several many " +
    "multiple numerous countless umpteen endless few couple dozen",
);
const ROUND = wordList("couple few several many");
const MINUTES = wordList("minute minutes min mins");
const LONGER = wordList(
  "hour hours hr hrs day days week weeks wk wks month months fortnight year years",
);
/** Longer than that nothing is soon. */
const NEVER_SOON = wordList("month months year years");
const LONG_NUMBERS = wordList("thirty forty sixty ninety");
/** Minutes from which on a wait is a complaint. */
const LONG_MINUTES = 30;
const WAITS = wordList("waited waiting wait waits queued queuing queueing");
const NEVER = /^(?:never|hardly|rarely|didn't|not)$/;
const MAY = wordList("could may might can");
const TAKES = wordList("took takes take taken");
const STRESSES = wordList("over almost nearly another than extra least");
const PLAYS_DOWN = wordList("only just less under no");
const BETWEEN = wordList(
  "for about around more at a an the roughly approx on hold up to i we you me us them him her it",
);
const BELOW = wordList("within under inside");
const LASTED = wordList(
  "lasted broke failed stopped quit died leaked leak problem problems issue issues noise smell fault drip clog",
);
const WAITED = -1.7;
const SLOW = -1.5;
const SOON = 1.4;
const SAVES = wordList("saved saves saving");
const SAVED = wordList("wait waiting trip journey time money hassle");
const SAVING = 1.8;

/** Words at which such an event may begin, besides digits. */
export const TIME_CUES: readonly string[] = [...WAITS, ...TAKES, ...SAVES, ...BELOW, "less", "only", "just"];

/**
 * The event of waiting or of being soon that begins at a word; null if none does: "waited two hours", "took almost three
 * weeks", "within 24 hours", "only took ten minutes". "Took two hours" is a bare fact.
 */
export function timeEventAt(words: readonly Word[], at: number): TellingEvent | null {
  const text = words[at]?.text ?? "";
  if (WAITS.has(text) || TAKES.has(text)) return wait(words, at, WAITS.has(text));
  if (text === "only" || text === "just") return TAKES.has(textAt(words, at + 1)) ? soon(words, at, at + 2) : null;
  if (SAVES.has(text)) return saved(words, at);
  if (BELOW.has(text)) return within(words, at, at + 1);
  return text === "less" && textAt(words, at + 1) === "than" ? within(words, at, at + 2) : null;
}

function wait(words: readonly Word[], at: number, isWait: boolean): TellingEvent | null {
  // "It could take up to an hour" tells what was said, not what happened.
  if (!isWait && MAY.has(textAt(words, at - 1))) return null;
  if (isWait && NEVER.test(textAt(words, at - 1))) {
    const short = neverMore(words, at);
    if (short !== null) return short;
  }
  let [index, isStressed] = [at + 1, false];
  for (; index <= at + 6 && !words[index]?.isAfterBreak; index++) {
    const next = textAt(words, index);
    if (PLAYS_DOWN.has(next)) return soon(words, at, index + 1);
    if (STRESSES.has(next)) isStressed = true;
    else if (!BETWEEN.has(next)) break;
  }
  const isRound = ROUND.has(textAt(words, index));
  if (isNumber(textAt(words, index))) index++;
  const unit = index + Number(textAt(words, index) === "of");
  if (!isLong(words, unit)) return null;
  const length = unit - at + 1;
  if (isWait) return { length, strength: WAITED };
  const isVague = isRound && /^(?:days|weeks|months)$/.test(textAt(words, unit)) ||
    unit === at + 1 && /^(?:weeks|months)$/.test(textAt(words, unit));
  return isStressed || isVague ? { length, strength: SLOW } : null;
}

/** "Never waited more than ten minutes"; not "never waited so long". */
function neverMore(words: readonly Word[], at: number): TellingEvent | null {
  const more = textAt(words, at + 1) === "for" ? at + 2 : at + 1;
  const isOver = textAt(words, more) === "over";
  if (!isOver && !(/^(?:more|longer)$/.test(textAt(words, more)) && textAt(words, more + 1) === "than")) return null;
  const found = soon(words, at, isOver ? more + 1 : more + 2);
  return found === null ? null : { ...found, isSettled: true };
}

/** "Saved us a six hour wait." */
function saved(words: readonly Word[], at: number): TellingEvent | null {
  for (let index = at + 1; index <= at + 6 && !words[index]?.isAfterBreak; index++) {
    if (SAVED.has(textAt(words, index))) return { length: index - at + 1, strength: SAVING };
  }
  return null;
}

function within(words: readonly Word[], at: number, from: number): TellingEvent | null {
  const isOne = /^(?:an?|the|one)$/.test(textAt(words, from));
  if (!isOne && !isNumber(textAt(words, from)) || words[from]?.isAfterBreak) return null;
  const unit = textAt(words, from + 1);
  if (!isUnit(unit) || NEVER_SOON.has(unit)) return null;
  // "It broke within a week", "the leak came back within a day".
  if (words.slice(Math.max(0, at - 4), at).some(({ text }) => LASTED.has(text))) return null;
  return { length: from + 2 - at, strength: SOON };
}

/** A short time that a unit within four words names. */
function soon(words: readonly Word[], at: number, from: number): TellingEvent | null {
  for (let index = from; index <= from + 3 && !words[index]?.isAfterBreak; index++) {
    if (isUnit(textAt(words, index))) return { length: index - at + 1, strength: SOON };
  }
  return null;
}

/** Whether the word is a time that nobody likes to wait. */
function isLong(words: readonly Word[], unit: number): boolean {
  const text = textAt(words, unit);
  const amount = textAt(words, unit - 1);
  return LONGER.has(text) || MINUTES.has(text) && (LONG_NUMBERS.has(amount) || Number(amount) >= LONG_MINUTES);
}

/** Whether a word is a number from two on, or one of at most three digits. */
export function isNumber(text: string): boolean {
  return NUMBERS.has(text) || /^\d{1,3}$/.test(text);
}

function isUnit(text: string): boolean {
  return MINUTES.has(text) || LONGER.has(text);
}
