import type { TermIndex } from "../../text/term_index.ts";
import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import { isNegated } from "../negation.ts";
import { isOfOtherPeople } from "./burden_context.ts";
import type { OwnOpinion } from "./own_opinion.ts";

/** What a term of the operator's is in itself. */
export type VerdictTarget = "praise" | "complaint";

const STRENGTH = 2;
const DENIED = -0.8;
/** What is hoped for, feared, promised or only supposed has not happened. */
const OPEN = wordList(
  "if unless whether until hope hopes hoping hoped wish wished want wants wanted wanting expect expected expecting afraid scared " +
    "worried worry fear feared supposed promised promise promises need needs needed trying",
);
/** What would be; what would not be is denied. */
const UNREAL = wordList("would could should might may");
/** What a complaint is kept away by: "it kept me from getting pregnant". */
const PREVENTS = wordList(
  "kept keeps keep prevent prevents prevented preventing avoid avoids avoided saved spared spares protects",
);
const REACH = 4;
/** "Somewhat keeps you guessing" is faint praise. */
const FAINTLY = wordList("somewhat slightly fairly almost nearly partly sometimes kinda occasionally mostly");
const FAINT = 0.4;

/**
 * Reads the terms of a clause that are praise or a complaint in themselves, such as "paid within days" or "turned down":
 * denied they turn around, and what is hoped, feared, promised or told of other people is left open.
 */
export function verdictOpinions<Target>(
  words: readonly Word[],
  terms: TermIndex<readonly (Target | VerdictTarget)[]>,
): readonly OwnOpinion[] {
  let found: OwnOpinion[] | null = null;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || !terms.mayBegin(word)) continue;
    const hit = terms.longestAt(words, at);
    if (hit === null) continue;
    if (isVerdict(hit.value)) {
      const isPraise = hit.value.includes("praise");
      // "Nothing" of "did nothing" denies the verb, not the term.
      const strength = (isPraise ? STRENGTH : -STRENGTH) *
        sureness(hit.length === 1 ? words : words.slice(0, at + 1), at, isPraise);
      (found ??= []).push({ at, length: hit.length, strength, isCertain: true, kind: "verdict" });
    }
    at += hit.length - 1;
  }
  return found ?? NONE;
}

const NONE: readonly OwnOpinion[] = [];

/** Whether a term is praise or a complaint in itself, and so no burden that may be spared. */
export function isVerdict(targets: readonly unknown[]): boolean {
  return targets.includes("praise") || targets.includes("complaint");
}

/** 1 for what is said to be, less than 0 for what is denied, 0 for what is left open. */
function sureness(words: readonly Word[], at: number, isPraise: boolean): number {
  const before: string[] = [];
  for (let index = at - 1; index >= Math.max(0, at - REACH) && words[index + 1]?.isAfterBreak !== true; index--) {
    before.push(textAt(words, index));
  }
  if (isOfOtherPeople(words, at) || before.some((text) => OPEN.has(text))) return 0;
  if (isNegated(words, at) || !isPraise && before.some((text) => PREVENTS.has(text))) return DENIED;
  if (before.some((text) => UNREAL.has(text))) return 0;
  return FAINTLY.has(textAt(words, at - 1)) ? FAINT : 1;
}
