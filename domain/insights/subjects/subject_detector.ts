import { clauseFeatures } from "../model/word_features.ts";
import { type LinearModel, linearModel, type PackedModel } from "../model/linear_model.ts";
import { SILENCE } from "../sentiment/score_sentence.ts";
import { namingWords, type Taxonomy, type TaxonomyEntry } from "../taxonomy/taxonomy.ts";
import { sharedTerms, termMatches } from "../text/shared_terms.ts";
import { withAnyEnding } from "../text/term_pattern.ts";
import { type Word, wordMemo } from "../text/words_of.ts";
import { type ReadSentence, tellingWords } from "./read_sentence.ts";
import { ruleFeatures } from "./rule_features.ts";
import type { AspectPlaces } from "./subject_matcher.ts";
import { builtInTaxonomy } from "../taxonomy/taxonomy_choice.ts";
import weights from "./subject_weights.json" with { type: "json" };

const MODELS: ReadonlyMap<string, PackedModel> = new Map(Object.entries(weights));
/**
 * Thresholds in log-odds, chosen by cross-validation over writers and on the validation reviews: nine in ten problems
 * must be right. A lower score suffices to keep a find of the rules than to add one. From three stars on, `fromThreeStars` is added
 * to both: satisfied reviewers often describe what was repaired. Without it, problems at three stars and more were right
 * in two of three cases, below in five of six.
 */
const THRESHOLDS = { aspects: { keep: -0.25, add: 0.85 }, problems: { keep: 0.3, add: 1.2, fromThreeStars: 0.5 } };

/**
 * Returns the detector with the weights of this version; for a taxonomy without a model, the results of the rules. Both
 * find an aspect by its own name wherever that is praised or criticised.
 */
export function trainedDetector(taxonomy: Taxonomy): SubjectDetector {
  const model = MODELS.get(taxonomy.id);
  // Built on first use: pages read sentences and scores, and never use the detector.
  let detector: SubjectDetector | null = null;
  return (sentences, rating) => {
    detector ??= withOwnNames(
      taxonomy,
      model === undefined ? byRulesAlone : subjectDetector(model, taxonomy, THRESHOLDS, rewrittenIn(taxonomy)),
    );
    return detector(sentences, rating);
  };
}

/** Maximum number of words of an item such as "his pricing", which the opinion of its sentence is about. */
const LONGEST_LIST_ITEM = 4;

/** Adds the aspects whose label, with any endings, stands in praise or criticism. */
function withOwnNames({ aspects }: Taxonomy, detect: SubjectDetector): SubjectDetector {
  const names = sharedTerms(aspects.map(({ label }, aspect) => [withAnyEnding(label), aspect] as const));
  const named = (sentence: ReadSentence, clause: number): AspectPlaces => {
    const { words, score } = sentence.scored.clauses[clause]!;
    const found = sentence.aspects[clause]!;
    const opinion = words.length <= LONGEST_LIST_ITEM ? sentence.scored.score : score;
    if (Math.abs(opinion) < SILENCE || !words.some(names.mayBegin)) return found;
    const all = new Map(found);
    for (const { at, value } of termMatches(words, names)) {
      if (sentence.subjects[clause]!.ignored.has(at)) continue;
      for (const aspect of value) if (!all.has(aspect)) all.set(aspect, [at]);
    }
    return all;
  };
  return (sentences, rating) =>
    detect(sentences, rating).map((sentence) => {
      const { scored, subjects, problems } = sentence;
      return { scored, subjects, aspects: scored.clauses.map((_, clause) => named(sentence, clause)), problems };
    });
}

function rewrittenIn(taxonomy: Taxonomy): ReadonlySet<string> {
  const builtIn = builtInTaxonomy(taxonomy.id);
  const wordsOf = (entry: TaxonomyEntry) => JSON.stringify([namingWords(entry), entry.judged_words]);
  const known = [...builtIn.aspects, ...builtIn.problems].map(wordsOf);
  const names = subjectClasses(builtIn);
  const before = new Map(names.map((name, place) => [name, known[place]]));
  const entries = [...taxonomy.aspects, ...taxonomy.problems];
  return new Set(
    subjectClasses(taxonomy).filter((name, place) => {
      const entry = entries[place];
      return entry !== undefined && wordsOf(entry) !== before.get(name);
    }),
  );
}

/** Keeps all results of the rules. */
export function byRulesAlone(sentences: Parameters<SubjectDetector>[0]): ReturnType<SubjectDetector> {
  return sentences;
}

/** Returns the class names of a taxonomy's aspects and problems, in this order. */
export function subjectClasses({ aspects, problems }: Taxonomy): readonly string[] {
  return [...aspects.map(({ id }) => `aspect ${id}`), ...problems.map(({ id }) => `problem ${id}`)];
}

/** Decides which aspects and problems the clauses of a text are about, from the results of the rules and the words. */
export type SubjectDetector = (sentences: readonly ReadSentence[], rating: number) => readonly ReadSentence[];

/** Minimum scores in log-odds: `keep` for a subject found by the rules, `add` for another one. */
interface Thresholds {
  readonly keep: number;
  readonly add: number;
}

const MOST_STARS = 5;
const THREE_STARS = 3;
/** Places of a subject found by the model alone: the whole clause counts. */
const WHOLE_CLAUSE: readonly number[] = [];
const NO_ASPECT: AspectPlaces = new Map();
const NO_PROBLEM: readonly number[] = [];

/**
 * Builds the detector of a taxonomy. Aspects and problems unknown to the model keep the results of the rules.
 *
 * @param rewritten Classes whose words the operator has changed; their results by the rules are kept.
 */
export function subjectDetector(
  packed: PackedModel,
  taxonomy: Taxonomy,
  thresholds: { readonly aspects: Thresholds; readonly problems: Thresholds & { readonly fromThreeStars: number } },
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

function wordWeights(model: LinearModel): (words: readonly Word[], sums: Int32Array) => void {
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
