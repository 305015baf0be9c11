import { mixed, textKey } from "../model/word_features.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import type { ReadSentence } from "./read_sentence.ts";

const ASPECT = textKey("aspect");
const ASPECT_SIGNED = [textKey("aspect alone"), textKey("aspect praised"), textKey("aspect criticised")] as const;
const ASPECT_AROUND = textKey("aspect around");
const JUDGED = textKey("judged");
const PROBLEM = textKey("problem");
const PROBLEM_WORD = textKey("problem word");
const PROBLEM_AROUND = textKey("problem around");
const SCORE = textKey("score");
const LENGTH = textKey("length");
const TURN = textKey("turn");
const QUESTION = textKey("question");
const STARS = textKey("stars");
/**
 * Number of times a result of the rules is added. It is stronger evidence than a word, so the model learns it sooner.
 */
const RULE_STRENGTH = 5;
const LONGEST = 6;
const OPINION = 0.1;
/**
 * Maximum distance of a neighbouring clause, in clauses. A text of 100,000 characters may be one sentence of 7,000
 * clauses.
 */
const AROUND = 32;

/** Builds the function that adds the results of the rules for a clause to the features of the trained model. */
export function ruleFeatures({ aspects, problems }: Taxonomy) {
  // Keys come from ids, because an operator's taxonomy may have them at other indexes.
  const aspectKeys = aspects.map(({ id }) => textKey(id));
  const problemKeys = problems.map(({ id }) => textKey(id));

  return (sentence: ReadSentence, at: number, rating: number, add: (key: number, times: number) => void): void => {
    const clause = sentence.scored.clauses[at];
    if (clause === undefined) return;
    const sign = clause.score > OPINION ? 1 : clause.score < -OPINION ? 2 : 0;
    add(mixed(SCORE, sign), 1);
    add(mixed(LENGTH, Math.min(LONGEST, clause.words.length >> 1)), 1);
    if (clause.isTurn) add(TURN, 1);
    if (clause.isQuestion) add(QUESTION, 1);
    add(mixed(STARS, rating <= 2 ? 1 : rating < 4 ? 2 : 3), 1);
    const { problems, judged } = sentence.subjects[at]!;
    for (const aspect of judged.aspects.keys()) add(mixed(JUDGED, aspectKeys[aspect]!), 1);
    for (const problem of problems.keys()) add(mixed(PROBLEM_WORD, problemKeys[problem]!), 1);
    for (const problem of judged.problems.keys()) add(mixed(PROBLEM_WORD, problemKeys[problem]!), 1);
    const end = Math.min(sentence.aspects.length, at + AROUND + 1);
    for (let other = Math.max(0, at - AROUND); other < end; other++) {
      const isOwn = other === at;
      for (const aspect of sentence.aspects[other]!.keys()) {
        add(mixed(isOwn ? ASPECT : ASPECT_AROUND, aspectKeys[aspect]!), isOwn ? RULE_STRENGTH : 1);
        if (isOwn) add(mixed(ASPECT_SIGNED[sign]!, aspectKeys[aspect]!), 1);
      }
      for (const problem of sentence.problems[other]!) {
        add(mixed(isOwn ? PROBLEM : PROBLEM_AROUND, problemKeys[problem]!), isOwn ? RULE_STRENGTH : 1);
      }
    }
  };
}
