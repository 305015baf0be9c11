import { candidateTechnicians } from "../../domain/insights/candidates/candidate_technicians.ts";
import { textReader } from "../../domain/insights/analysis/text_reader.ts";
import { starCheck } from "../../domain/insights/figures/star_check.ts";
import { escapedControls } from "../command/escaped_controls.ts";
import type { PublishedDataset } from "./published_dataset.ts";

const LONGEST_EXAMPLE = 500;

/**
 * The report as JSON: candidates and published insights, without those of single reviews. Characters that could control
 * a terminal are escaped.
 */
export function insightsJson({ head, business, reviews, insights, taxonomy }: PublishedDataset): string {
  const { per_review: _, ...said } = insights;
  const candidates = candidateTechnicians(business, reviews).map(({ name, reviews, example: { review, offset } }) => {
    const from = Math.max(0, offset - LONGEST_EXAMPLE / 2);
    return {
      name,
      review_count: reviews,
      example: {
        review_id: review.id,
        date: review.date,
        rating: review.rating,
        text: (review.text ?? "").slice(from, from + LONGEST_EXAMPLE),
      },
    };
  });
  const doubts = head.operator_insights ? [] : starCheck(reviews, textReader(business, taxonomy));
  return escapedControls(JSON.stringify({ business: business.name, candidates, doubts, insights: said }, null, 2));
}
