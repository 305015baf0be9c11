import { BusinessFile } from "../../domain/business.ts";
import { aspectInsights } from "../../domain/insights/figures/aspect_insights.ts";
import { groupEvidence } from "../../domain/insights/figures/group_evidence.ts";
import { phraseNames } from "../../domain/insights/phrases/top_phrases.ts";
import type { Review } from "../../domain/review.ts";
import { evaluationReview } from "./eval_reviews.ts";
import type { GoldReading } from "./gold_reading.ts";
import { type GoldReview, passagesOf, spaced } from "./gold_set.ts";

/** Number of reviews whose phrases are computed together, as many as a small business has. */
const TOGETHER = 60;

/** Number of phrases shown with aspects, and of those that overlap a passage labelled with the aspect. */
export interface PhraseFigures {
  readonly shown: number;
  readonly right: number;
}

/** Compares the phrases of every aspect with the labels of the reviews that contain them, sixty reviews at a time. */
export function evaluatePhrases(reviews: readonly GoldReview[], reading: GoldReading): PhraseFigures {
  let [shown, right] = [0, 0];
  const isName = phraseNames(BusinessFile.parse({ name: "A business" }));
  for (const [taxonomy, all] of Map.groupBy(reviews, ({ taxonomy }) => taxonomy)) {
    const reader = reading.readerOf(taxonomy);
    for (let from = 0; from < all.length; from += TOGETHER) {
      const some = all.slice(from, from + TOGETHER);
      const published = some.map(({ id, stars, text }): Review => ({ ...evaluationReview(stars, text), id }));
      const analyses = new Map(some.map(({ id, stars, text }) => [id, reading.read(taxonomy, stars, text)]));
      const evidence = groupEvidence(published, analyses);
      const insights = aspectInsights(evidence.aspects, new Map(), new Set(), reader, isName, () => "stable");
      for (const { id, top_phrases } of insights) {
        for (const phrase of top_phrases) {
          shown++;
          if (some.some((review) => isLabelled(review, id, spaced(phrase)))) right++;
        }
      }
    }
  }
  return { shown, right };
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
