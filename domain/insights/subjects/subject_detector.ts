import { clauseFeatures } from "../model/clause_features.ts";
import { type LinearModel, linearModel, type PackedModel } from "../model/linear_model.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { wordMemo } from "../text/word_memo.ts";
import type { Word } from "../text/words_of.ts";
import { type ReadSentence, tellingWords } from "./read_sentence.ts";
import { ruleFeatures } from "./rule_features.ts";
import type { AspectPlaces } from "./subject_matcher.ts";

/** The names of the classes of a taxonomy's aspects and problems, in this order. */
export function subjectClasses({ aspects, problems }: Taxonomy): readonly string[] {
  return [...aspects.map(({ id }) => `aspect ${id}`), ...problems.map(({ id }) => `problem ${id}`)];
}

/** Decides which aspects and problems the clauses of a text speak of, from what the rules found and from their words. */
export type SubjectDetector = (sentences: readonly ReadSentence[], rating: number) => readonly ReadSentence[];

/** From which score on, in log-odds, a subject is kept that the rules found, and from which one is added. */
export interface Thresholds {
  readonly keep: number;
  readonly add: number;
}

/** Those of problems. */
export interface ProblemThresholds extends Thresholds {
  /** How much higher both are from three stars on: who is not dissatisfied often tells of what was put right. */
  readonly fromThreeStars: number;
}

const MOST_STARS = 5;
const THREE_STARS = 3;
/** Found by the trained part alone: the whole clause says it. */
const WHOLE_CLAUSE: readonly number[] = [];
const NO_ASPECT: AspectPlaces = new Map();
const NO_PROBLEM: readonly number[] = [];

/**
 * Builds the detector of a taxonomy; its aspects and problems of which the model knows nothing stay as the rules found
 * them.
 *
 * @param rewritten Classes whose words the operator has changed: what they find is kept.
 */
export function subjectDetector(
  packed: PackedModel,
  taxonomy: Taxonomy,
  thresholds: { readonly aspects: Thresholds; readonly problems: ProblemThresholds },
  rewritten: ReadonlySet<string> = new Set(),
): SubjectDetector {
  const model = linearModel(packed);
  const addWords = wordWeights(model);
  const ofRules = ruleFeatures(taxonomy);
  const sums = new Int32Array(model.classes.length);
  const isKept = Uint8Array.from(model.classes, (name) => Number(rewritten.has(name)));
  const addRule = (key: number, times: number) => model.add(key, times, sums);
  const placesOf = new Map(model.classes.map((name, place) => [name, place]));
  const places = subjectClasses(taxonomy).map((name) => placesOf.get(name) ?? -1);
  const aspects = Int32Array.from(taxonomy.aspects, (_, index) => places[index] ?? -1);
  const problems = Int32Array.from(taxonomy.problems, (_, index) => places[taxonomy.aspects.length + index] ?? -1);

  return (sentences, rating) => {
    const decided: ReadSentence[] = [];
    for (const sentence of sentences) {
      const { scored, subjects } = sentence;
      const aspects: AspectPlaces[] = [];
      const problems: (readonly number[])[] = [];
      for (let clause = 0; clause < scored.clauses.length; clause++) {
        sums.fill(0);
        addWords(tellingWords(sentence, clause), sums);
        ofRules(sentence, clause, rating, addRule);
        aspects.push(aspectsAt(sentence.aspects[clause]!));
        const more = rating >= THREE_STARS ? thresholds.problems.fromThreeStars : 0;
        problems.push(rating === MOST_STARS ? NO_PROBLEM : problemsAt(sentence.problems[clause]!, more));
      }
      decided.push({ scored, subjects, aspects, problems });
    }
    return decided;
  };

  function aspectsAt(found: AspectPlaces): AspectPlaces {
    let decided: Map<number, readonly number[]> | null = null;
    for (let aspect = 0; aspect < aspects.length; aspect++) {
      const words = found.get(aspect);
      if (isDecided(aspects[aspect]!, words !== undefined, thresholds.aspects)) {
        (decided ??= new Map()).set(aspect, words ?? WHOLE_CLAUSE);
      }
    }
    return decided ?? NO_ASPECT;
  }

  function problemsAt(found: readonly number[], more: number): readonly number[] {
    let decided: number[] | null = null;
    for (let problem = 0; problem < problems.length; problem++) {
      if (isDecided(problems[problem]!, found.includes(problem), thresholds.problems, more)) {
        (decided ??= []).push(problem);
      }
    }
    return decided ?? NO_PROBLEM;
  }

  function isDecided(place: number, isFound: boolean, { keep, add }: Thresholds, more = 0): boolean {
    if (place < 0 || isFound && isKept[place] === 1) return isFound;
    return model.scoreOf(place, sums[place]!) >= (isFound ? keep : add) + more;
  }
}

/** Adds the weights of the words of a clause and of their pairs to the sums of a model's classes. */
type WordWeights = (words: readonly Word[], sums: Int32Array) => void;

/** Builds what adds the weights of words. Remembers for each spelling the sums of its weights. */
function wordWeights(model: LinearModel): WordWeights {
  const { ofWord, ofPairs } = clauseFeatures();
  const sumsOf = wordMemo((word) => {
    const own = new Int32Array(model.classes.length);
    ofWord(word, (key) => model.add(key, 1, own));
    return own;
  });
  return (words, sums) => {
    for (const word of words) {
      const own = sumsOf(word);
      for (let place = 0; place < own.length; place++) sums[place]! += own[place]!;
    }
    ofPairs(words, (key) => model.add(key, 1, sums));
  };
}
