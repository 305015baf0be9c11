import type { PackedModel } from "../model/linear_model.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { TAXONOMY_NAMES } from "../taxonomy/taxonomy_choice.ts";
import { type PolarityJudge, polarityJudge, type Trust } from "./polarity_judge.ts";
import weights from "./polarity_weights.json" with { type: "json" };

/** Chosen by cross-validation with whole writers left out: with more for the stars, what contradicts them is read worse. */
const TRUST: Trust = {
  stars: 2.5,
  clearStars: 4,
  starsForOpinion: 1,
  neutral: 0.2,
  neutralByRules: 0,
  rules: 1,
  alone: true,
};
/**
 * Of other trades a word may name more than it was meant for, so that many of the mentions are bare ones. What the model
 * alone says there is wrong as often as right, and so is what it turns around.
 */
const TRUST_ELSEWHERE: Trust = {
  stars: 1.5,
  clearStars: 1.5,
  starsForOpinion: 0,
  neutral: 0.5,
  neutralByRules: 1,
  rules: 2.5,
  alone: false,
};

const MODEL: PackedModel = weights;

/** The judge with the weights of this version; for a taxonomy that it has not learnt from a more careful one. */
export function trainedJudge({ id }: Taxonomy): PolarityJudge {
  const names: readonly string[] = TAXONOMY_NAMES;
  return polarityJudge(MODEL, names.includes(id) ? TRUST : TRUST_ELSEWHERE);
}
