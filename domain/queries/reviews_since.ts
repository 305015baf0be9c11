import { z } from "zod";
import { CalendarDate } from "../calendar_date.ts";
import { entityTag } from "../documents/entity_tag.ts";
import { Review } from "../review.ts";
import { ranksSince } from "../search/search_index.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { reviewBytes } from "./snapshot_reviews.ts";

/** The reviews on or after a day: the answer of the endpoint. */
export const ReviewsSince = z.object({
  reviews: z.array(Review).max(10_000_000).meta({ description: "Newest first." }),
  count: z.int().min(0).meta({ description: "Number of reviews." }),
  since: CalendarDate.meta({ description: "The day asked for." }),
}).meta({ id: "ReviewsSince", description: "The reviews on or after a day." });

/** The strong entity tag of the answer, derived from the data and the day without building the answer. */
export function sinceEntityTag(snapshot: Snapshot, day: string): string {
  return entityTag(
    JSON.stringify([
      snapshot.documents["/reviews.json"].bodies.identity.entityTag,
      "since",
      day,
    ]),
  );
}

/**
 * The answer as JSON in three pieces. Reviews are sorted newest first, so the middle piece is a prefix of the prepared
 * buffer: no review is parsed or serialised.
 */
export function reviewsSince(snapshot: Snapshot, day: string): readonly [string, Uint8Array, string] {
  const count = ranksSince(snapshot.search, day);
  return [
    '{"reviews":[\n',
    reviewBytes(snapshot, 0, count),
    `\n],"count":${count},"since":"${day}"}\n`,
  ];
}
