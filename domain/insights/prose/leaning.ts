import type { SentimentCounts } from "../figures/sentiment_counts.ts";
import { wilsonLowerBound } from "../numbers.ts";

/** To which side reviews lean, or that opinions differ; null where neither is sure. */
export type Leaning = "praise alone" | "praise" | "divided" | "complaints" | "complaints alone" | null;

/** With fewer opinions nothing is said of all of them together. Ten of one side are surely the greater one. */
export const FEWEST_OPINIONS = 10;
/** The share of one side that a fifth of wrong judgements would not turn: 0.7 less 0.2 is still a half. */
const SURE = 0.7;
/** Opinions differ up to here. Between this and the share above nothing is said, or one review more would turn it. */
const MIXED = 0.65;
/** What the side must surely have if these reviews are taken as a sample: of few opinions a little more than half. */
const MORE_THAN_HALF = 0.55;
/** Of the other side there must surely be so much that opinions differ. */
const HEARD = 0.15;
/** Of what is mostly only named the few opinions are often of something beside it. */
const TOLD = 0.6;
/** "Nearly all": of all mentions, also those without an opinion. */
const [NEARLY_ALL, SURELY_MANY] = [0.9, 0.8];

/**
 * To which side the reviews lean that speak of something. A side is only named where it would remain the greater one if
 * a fifth of the judgements were wrong, and by the lower bound of its share (Wilson, 95 %); that opinions differ only
 * where some of the fewer would remain. Three of five mentions must have an opinion.
 */
export function leaningOf(counts: SentimentCounts): Leaning {
  const { positive, negative, neutral } = counts;
  const told = positive + negative;
  const all = told + neutral;
  if (told < FEWEST_OPINIONS || told < TOLD * all) return null;
  const most = Math.max(positive, negative);
  if (most <= MIXED * told) return wilsonLowerBound(told - most, told) >= HEARD ? "divided" : null;
  if (most <= SURE * told || wilsonLowerBound(most, told) <= MORE_THAN_HALF) return null;
  const isAlone = most >= NEARLY_ALL * all && wilsonLowerBound(most, all) >= SURELY_MANY;
  if (positive > negative) return isAlone ? "praise alone" : "praise";
  return isAlone ? "complaints alone" : "complaints";
}

/** Whether at least a fifth of the opinions are of the other side: then both have a say. */
export function isDivided({ positive, negative }: SentimentCounts): boolean {
  return 5 * Math.min(positive, negative) >= positive + negative;
}
