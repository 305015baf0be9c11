import type { Review } from "../../domain/review.ts";
import { reviewUrl, type Site } from "../../domain/site.ts";
import { reviewLine } from "./review_list.ts";

const MOST_OF_ONE = 400;

interface Example {
  readonly review: Review;
  /** Which side it shows. */
  readonly sentiment: string;
}

/** Reviews behind a figure as the pages to read: `positive https://…, negative https://…`. */
export function evidencePages(evidence: readonly Example[], site: Site): string {
  if (evidence.length === 0) return "none";
  return evidence.map(({ review: { id }, sentiment }) => `${sentiment} ${reviewUrl(site, id)}`).join(", ");
}

/** Reviews behind a figure as lines, each with the side that it shows; none if there are no reviews. */
export function exampleLines(evidence: readonly Example[], site: Site): readonly string[] {
  if (evidence.length === 0) return [];
  const isCut = evidence.some(({ review: { text } }) => (text?.length ?? 0) > MOST_OF_ONE);
  return [
    `Examples of each side${isCut ? " (get_review shows long ones whole)" : ""}:`,
    ...evidence.map(({ review, sentiment }) => `- ${sentiment}, ${reviewLine(review, MOST_OF_ONE, site)}`),
  ];
}
