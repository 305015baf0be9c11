import { z } from "@hono/zod-openapi";
import { ReviewAnalysis } from "../../domain/documents/insights_document.ts";
import { analysisBytesAt } from "../../domain/queries/snapshot_insights.ts";
import {
  type MissingReview,
  missingReview,
  missingSentence,
  reviewBytes,
  reviewRank,
} from "../../domain/queries/snapshot_reviews.ts";
import { Review } from "../../domain/review.ts";
import { reviewUrl, type Site } from "../../domain/site.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { problemResponse } from "./problem_response.ts";
import { respondJson } from "./respond.ts";

/** One review with its analysis from the insights: the answer of the endpoint. */
export const ReviewReport = z.object({
  review: Review,
  url: z.url().max(2048).meta({ description: "The review's page here." }),
  // Without a separate description, which would copy the schema to this place.
  analysis: ReviewAnalysis.nullable(),
}).meta({ id: "ReviewReport", description: "One review, and what the insights say of it." });

/**
 * Answers with one review and its analysis as JSON; 404 for an unknown id, 410 for an erased review. Both are cut out
 * of the prepared documents, and nothing is serialised again.
 *
 * @param options `vary`: value of the `Vary` field if it is not the default.
 */
export function respondReview(
  request: Request,
  snapshot: Snapshot,
  id: string,
  site: Site,
  options: { readonly vary?: string } = {},
): Response {
  const rank = reviewRank(snapshot, id);
  if (rank === null) {
    const missing = missingReview(snapshot, id);
    return problemResponse(statusOf(missing), missingSentence(missing));
  }
  const pieces = [
    '{"review":',
    reviewBytes(snapshot, rank, rank + 1),
    `,"url":${JSON.stringify(reviewUrl(site, id))},"analysis":`,
    analysisBytesAt(snapshot, rank) ?? "null",
    "}\n",
  ];
  return respondJson(request, snapshot, ["review", id], pieces, options);
}

/** Status for an id without published review: 410 if it was erased (RFC 9110 15.5.11), else 404. */
export function statusOf({ state }: MissingReview): 404 | 410 {
  return state === "erased" ? 410 : 404;
}
