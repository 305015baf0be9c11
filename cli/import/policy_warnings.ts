import { type Business, UNNAMED } from "../../domain/business.ts";
import { reportContact } from "../../domain/documents/policy_answers.ts";
import type { Review } from "../../domain/review.ts";
import { counted } from "../../terminal/print.ts";

/**
 * Sentences for the operator on questions that `/policy` cannot answer, or answers in contradiction to the reviews. None
 * for a business without a name, which must be named first.
 */
export function policyWarnings(business: Business, reviews: readonly Review[]): readonly string[] {
  if (business.name === UNNAMED) return [];
  const rewarded = reviews.filter(({ incentive }) => incentive !== null).length;
  const unreachable =
    "The business names no address, so /policy cannot say where to report a review. Give its file an email, " +
    "telephone, url or review_policy.report_to.";
  const contradicted = "The business says that nobody gets anything for a review, but the source of " +
    `${counted(rewarded, "review")} says otherwise. /policy tells both; change review_policy.incentives.`;
  return [
    ...reportContact(business) === null ? [unreachable] : [],
    ...business.review_policy?.incentives === "none" && rewarded > 0 ? [contradicted] : [],
  ];
}
