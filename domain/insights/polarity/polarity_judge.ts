import { FeatureList } from "../model/feature_list.ts";
import { linearModel, type PackedModel } from "../model/linear_model.ts";
import { isBareFact } from "../sentiment/implied_opinion.ts";
import { type Sentiment, sentimentOf, starScore } from "../sentiment/review_score.ts";
import { SILENCE } from "../sentiment/score_sentence.ts";
import { type JudgedMention, polarityFeatures } from "./polarity_features.ts";

/** The classes of the model, in this order. */
export const POLARITIES: readonly string[] = ["negative", "neutral", "positive"];

/**
 * The score of an aspect, -1 to 1, from what a text says of it and from what the rules made of that and of the stars; null
 * if only a model that may not judge alone sees an opinion in it.
 */
export type PolarityJudge = (mention: JudgedMention, rating: number, decided: number) => number | null;

/** How far the rules and the stars are followed beside the model, in log-odds. */
export interface Trust {
  /** What one or five stars add to criticism or to praise; two or four half of it. */
  readonly stars: number;
  /** What one or five stars add where the rules find an opinion: such a reviewer seldom means the opposite. */
  readonly clearStars: number;
  /** The share of it that counts against neutral as well, of a bare fact nothing. */
  readonly starsForOpinion: number;
  /** What is added to neutral. */
  readonly neutral: number;
  /** The same where the rules find no opinion. */
  readonly neutralByRules: number;
  /** What a clear opinion that the rules find adds to itself. */
  readonly rules: number;
  /** Whether the model may make an opinion where the rules find no word of it, and turn around what they find. */
  readonly alone: boolean;
}

/** How far a score that the model alone gives is from neutral at least. */
const LEAST = 0.11;
/** A lead of so much log-odds is half of the scale. */
const CLEAR = 3;

/** What is added to neutral for a bare fact: an amount is liked or not only by words that leave no doubt. */
const OF_A_FACT = 0.3;

/** By the stars that leave no doubt. */
const CONTRARY: Readonly<Record<number, Sentiment>> = { 1: "positive", 5: "negative" };

const MOST_STARS = 5;
/** A score by the rules that the stars alone do not turn into praise, where nothing else is praised either. */
const CLEAR_COMPLAINT = -0.4;

/** A score by the rules of at least this is as clear as any. */
const CLEAR_RULE = 0.6;

/**
 * Builds the judge: the model decides whether the words praise, criticise or only name an aspect; where it agrees with
 * the rules their score stays.
 */
export function polarityJudge(packed: PackedModel, trust: Trust): PolarityJudge {
  const model = linearModel(packed);
  const addFeatures = polarityFeatures();
  const list = new FeatureList();
  const scores = new Float64Array(model.classes.length);
  return (mention, rating, decided) => {
    const { ruled } = mention;
    const byRules = sentimentOf(ruled);
    // Praise and criticism that balance: the stars have broken the tie.
    if (byRules === "neutral" && sentimentOf(decided) !== "neutral") return decided;
    addFeatures(list, mention);
    model.score(list.keys, list.length, scores);
    const clear = trust.rules * Math.min(CLEAR_RULE, Math.abs(ruled)) / CLEAR_RULE;
    const criticism = (scores[0] ?? 0) + (byRules === "negative" ? clear : 0);
    const neutral = (scores[1] ?? 0) + trust.neutral + (byRules === "neutral" ? trust.neutralByRules : 0);
    const praise = (scores[2] ?? 0) + (byRules === "positive" ? clear : 0);
    const isClear = byRules !== "neutral" && CONTRARY[rating] !== undefined;
    const stars = (isClear ? trust.clearStars : trust.stars) * starScore(rating);
    const [forPraise, forCriticism] = [Math.max(0, stars), Math.max(0, -stars)];
    const isFact = isFactAlone(mention);
    const share = isFact ? 0 : trust.starsForOpinion;
    const least = neutral + (isFact ? OF_A_FACT : 0);
    const lead = Math.max(praise + share * forPraise, criticism + share * forCriticism) - least;
    const isPraise = praise + forPraise > criticism + forCriticism;
    const judged = lead <= 0 ? "neutral" : isPraise ? "positive" : "negative";
    // What contradicts one or five stars is said in a word or an event of opinion, or it is not said.
    if (byRules === "neutral" && judged === CONTRARY[rating]) return 0;
    if (judged === "positive" && rating === MOST_STARS && isPlainComplaint(mention)) {
      if (criticism >= Math.max(praise, neutral)) return Math.min(decided, -LEAST);
    }
    if (sentimentOf(decided) === judged) return decided;
    if (!trust.alone && (ruled === 0 || byRules !== "neutral")) return null;
    return lead <= 0 ? 0 : (isPraise ? 1 : -1) * Math.max(LEAST, lead / (CLEAR + lead));
  };
}

/** Whether the rules read clear criticism in a text that praises nothing: "Staff shortages." of five stars. */
function isPlainComplaint({ ruled, sentences }: JudgedMention): boolean {
  return ruled <= CLEAR_COMPLAINT && sentences.every(({ score }) => score <= SILENCE);
}

/** Whether a mention is nothing but an amount, what was arranged, or what is neither good nor bad. */
function isFactAlone({ sentences, clauses }: JudgedMention): boolean {
  for (let at = 0; at < clauses.length; at += 2) {
    const clause = sentences[clauses[at] ?? 0]?.clauses[clauses[at + 1] ?? 0];
    if (clause !== undefined && (clause.polarWords.length > 0 || !isBareFact(clause))) return false;
  }
  return true;
}
