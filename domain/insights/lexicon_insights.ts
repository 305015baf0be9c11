import type { Business } from "../business.ts";
import type { InsightsDocument } from "../insights_document.ts";
import type { Review } from "../review.ts";
import { aggregateInsights } from "./aggregate_insights.ts";
import { reviewAnalyzer } from "./analyze_review.ts";
import homeServices from "./taxonomies/home_services.json" with { type: "json" };
import { Taxonomy } from "./taxonomy.ts";
import { topicFinder } from "./topic_finder.ts";

/** Version of the word lists and rules; a new one means other figures for the same reviews. */
export const ANALYZER_VERSION = 1;

const taxonomy = Taxonomy.parse(homeServices);

/**
 * Computes the insights of a dataset from word lists, the roster and the catalogue: without a network, a key or a
 * clock. The same data gives the same document, whatever the order of the reviews.
 */
export function lexiconInsights(business: Business, reviews: readonly Review[]): InsightsDocument {
  const analyze = reviewAnalyzer(business, taxonomy);
  return aggregateInsights({
    business,
    reviews,
    analyses: new Map(reviews.map((review) => [review.id, analyze(review)])),
    topicsOf: topicFinder(taxonomy),
    taxonomy,
    model: `lexicon-${ANALYZER_VERSION}`,
  });
}
