import type { TermIndex } from "../../text/term_index.ts";
import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import { isNegator } from "../negation.ts";
import { FARTHEST, isBeforehand, isOfOtherPeople, isWithout } from "./burden_context.ts";
import { beforeBurden } from "./before_burden.ts";
import { afterBurden } from "./after_burden.ts";
import type { BurdenSaid } from "./burden_cue.ts";
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

/** A burden at its place, and what is said of it. */
interface NamedBurden {
  from: number;
  to: number;
  said: BurdenSaid;
  /** Index of its own first word, and of the word after its last. */
  readonly at: number;
  readonly end: number;
  /** Whether customers come with it. */
  readonly isReason: boolean;
}

/**
 * Reads what a clause says of burdens such as side effects: naming one is criticism ("gained 20 pounds", "cramps every
 * day"), its absence or its end is praise ("no weight gain", "my acne cleared up"). What is hoped, feared, told of other
 * people or of the time before is neither.
 *
 * @param terms Of burdens; terms without a target hide the shorter ones in them.
 * @param kindOf Of the targets of a term whether they are a burden, one that customers come with, or neither. What they
 * come with says nothing where it is only named.
 */
export function burdenOpinions<Target>(
  words: readonly Word[],
  terms: TermIndex<readonly Target[]>,
  kindOf: (targets: readonly Target[]) => "burden" | "reason" | null = (targets) =>
    targets.length > 0 ? "burden" : null,
): readonly OwnOpinion[] {
  let found: NamedBurden[] | null = null;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || !terms.mayBegin(word)) continue;
    const hit = terms.longestAt(words, at);
    if (hit === null) continue;
    const kind = kindOf(hit.value);
    if (kind !== null) {
      (found ??= []).push({ ...read(words, at, at + hit.length, found?.at(-1)), isReason: kind === "reason" });
    }
    at += hit.length - 1;
  }
  if (found === null) return NONE;
  endTogether(words, found);
  return found.map((one) => ({
    at: one.from,
    length: one.to - one.from,
    strength:
      STRENGTHS[one.isReason && (!hasStayed(words, one) || isWithout(words, one.at)) ? ifCameWith(one.said) : one.said],
    isCertain: true,
    kind: "burden",
  }));
}

const NONE: readonly OwnOpinion[] = [];

/** What customers come with is the business's where it stays, comes back, grows or is caused: "it made me anxious". */
const CAUSES = wordList(
  "still again back worse increase increased increases increasing cause caused causes causing gave gives giving made makes making " +
    "more heightened triggered triggers",
);
const RETURNS = wordList(
  "worse worsened worsens increased increases returned returns back again stays stayed remained remains persists",
);
const [STAYS_BEFORE, STAYS_AFTER] = [5, 6];

function hasStayed(words: readonly Word[], { at, end, said }: NamedBurden): boolean {
  for (let index = at - 1; index >= Math.max(0, at - STAYS_BEFORE); index--) {
    if (words[index + 1]?.isAfterBreak === true) break;
    if (CAUSES.has(textAt(words, index))) return true;
  }
  for (let index = end; index < Math.min(words.length, end + STAYS_AFTER); index++) {
    const text = textAt(words, index);
    if (words[index]?.isAfterBreak === true) break;
    // "It didn't go away", not "anxiety over not being able to sleep".
    if (RETURNS.has(text) || said === "worse" && isNegator(text)) return true;
  }
  return false;
}

function ifCameWith(said: BurdenSaid): BurdenSaid {
  return said === "spared" || said === "ended" ? said : "open";
}

function read(
  words: readonly Word[],
  at: number,
  end: number,
  previous: NamedBurden | undefined,
): Omit<NamedBurden, "isReason"> {
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
  for (let index = end; index < Math.min(words.length - 2, end + FARTHEST); index++) {
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
  if (said === "ended") return isWithout(words, at) ? "open" : said;
  if (!isBeforehand(words, at)) return said;
  // "I never had acne before."
  return said === "spared" ? "named" : "open";
}
