import { SILENCE } from "./score_sentence.ts";

/** The class of a score. */
export type Sentiment = "positive" | "neutral" | "negative";

/** Weight of one star relative to the text. */
const STAR = 0.25;
/** Rating at which a text without opinion is neutral: four stars without praise are still positive. */
const MIDDLE = 3.4;
/** Limit of neutral scores: higher ones are positive, those below its negative are negative. */
const DECIDED = 0.1;
/** Highest score of a review by its stars: praise in a review with one or two is mostly irony or a wish. */
const HIGHEST: Readonly<Record<number, number>> = { 1: -2 * DECIDED, 2: 0 };

/** Returns the rating as a score: 1 star is -1, 5 stars are 1. */
export function starScore(rating: number): number {
  return (rating - 3) / 2;
}

/**
 * Returns the score of a whole review from its rating and its sentences, -1 to 1. Several sentences of the same
 * sentiment weigh more than one.
 *
 * @param sentences Scores of its sentences; empty for a review without text.
 */
export function reviewScore(rating: number, sentences: readonly number[]): number {
  if (sentences.length === 0) return starScore(rating);
  const telling = sentences.filter((score) => Math.abs(score) >= SILENCE);
  const sum = telling.reduce((sum, score) => sum + inItsStars(rating, score), 0);
  const score = Math.tanh(STAR * (rating - MIDDLE) + sum / Math.sqrt(Math.max(1, telling.length)));
  return Math.min(score, HIGHEST[rating] ?? 1);
}

/**
 * Adjusts the score of a passage to its stars. Criticism in a five-star review is mostly about a solved problem. It is
 * squared, so that only strong criticism keeps its weight.
 */
export function inItsStars(rating: number, score: number): number {
  return rating === 5 && score < 0 ? -score * score : score;
}

/** Weight of the stars (-1 to 1) in the score of an aspect that the words are divided about. */
const STARS_IN_TIE = 0.3;

/**
 * Returns the score of an aspect from its clauses, -1 to 1. The words decide: 0 without an opinion, whatever the stars.
 * If praise and criticism balance, the stars break the tie.
 *
 * @param said Scores of the clauses about the aspect.
 */
export function aspectScoreOf(rating: number, said: readonly number[]): number {
  const telling = said.filter((score) => Math.abs(score) >= SILENCE);
  const mean = telling.reduce((sum, score) => sum + score, 0) / Math.max(1, telling.length);
  const isTied = Math.abs(mean) <= DECIDED && telling.some((score) => score > 0) && telling.some((score) => score < 0);
  return isTied ? mean + STARS_IN_TIE * starScore(rating) : mean;
}

/** Returns the sentiment of a score: neutral from -0.1 to 0.1. */
export function sentimentOf(score: number): Sentiment {
  return score > DECIDED ? "positive" : score < -DECIDED ? "negative" : "neutral";
}
