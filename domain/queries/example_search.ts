import type { Review } from "../review.ts";
import { FACET_NAMES, REVIEW_FACETS } from "../search/review_facets.ts";
import type { SearchFilters } from "../search/search_filters.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { analysisOf } from "./snapshot_insights.ts";
import { reviewAt } from "./snapshot_reviews.ts";

const MOST_LOOKED_AT = 200;
const WORD = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]{5,20}(?![\p{L}\p{M}\p{N}'’])/u;

/** Builds a search from the newest review with the most filters that match it; null without reviews. */
export function exampleSearch(snapshot: Snapshot) {
  let best: { readonly filters: Partial<SearchFilters>; readonly review: Review } | null = null;
  for (let rank = 0; rank < Math.min(snapshot.reviewCount, MOST_LOOKED_AT); rank++) {
    const review = reviewAt(snapshot, rank);
    const filters = filtersFor(snapshot, review);
    if (best === null || Object.keys(filters).length > Object.keys(best.filters).length) best = { filters, review };
  }
  return best;
}

function filtersFor(snapshot: Snapshot, review: Review): Partial<SearchFilters> {
  const { rating, date, text, mentioned_technicians: [technician], mentioned_services: [service] } = review;
  const analysis = analysisOf(snapshot, review.id);
  const [aspect] = analysis?.aspects ?? [];
  const [problem] = analysis?.problems ?? [];
  const word = WORD.exec(text ?? "")?.[0];
  return {
    rating,
    min_rating: Math.max(1, rating - 1),
    max_rating: rating,
    since: `${date.slice(0, 4)}-01-01`,
    until: date,
    limit: 3,
    ...word === undefined ? {} : { query: word, words: word },
    ...technician === undefined ? {} : { mentions_technician: technician },
    ...service === undefined ? {} : { mentions_service: service },
    ...aspect === undefined ? {} : { aspect: aspect.id, sentiment: aspect.sentiment },
    ...problem === undefined ? {} : { problem },
    ...Object.fromEntries(FACET_NAMES.flatMap((name) => {
      const value = REVIEW_FACETS[name].valueOf(review);
      return value === null ? [] : [[name, value]];
    })),
    sort: "newest",
  };
}
