import type { AggregateRating } from "../documents/aggregate_rating.ts";
import type { InsightsDocument } from "../documents/insights_document.ts";
import type { ReviewsDocument } from "../documents/reviews_document.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

const parsedInsights = new WeakMap<Snapshot, InsightsDocument>();
const readRatings = new WeakMap<Snapshot, AggregateRating>();

/** The insights of a snapshot as an object. They are parsed when first asked for, once a snapshot. */
export function insightsOf(snapshot: Snapshot): InsightsDocument {
  const known = parsedInsights.get(snapshot);
  if (known !== undefined) return known;
  const { bytes } = snapshot.documents["/insights.json"].bodies.identity;
  const insights: InsightsDocument = JSON.parse(new TextDecoder().decode(bytes));
  parsedInsights.set(snapshot, insights);
  return insights;
}

/** The aggregate rating of a snapshot, as `/reviews.json` states it. No review is parsed. */
export function aggregateRatingOf(snapshot: Snapshot): AggregateRating {
  const known = readRatings.get(snapshot);
  if (known !== undefined) return known;
  const { bytes } = snapshot.documents["/reviews.json"].bodies.identity;
  // The reviews begin after the head; without them it is a document of its own.
  const head: ReviewsDocument = JSON.parse(new TextDecoder().decode(bytes.subarray(0, snapshot.offsets[0])) + "]}");
  readRatings.set(snapshot, head.aggregate_rating);
  return head.aggregate_rating;
}
