import { counts } from "../rule_groups.ts";
import { SILENCE } from "./score_sentence.ts";

/** The class of a score. */
export type Sentiment = "positive" | "neutral" | "negative";

/** Weight of one star beside the text. */
const STAR = 0.25;
/** The rating at which a text without opinion is neutral: four stars without praise are still positive. */
const MIDDLE = 3.4;
const FIVE_STARS = 0.1;
/** Scores above are positive, scores below its negative are negative, the rest is neutral. */
const DECIDED = 0.1;

/** The rating as a score: 1 star is -1, 5 stars are 1. */
export function starScore(rating: number): number {
  return (rating - 3) / 2;
}

/**
 * The score of a whole review from its rating and its sentences, -1 to 1. Several sentences of the same sentiment weigh
 * more than one.
 *
 * @param sentences Scores of its sentences; empty for a review without text.
 */
export function reviewScore(rating: number, sentences: readonly number[]): number {
  if (sentences.length === 0) return starScore(rating);
  const telling = sentences.filter((score) => Math.abs(score) >= SILENCE);
  const sum = telling.reduce((sum, score) => sum + inItsStars(rating, score), 0);
  const stars = STAR * (rating - MIDDLE) + (rating === 5 ? FIVE_STARS : 0);
  return Math.tanh(stars + sum / Math.sqrt(Math.max(1, telling.length)));
}

/**
 * A passage's score, weighted by the rating. Negative passages of 5-star reviews mostly tell of a problem that was
 * solved: their score is squared, so that only strong ones keep their weight.
 */
export function inItsStars(rating: number, score: number): number {
  return rating === 5 && score < 0 ? -score * score : score;
}

/** Weight of the stars (-1 to 1) in the score of an aspect that the words are divided about. */
const STARS_IN_TIE = 0.3;

/**
 * What contradicts one or five stars must be at least so clear itself, half as clear against two or four: "he asked and told" in a
 * review of one star is no praise.
 */
const CONTRADICTING = 0.25;

/**
 * The score of an aspect from its clauses, -1 to 1. The words decide: 0 without any opinion, however many stars. Where
 * praise and criticism balance, the stars break the tie; a faint opinion that contradicts clear stars is none.
 *
 * @param said Scores of the clauses that speak of it.
 */
export function aspectScoreOf(rating: number, said: readonly number[], implied = 0): number {
  const telling = said.filter((score) => Math.abs(score) >= SILENCE);
  const mean = telling.reduce((sum, score) => sum + score, 0) / Math.max(1, telling.length);
  const isTied = Math.abs(mean) <= DECIDED && telling.some((score) => score > 0) && telling.some((score) => score < 0);
  if (!counts("stars")) return mean;
  if (isTied) return mean + STARS_IN_TIE * starScore(rating);
  if (Math.abs(mean) <= DECIDED) return implied === 0 ? mean : implied;
  return mean * starScore(rating) < 0 && Math.abs(mean) < CONTRADICTING * Math.abs(starScore(rating)) ? 0 : mean;
}

/** The sentiment of a score: neutral from -0.1 to 0.1. */
export function sentimentOf(score: number): Sentiment {
  return score > DECIDED ? "positive" : score < -DECIDED ? "negative" : "neutral";
}
