import type { Tool } from "./define_tool.ts";
import { fetchDocument } from "./fetch.ts";
import { getAspectSentiment } from "./get_aspect_sentiment.ts";
import { getBusiness } from "./get_business.ts";
import { getFaq } from "./get_faq.ts";
import { getReview } from "./get_review.ts";
import { getService } from "./get_service.ts";
import { getSummary } from "./get_summary.ts";
import { getTechnician } from "./get_technician.ts";
import { getTopics } from "./get_topics.ts";
import { getTrend } from "./get_trend.ts";
import { rankSubjectsTool } from "./rank_subjects.ts";
import { search } from "./search.ts";
import { searchReviews } from "./search_reviews.ts";

/** All tools in the order of `tools/list`. The order is fixed, so that clients can cache the list. */
export const TOOLS: readonly Tool[] = [
  getBusiness,
  searchReviews,
  getReview,
  getSummary,
  getAspectSentiment,
  getTechnician,
  getService,
  getTopics,
  getTrend,
  getFaq,
  search,
  fetchDocument,
  rankSubjectsTool,
];
