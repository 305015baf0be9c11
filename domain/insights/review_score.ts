import type { Sentiment } from "./analyzed_review.ts";
import { SILENCE } from "./score_sentence.ts";

/** The part of the stars in the score of a review with text; the rest is its text's. */
const STARS = 0.35;
/** The stars at which a text without opinion is neutral: who writes less than four stars mostly criticises. */
const MIDDLE = 3.55;
/** A score beyond this is positive, below its negative is negative. */
const DECIDED = 0.1;

/** The stars as a score: from -1 for one to 1 for five. */
export function starScore(rating: number): number {
  return (rating - 3) / 2;
}

/**
 * The score of a whole review, from -1 to 1: its stars and the mean of its sentences.
 *
 * @param sentences Scores of its sentences; none for a review without text.
 */
export function reviewScore(rating: number, sentences: readonly number[]): number {
  const stars = starScore(rating);
  if (sentences.length === 0) return stars;
  const telling = sentences.filter((score) => Math.abs(score) >= SILENCE);
  const text = telling.reduce((sum, score) => sum + score, 0) / Math.max(1, telling.length);
  return Math.max(-1, STARS * (rating - MIDDLE) / 2 + (1 - STARS) * text);
}

/** What a score is called. */
export function sentimentOf(score: number): Sentiment {
  return score > DECIDED ? "positive" : score < -DECIDED ? "negative" : "neutral";
}
