import type { AggregateRating } from "../documents/aggregate_rating.ts";
import type { InsightsDocument } from "../documents/insights_document.ts";
import { readHead } from "../documents/reviews_document.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

const parsedInsights = new WeakMap<Snapshot, InsightsDocument>();
const readRatings = new WeakMap<Snapshot, AggregateRating>();

/** The insights of a snapshot as an object; parsed on first use, once per snapshot. */
export function insightsOf(snapshot: Snapshot): InsightsDocument {
  const known = parsedInsights.get(snapshot);
  if (known !== undefined) return known;
  const { bytes } = snapshot.documents["/insights.json"].bodies.identity;
  const insights: InsightsDocument = JSON.parse(new TextDecoder().decode(bytes));
  parsedInsights.set(snapshot, insights);
  return insights;
}

/** The aggregate rating of a snapshot, read from the head of `/reviews.json`. No review is parsed. */
export function aggregateRatingOf(snapshot: Snapshot): AggregateRating {
  const known = readRatings.get(snapshot);
  if (known !== undefined) return known;
  const { bytes } = snapshot.documents["/reviews.json"].bodies.identity;
  const { aggregate_rating } = readHead(bytes, snapshot.offsets);
  readRatings.set(snapshot, aggregate_rating);
  return aggregate_rating;
}
