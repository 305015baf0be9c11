import { BusinessFile } from "../../domain/business.ts";
import { aspectInsights } from "../../domain/insights/figures/aspect_insights.ts";
import { groupEvidence } from "../../domain/insights/figures/group_evidence.ts";
import { phraseNames } from "../../domain/insights/phrases/top_phrases.ts";
import type { SentimentCounts } from "../../domain/insights/figures/sentiment_counts.ts";
import { isDivided, sideOf } from "../../domain/insights/figures/strengths.ts";
import type { Review } from "../../domain/review.ts";
import { evaluationReview } from "./eval_reviews.ts";
import type { Polarity } from "./eval_figures.ts";
import type { GoldReading } from "./gold_reading.ts";
import { type GoldReview, passagesOf, spaced } from "./gold_set.ts";

/** Number of reviews whose phrases and sides are computed together, as many as a small business has. */
const TOGETHER = 60;

/** Numbers of phrases and sides shown with aspects, and of those that fit the labels. */
export interface ShownFigures {
  readonly phrases: number;
  /** Number of phrases that overlap a passage labelled with the aspect. */
  readonly rightPhrases: number;
  /** Number of aspects whose prose names the side of the opinions. */
  readonly sides: number;
  /** Number of these aspects whose labels are on that side; "divided" needs a fifth of the labels on each side. */
  readonly rightSides: number;
}

/** Compares the phrases and sides shown for every aspect with the labels, sixty reviews at a time. */
export function evaluateShown(reviews: readonly GoldReview[], reading: GoldReading): ShownFigures {
  let [phrases, rightPhrases, sides, rightSides] = [0, 0, 0, 0];
  const isName = phraseNames(BusinessFile.parse({ name: "A business" }));
  for (const [taxonomy, all] of Map.groupBy(reviews, ({ taxonomy }) => taxonomy)) {
    const reader = reading.readerOf(taxonomy);
    for (let from = 0; from < all.length; from += TOGETHER) {
      const some = all.slice(from, from + TOGETHER);
      const published = some.map(({ id, stars, text }): Review => ({ ...evaluationReview(stars, text), id }));
      const analyses = new Map(some.map(({ id, stars, text }) => [id, reading.read(taxonomy, stars, text)]));
      const evidence = groupEvidence(published, analyses);
      const insights = aspectInsights(evidence.aspects, new Map(), new Set(), reader, isName, () => "stable");
      for (const { id, top_phrases, ...counts } of insights) {
        for (const phrase of top_phrases) {
          phrases++;
          if (some.some((review) => isLabelled(review, id, spaced(phrase)))) rightPhrases++;
        }
        const side = sideOf(counts);
        if (side === null) continue;
        sides++;
        if (isOnSide(side, labelledCounts(some, id))) rightSides++;
      }
    }
  }
  return { phrases, rightPhrases, sides, rightSides };
}

/** Returns the numbers of reviews with each polarity in the labels of an aspect. */
function labelledCounts(reviews: readonly GoldReview[], aspect: string): SentimentCounts {
  const count = (polarity: Polarity) =>
    reviews.filter(({ mentions }) =>
      mentions.some((one) => one.aspect === aspect && one.fault === "business" && one.polarity === polarity)
    ).length;
  return { positive: count("positive"), neutral: count("neutral"), negative: count("negative") };
}

function isOnSide(side: NonNullable<ReturnType<typeof sideOf>>, labelled: SentimentCounts): boolean {
  if (side === "divided") return isDivided(labelled);
  return side === "praise" ? labelled.positive > labelled.negative : labelled.negative > labelled.positive;
}

/** Whether a phrase overlaps words of a review that are labelled with this aspect of the business. */
function isLabelled({ text, mentions }: GoldReview, aspect: string, phrase: string): boolean {
  const at = spaced(text).indexOf(phrase);
  return at !== -1 &&
    mentions.some((mention) =>
      mention.aspect === aspect && mention.fault === "business" && passagesOf(mention).map(spaced).some((words) => {
        const start = spaced(text).indexOf(words);
        return start < at + phrase.length && at < start + words.length;
      })
    );
}
