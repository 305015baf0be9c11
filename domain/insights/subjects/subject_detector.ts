import { FeatureList } from "../model/feature_list.ts";
import { type LinearModel, linearModel, type PackedModel } from "../model/linear_model.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import type { ReadSentence } from "./read_sentence.ts";
import { subjectFeatures } from "./subject_features.ts";

/** The names of the classes of a taxonomy's aspects and problems, in this order. */
export function subjectClasses({ aspects, problems }: Taxonomy): readonly string[] {
  return [...aspects.map(({ id }) => `aspect ${id}`), ...problems.map(({ id }) => `problem ${id}`)];
}

/** Decides which aspects and problems the clauses of a text speak of, from what the rules found and from their words. */
export type SubjectDetector = (sentences: readonly ReadSentence[], rating: number) => readonly ReadSentence[];

/** From which score on, in log-odds, a clause speaks of a subject. */
export interface Thresholds {
  readonly aspects: number;
  readonly problems: number;
}

/** Found by the trained part alone: the whole clause says it. */
const WHOLE_CLAUSE: readonly number[] = [];

/**
 * Builds the detector of a taxonomy; its aspects and problems of which the model knows nothing stay as the rules found
 * them.
 */
export function subjectDetector(packed: PackedModel, taxonomy: Taxonomy, thresholds: Thresholds): SubjectDetector {
  const model: LinearModel = linearModel(packed);
  const addFeatures = subjectFeatures(taxonomy);
  const list = new FeatureList();
  const scores = new Float64Array(model.classes.length);
  const placesOf = new Map(model.classes.map((name, place) => [name, place]));
  const places = subjectClasses(taxonomy).map((name) => placesOf.get(name) ?? -1);
  const aspects = taxonomy.aspects.map((_, index) => places[index] ?? -1);
  const problems = taxonomy.problems.map((_, index) => places[taxonomy.aspects.length + index] ?? -1);

  return (sentences, rating) =>
    sentences.map((sentence) => {
      const aspectsAt = [...sentence.aspects];
      const problemsAt = [...sentence.problems];
      for (let clause = 0; clause < aspectsAt.length; clause++) {
        addFeatures(list, sentence, clause, rating);
        model.score(list.keys, list.length, scores);
        const found = sentence.aspects[clause] ?? new Map<number, readonly number[]>();
        const decided = new Map<number, readonly number[]>();
        for (let aspect = 0; aspect < aspects.length; aspect++) {
          const place = aspects[aspect] ?? -1;
          const words = found.get(aspect);
          const is = place < 0 ? words !== undefined : (scores[place] ?? 0) >= thresholds.aspects;
          if (is) decided.set(aspect, words ?? WHOLE_CLAUSE);
        }
        aspectsAt[clause] = decided;
        problemsAt[clause] = decidedProblems(sentence.problems[clause] ?? []);
      }
      return { ...sentence, aspects: aspectsAt, problems: problemsAt };
    });

  function decidedProblems(found: readonly number[]): readonly number[] {
    const decided: number[] = [];
    for (let problem = 0; problem < problems.length; problem++) {
      const place = problems[problem] ?? -1;
      const is = place < 0 ? found.includes(problem) : (scores[place] ?? 0) >= thresholds.problems;
      if (is) decided.push(problem);
    }
    return decided;
  }
}
