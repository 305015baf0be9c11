import { counts } from "../../rule_groups.ts";
import { type ScoredSentence, sentenceOf } from "../../sentiment/score_sentence.ts";
import { wordList } from "../../text/word_list.ts";

/** A clause that begins so is set against the one beside it, though it outweighs none. */
const CONCEDES = wordList("although though whereas except unfortunately");
/** Behind "but" these go on about what stands before it: "I expected little of the food, but it was good". */
const GOES_ON = wordList("it they he she it's they're was were is are has have had also");

/**
 * The score of the clauses that stand on the same side of "but" or "though" as a clause does: in "hot showers, though the
 * pressure could be better" nothing is said of the first part. That of the sentence where nothing is set against anything.
 *
 * @param index Of the clause.
 */
export function sideScore(sentence: ScoredSentence, index: number): number {
  const { clauses, score } = sentence;
  if (!counts("sides") || score === 0 || clauses.length === 1) return score;
  let from = index;
  while (from > 0 && !isDivided(sentence, from)) from--;
  let to = index + 1;
  while (to < clauses.length && !isDivided(sentence, to)) to++;
  return from === 0 && to === clauses.length ? score : sentenceOf(clauses.slice(from, to)).score;
}

/** Whether a clause stands on another side than the one before it. */
function isDivided({ clauses }: ScoredSentence, at: number): boolean {
  const [first, second] = clauses[at]?.words ?? [];
  const isSet = clauses[at]?.isTurn === true || CONCEDES.has(first?.text ?? "");
  if (isSet && !GOES_ON.has(second?.text ?? "")) return true;
  // "Although the queue was long, the ride ...": what opens with it ends before the next clause.
  return at === 1 && CONCEDES.has(clauses[0]?.words[0]?.text ?? "");
}
