import { reviewReport, reviewReportEntityTag } from "../../domain/queries/review_report.ts";
import type { Site } from "../../domain/site.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { problemResponse } from "./problem_response.ts";
import { respondJson } from "./respond_json.ts";

/**
 * Answers with one review and what the insights say of it, as JSON; 404 if there is none with the id.
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
  if (report === null) return noReview();
  return respondJson(request, {
    pieces: report,
    entityTag: reviewReportEntityTag(snapshot, id),
    lastModified: snapshot.lastModified,
    ...options,
  });
}

/** The 404 for an id that no review has. */
export function noReview(): Response {
  return problemResponse(404, "There is no review with this id.");
}
