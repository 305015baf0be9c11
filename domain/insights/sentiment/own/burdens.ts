import type { SlotIndex } from "../../text/slot_index.ts";
import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import { isNegator } from "../negation.ts";
import { isBeforehand, isOfOtherPeople, isWithout } from "./burden_context.ts";
import { afterBurden, beforeBurden, type BurdenSaid } from "./burden_cues.ts";
import type { OwnOpinion } from "./own_opinion.ts";

/** Words of a list: "no acne, headaches or weight gain". */
const LISTS = wordList("or nor and any other the my");
const THESE = wordList("these those them that this");
const STRENGTHS: Readonly<Record<BurdenSaid, number>> = {
  named: -2,
  worse: -2.5,
  faint: -0.3,
  open: 0,
  spared: 2,
  ended: 2.2,
};

interface NamedBurden {
  from: number;
  to: number;
  said: BurdenSaid;
  /** Index of its own first word, and of the word after its last. */
  readonly at: number;
  readonly end: number;
}

/**
 * Reads what a clause says of burdens such as side effects: naming one is criticism ("gained 20 pounds", "cramps every
 * day"), its absence or its end is praise ("no weight gain", "my acne cleared up"). What is hoped, feared, told of other
 * people or of the time before is neither.
 *
 * @param terms Of burdens; terms without a target hide the shorter ones in them.
 */
export function burdenOpinions(words: readonly Word[], terms: SlotIndex<readonly unknown[]>): readonly OwnOpinion[] {
  let found: NamedBurden[] | null = null;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || !terms.mayBegin(word)) continue;
    const hit = terms.longestAt(words, at);
    if (hit === null) continue;
    if (hit.value.length > 0) (found ??= []).push(read(words, at, at + hit.length, found?.at(-1)));
    at += hit.length - 1;
  }
  if (found === null) return NONE;
  endTogether(words, found);
  return found.map(({ from, to, said }) => ({
    at: from,
    length: to - from,
    strength: STRENGTHS[said],
    isCertain: true,
    isOfClause: false,
  }));
}

const NONE: readonly OwnOpinion[] = [];

function read(words: readonly Word[], at: number, end: number, previous: NamedBurden | undefined): NamedBurden {
  const after = afterBurden(words, end);
  const before = beforeBurden(words, at);
  const cue = after !== null && (before === null || before.said !== "spared" || after.said === "worse")
    ? after
    : before;
  const own = { at, end, from: Math.min(at, cue?.from ?? at), to: Math.max(end, cue?.to ?? end) };
  if (cue === null) {
    if (isDeniedLater(words, end)) return { ...own, said: "spared" };
    const isListed = previous !== undefined && isPassedOn(previous.said) && isOneList(words, previous.end, at, end);
    return { ...own, said: isListed ? previous.said : inItsTime("named", words, at) };
  }
  return { ...own, said: inItsTime(cue.said, words, at) };
}

/** "In terms of acne or mood swings, it didn't cause any of these." */
function isDeniedLater(words: readonly Word[], end: number): boolean {
  for (let index = end; index < words.length - 2; index++) {
    if (textAt(words, index) !== "any" || textAt(words, index + 1) !== "of") continue;
    if (!THESE.has(textAt(words, index + 2))) continue;
    return words.slice(Math.max(end, index - 6), index).some(({ text }) => isNegator(text));
  }
  return false;
}

/** Of a list what stands before its first member is said of all. */
function isPassedOn(said: BurdenSaid): boolean {
  return said === "spared" || said === "open";
}

/** Whether two burdens are neighbours of a list that goes no further than the second. */
function isOneList(words: readonly Word[], from: number, to: number, end: number): boolean {
  const between = words.slice(from, to);
  // "No cramps and bleeding every day."
  const isAnd = between.some(({ text }) => text === "and");
  const next = words[end];
  if (isAnd && next !== undefined && !next.isAfterBreak && !LISTS.has(next.text)) return false;
  const isJoined = between.length === 0 || words[from]?.isAfterBreak === true ||
    between.some(({ text }) => LISTS.has(text));
  return isJoined && between.filter(({ text }) => !LISTS.has(text)).length <= 1;
}

/** "Acne, cramps and mood swings all went away." */
function endTogether(words: readonly Word[], found: readonly NamedBurden[]): void {
  for (let place = found.length - 1; place > 0; place--) {
    const [before, burden] = [found[place - 1]!, found[place]!];
    const isLast = burden.said === "ended" && burden.to > burden.end;
    const isJoined = words.slice(before.end, burden.at).some(({ text }) => text === "and" || text === "or") ||
      words[before.end]?.isAfterBreak === true;
    if (!isLast || !isJoined || before.said !== "named" || burden.at - before.end > 2) continue;
    before.said = "ended";
    before.to = burden.to;
  }
}

/** What is told of other people, or of the time before, is not of the business. */
function inItsTime(said: BurdenSaid, words: readonly Word[], at: number): BurdenSaid {
  if (isOfOtherPeople(words, at)) return "open";
  if (said === "ended") return isWithout(words) ? "open" : said;
  if (!isBeforehand(words, at)) return said;
  // "I never had acne before."
  return said === "spared" ? "named" : "open";
}
