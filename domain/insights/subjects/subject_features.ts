import { clauseFeatures } from "../model/clause_features.ts";
import { type FeatureList, mixed, textKey } from "../model/feature_list.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import type { ReadSentence } from "./read_sentence.ts";

/** Writes the features of one clause of a text into a list: its words, and what the rules say of it. */
export type SubjectFeatures = (
  list: FeatureList,
  sentence: ReadSentence,
  clause: number,
  rating: number,
) => void;

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
const OTHERS = textKey("others");
const STARS = textKey("stars");
/** How many times what the rules find is written: it tells more than a word, and so is learnt sooner. */
const RULE_STRENGTH = 5;
const LONGEST = 6;
const OPINION = 0.1;

/** Builds what gives the features by which the trained part knows the subjects of a taxonomy. */
export function subjectFeatures({ aspects, problems }: Taxonomy): SubjectFeatures {
  const addWords = clauseFeatures();
  // By their ids: an operator's own taxonomy may have them in other places.
  const aspectKeys = aspects.map(({ id }) => textKey(id));
  const problemKeys = problems.map(({ id }) => textKey(id));

  function addRules(list: FeatureList, sentence: ReadSentence, at: number, sign: number): void {
    for (const aspect of sentence.aspects[at]?.keys() ?? []) {
      const key = aspectKeys[aspect] ?? 0;
      for (let time = 0; time < RULE_STRENGTH; time++) list.add(mixed(ASPECT, key));
      list.add(mixed(ASPECT_SIGNED[sign] ?? 0, key));
    }
    const { problems = new Map(), judged } = sentence.subjects[at] ?? {};
    for (const aspect of judged?.aspects.keys() ?? []) list.add(mixed(JUDGED, aspectKeys[aspect] ?? 0));
    for (const problem of problems.keys()) list.add(mixed(PROBLEM_WORD, problemKeys[problem] ?? 0));
    for (const problem of judged?.problems.keys() ?? []) list.add(mixed(PROBLEM_WORD, problemKeys[problem] ?? 0));
    for (const problem of sentence.problems[at] ?? []) {
      for (let time = 0; time < RULE_STRENGTH; time++) list.add(mixed(PROBLEM, problemKeys[problem] ?? 0));
    }
  }

  return (list, sentence, clauseAt, rating) => {
    list.clear();
    const clause = sentence.scored.clauses[clauseAt];
    if (clause === undefined) return;
    addWords(list, clause.words);
    const sign = clause.score > OPINION ? 1 : clause.score < -OPINION ? 2 : 0;
    list.add(mixed(SCORE, sign));
    list.add(mixed(LENGTH, Math.min(LONGEST, clause.words.length >> 1)));
    if (clause.isTurn) list.add(TURN);
    if (clause.isQuestion) list.add(QUESTION);
    if (clause.others !== null) list.add(OTHERS);
    list.add(mixed(STARS, rating <= 2 ? 1 : rating < 4 ? 2 : 3));
    addRules(list, sentence, clauseAt, sign);
    for (let other = 0; other < sentence.aspects.length; other++) {
      if (other === clauseAt) continue;
      for (const aspect of sentence.aspects[other]?.keys() ?? []) list.add(mixed(ASPECT_AROUND, aspectKeys[aspect] ?? 0));
      for (const problem of sentence.problems[other] ?? []) list.add(mixed(PROBLEM_AROUND, problemKeys[problem] ?? 0));
    }
  };
}
