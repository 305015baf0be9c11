import type { AggregateRating } from "./documents/aggregate_rating.ts";
import type { ReviewsDocument } from "./documents/reviews_document.ts";
import type { Snapshot } from "./snapshot/snapshot.ts";

const read = new WeakMap<Snapshot, AggregateRating>();

/** The aggregate rating of a snapshot, as `/reviews.json` states it. No review is parsed. */
export function aggregateRatingOf(snapshot: Snapshot): AggregateRating {
  const known = read.get(snapshot);
  if (known !== undefined) return known;
  const { bytes } = snapshot.documents["/reviews.json"].bodies.identity;
  // The reviews begin after the head; without them it is a document of its own.
  const head: ReviewsDocument = JSON.parse(new TextDecoder().decode(bytes.subarray(0, snapshot.offsets[0])) + "]}");
  read.set(snapshot, head.aggregate_rating);
  return head.aggregate_rating;
}
