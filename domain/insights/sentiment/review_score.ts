import { SILENCE } from "./score_sentence.ts";

/** What a review is said to feel. */
export type Sentiment = "positive" | "neutral" | "negative";

/** What one star more or less counts beside the text. */
const STAR = 0.25;
/** The stars at which a text without opinion is neutral: four without a word of praise are still praise. */
const MIDDLE = 3.4;
const FIVE_STARS = 0.1;
/** A score beyond this is positive, below its negative is negative. */
const DECIDED = 0.1;

/** The stars as a score: from -1 for one to 1 for five. */
export function starScore(rating: number): number {
  return (rating - 3) / 2;
}

/**
 * The score of a whole review, from -1 to 1: its stars and its sentences. More sentences of one mind
 * say more than one.
 *
 * @param sentences Scores of its sentences; none for a review without text.
 */
export function reviewScore(rating: number, sentences: readonly number[]): number {
  if (sentences.length === 0) return starScore(rating);
  const telling = sentences.filter((score) => Math.abs(score) >= SILENCE);
  const sum = telling.reduce((sum, score) => sum + inItsStars(rating, score), 0);
  const stars = STAR * (rating - MIDDLE) + (rating === 5 ? FIVE_STARS : 0);
  return Math.tanh(stars + sum / Math.sqrt(Math.max(1, telling.length)));
}

/**
 * What a passage's score counts in a review of so many stars. Who gives all five and tells of
 * something bad mostly tells what was put right; only what is very bad keeps its weight.
 */
export function inItsStars(rating: number, score: number): number {
  return rating === 5 && score < 0 ? -score * score : score;
}

/** What a score is called. */
export function sentimentOf(score: number): Sentiment {
  return score > DECIDED ? "positive" : score < -DECIDED ? "negative" : "neutral";
}
