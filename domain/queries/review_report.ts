import { z } from "zod";
import { entityTag } from "../documents/entity_tag.ts";
import { ReviewAnalysis } from "../documents/insights_document.ts";
import { Review } from "../review.ts";
import { reviewUrl, type Site } from "../site.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { analysisBytesAt } from "./snapshot_insights.ts";
import { reviewBytes, reviewRank } from "./snapshot_reviews.ts";

/** One review with what the insights say of it: the answer of the endpoint. */
export const ReviewReport = z.object({
  review: Review,
  url: z.url().max(2048).meta({ description: "The review's page here." }),
  // Without a description of its own, which would have the schema written out here a second time.
  analysis: ReviewAnalysis.nullable(),
}).meta({ id: "ReviewReport", description: "One review, and what the insights say of it." });

/** The strong entity tag of the answer, derived from the data and the id without building the answer. */
export function reviewReportEntityTag({ documents }: Snapshot, id: string): string {
  const data = [documents["/reviews.json"], documents["/insights.json"]].map(({ bodies }) => bodies.identity.entityTag);
  return entityTag(JSON.stringify([...data, "review", id]));
}

/**
 * The answer as JSON in pieces: review and analysis are cut out of the prepared documents; nothing is serialised again.
 * Null if there is no review with the id.
 */
export function reviewReport(snapshot: Snapshot, id: string, site: Site): readonly (string | Uint8Array)[] | null {
  const rank = reviewRank(snapshot, id);
  if (rank === null) return null;
  return [
    '{"review":',
    reviewBytes(snapshot, rank, rank + 1),
    `,"url":${JSON.stringify(reviewUrl(site, id))},"analysis":`,
    analysisBytesAt(snapshot, rank) ?? "null",
    "}\n",
  ];
}
