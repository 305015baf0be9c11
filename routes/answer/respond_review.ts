import { isErased } from "../../domain/queries/snapshot_reviews.ts";
import { reviewReport, reviewReportEntityTag } from "../../domain/queries/review_report.ts";
import type { Site } from "../../domain/site.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { problemResponse } from "./problem_response.ts";
import { respondJson } from "./respond_json.ts";

/**
 * Answers with one review and what the insights say of it, as JSON; 404 if there is none with the id, 410 if it was erased.
 *
 * @param vary Value of the `Vary` field if it is not the default.
 */
export function respondReview(
  request: Request,
  snapshot: Snapshot,
  id: string,
  site: Site,
  options: { readonly vary?: string } = {},
): Response {
  const report = reviewReport(snapshot, id, site);
  if (report === null) return problemResponse(...noReview(snapshot, id));
  return respondJson(request, {
    pieces: report,
    entityTag: reviewReportEntityTag(snapshot, id),
    lastModified: snapshot.lastModified,
    ...options,
  });
}

/** What to answer for an id that no published review has: 410 if it was erased (RFC 9110 15.5.11), else 404. */
export function noReview(snapshot: Snapshot, id: string): readonly [status: 404 | 410, detail: string] {
  return isErased(snapshot, id)
    ? [410, "The review with this id was erased."]
    : [404, "There is no review with this id."];
}
