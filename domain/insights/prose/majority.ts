import type { SentimentCounts } from "../figures/sentiment_counts.ts";
import { wilsonLowerBound } from "../evidence_minimum.ts";

/** The majority side of the reviews, or that opinions differ; null if neither is certain. */
export type Majority = "praise alone" | "praise" | "divided" | "complaints" | "complaints alone" | null;

/** Minimum number of opinions for a statement about all of them. Ten of one side are a certain majority. */
const FEWEST_OPINIONS = 10;
/**
 * Minimum share of one side. It stays a majority with a fifth of the judgements wrong: 0.7 less 0.2 is still a half.
 */
const LEAST_MAJORITY = 0.7;
/**
 * Maximum share of one side for divided opinions. Between this and `LEAST_MAJORITY` nothing is published, so that one
 * more review cannot reverse it.
 */
const MOST_DIVIDED = 0.65;
/** Minimum lower bound of the majority's share, with the reviews as a sample. */
const MORE_THAN_HALF = 0.55;
/** Minimum lower bound of the minority's share for divided opinions. */
const LEAST_MINORITY = 0.15;
/** Minimum share of mentions with an opinion. Below it, the few opinions are often about a related subject. */
const OPINION_SHARE = 0.6;
/** Minimum share for "nearly all", of all mentions, also those without an opinion; then its minimum lower bound. */
const [NEARLY_ALL, SURELY_MANY] = [0.9, 0.8];

/**
 * Returns the majority side of the reviews of a subject. It must stay the majority with a fifth of the judgements
 * wrong, and by the lower bound of its share (Wilson, 95 %). Divided opinions need a certain minority. Three of five
 * mentions must have an opinion.
 */
export function majorityOf(counts: SentimentCounts): Majority {
  const { positive, negative, neutral } = counts;
  const opinions = positive + negative;
  const all = opinions + neutral;
  if (opinions < FEWEST_OPINIONS || opinions < OPINION_SHARE * all) return null;
  const most = Math.max(positive, negative);
  if (most <= MOST_DIVIDED * opinions) {
    return wilsonLowerBound(opinions - most, opinions) >= LEAST_MINORITY ? "divided" : null;
  }
  if (most <= LEAST_MAJORITY * opinions || wilsonLowerBound(most, opinions) <= MORE_THAN_HALF) return null;
  const isAlone = most >= NEARLY_ALL * all && wilsonLowerBound(most, all) >= SURELY_MANY;
  if (positive > negative) return isAlone ? "praise alone" : "praise";
  return isAlone ? "complaints alone" : "complaints";
}

/** Returns whether at least a fifth of the opinions are of the other side; then both sides are quoted. */
export function isDivided({ positive, negative }: SentimentCounts): boolean {
  return 5 * Math.min(positive, negative) >= positive + negative;
}
