import type { Tool } from "./define_tool.ts";
import { getBusiness } from "./get_business.ts";
import { getReview } from "./get_review.ts";
import { getSubject } from "./get_subject.ts";
import { getSummary } from "./get_summary.ts";
import { getTrend } from "./get_trend.ts";
import { rankSubjectsTool } from "./rank_subjects.ts";
import { fetchDocument, search } from "./search_and_fetch.ts";
import { searchReviews } from "./search_reviews.ts";

/** All tools in the order of `tools/list`. The order is fixed, so that clients can cache the list. */
export const TOOLS: readonly Tool[] = [
  getBusiness,
  searchReviews,
  getReview,
  getSummary,
  getSubject,
  rankSubjectsTool,
  getTrend,
  search,
  fetchDocument,
];
