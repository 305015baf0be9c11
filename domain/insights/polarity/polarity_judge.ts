import { FeatureList } from "../model/word_features.ts";
import { linearModel, type PackedModel } from "../model/linear_model.ts";
import { isBareFact } from "../sentiment/bare_fact.ts";
import { sentimentOf, starScore } from "../sentiment/review_score.ts";
import { type JudgedMention, polarityFeatures } from "./polarity_features.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { LEARNT_TRADES } from "../taxonomy/taxonomy_choice.ts";
import weights from "./polarity_weights.json" with { type: "json" };

/**
 * Trust in the taxonomies of learnt trades, chosen by cross-validation over writers. More weight on the stars misreads
 * words that contradict them.
 */
const TRUST: Trust = {
  stars: { 1: -2.5, 2: -1.25, 4: 1.25, 5: 2.5 },
  neutral: 0.2,
  neutralByRules: 0,
  rules: 1,
};
/**
 * Trust in other taxonomies. Their words may have other meanings, and half of the opinions that the model finds alone
 * or reverses are wrong there. So clear stars decide nearly alone; four stars are often given with a reservation.
 */
const TRUST_ELSEWHERE: Trust = {
  stars: { 1: -6, 2: -3, 4: 0.75, 5: 6 },
  neutral: 0.5,
  neutralByRules: 2,
  rules: 2.5,
};

const MODEL: PackedModel = weights;

/**
 * Returns the judge with the weights of this version; a more careful one for a taxonomy the model was not trained on.
 */
export function trainedJudge({ id }: Taxonomy): PolarityJudge {
  return polarityJudge(MODEL, LEARNT_TRADES.includes(id) ? TRUST : TRUST_ELSEWHERE);
}

/** Ratings that decide where a clause says nothing. Four stars are often given with a reservation, three say nothing. */
const CLEAR_STARS = [1, 2, 5];
/** Maximum number of words of a text whose stars judge each aspect in it. Half of what longer ones name is no opinion. */
const MOST_WORDS = 50;

/**
 * Judges in languages without a model. Where the words express nothing, clear stars decide in a text of up to 50 words.
 * Words that contradict the stars leave the aspect neutral.
 */
export const judgeByStars: PolarityJudge = ({ ruled, sentences }, rating) => {
  const stars = CLEAR_STARS.includes(rating) ? starScore(rating) : 0;
  if (sentimentOf(ruled) !== "neutral") return stars * ruled < 0 ? 0 : ruled;
  const length = sentences.flatMap(({ clauses }) => clauses).reduce((sum, { words }) => sum + words.length, 0);
  return length > MOST_WORDS ? 0 : stars / 2;
};

/** The classes of the model, in this order. */
export const POLARITIES: readonly string[] = ["negative", "neutral", "positive"];

/**
 * Returns the score of an aspect, -1 to 1. `decided` is the score that the rules derive from the words and the stars.
 */
export type PolarityJudge = (mention: JudgedMention, rating: number, decided: number) => number;

/** Weights of the rules and the stars relative to the model, in log-odds. */
export interface Trust {
  /** By rating: added to praise, or to criticism if negative. Counts against neutral too, but not for a bare fact. */
  readonly stars: Readonly<Record<number, number>>;
  readonly neutral: number;
  /** Added to neutral where the rules find no opinion. */
  readonly neutralByRules: number;
  /** Added to the side of a clear opinion by the rules. */
  readonly rules: number;
}

/** Minimum absolute score of a judgement by the model alone. */
const LEAST = 0.11;
/** Lead in log-odds that gives a score of half the scale. */
const CLEAR = 3;

/** Added to neutral for a bare fact, because an amount alone is rarely an opinion. */
const OF_A_FACT = 0.3;
/** Minimum absolute score by the rules that counts as fully clear. */
const CLEAR_RULE = 0.6;

/**
 * Builds the judge. The model decides between praise, criticism and neutral; where the rules agree, their score is
 * kept.
 */
export function polarityJudge(packed: PackedModel, trust: Trust): PolarityJudge {
  const model = linearModel(packed);
  const addFeatures = polarityFeatures();
  const list = new FeatureList();
  const scores = new Float64Array(model.classes.length);
  return (mention, rating, decided) => {
    const { ruled } = mention;
    const byRules = sentimentOf(ruled);
    // Balanced praise and criticism: the stars have already broken the tie.
    if (byRules === "neutral" && sentimentOf(decided) !== "neutral") return decided;
    addFeatures(list, mention);
    model.score(list.keys, list.length, scores);
    const clear = trust.rules * Math.min(CLEAR_RULE, Math.abs(ruled)) / CLEAR_RULE;
    const criticism = (scores[0] ?? 0) + (byRules === "negative" ? clear : 0);
    const neutral = (scores[1] ?? 0) + trust.neutral + (byRules === "neutral" ? trust.neutralByRules : 0);
    const praise = (scores[2] ?? 0) + (byRules === "positive" ? clear : 0);
    const stars = trust.stars[rating] ?? 0;
    const [forPraise, forCriticism] = [Math.max(0, stars), Math.max(0, -stars)];
    const isFact = isFactAlone(mention);
    const most = isFact ? Math.max(praise, criticism) : Math.max(praise + forPraise, criticism + forCriticism);
    const lead = most - neutral - (isFact ? OF_A_FACT : 0);
    const isPraise = praise + forPraise > criticism + forCriticism;
    const judged = lead <= 0 ? "neutral" : isPraise ? "positive" : "negative";
    if (sentimentOf(decided) === judged) return decided;
    return lead <= 0 ? 0 : (isPraise ? 1 : -1) * Math.max(LEAST, lead / (CLEAR + lead));
  };
}

function isFactAlone({ sentences, clauses }: JudgedMention): boolean {
  for (let at = 0; at < clauses.length; at += 2) {
    const clause = sentences[clauses[at] ?? 0]?.clauses[clauses[at + 1] ?? 0];
    if (clause !== undefined && (clause.polarWords.length > 0 || !isBareFact(clause))) return false;
  }
  return true;
}
