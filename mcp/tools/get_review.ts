import { Buffer } from "node:buffer";
import { z } from "zod";
import { ReviewAnalysis } from "../../domain/documents/insights_document.ts";
import { analysisOf } from "../../domain/queries/snapshot_insights.ts";
import { Review } from "../../domain/review.ts";
import { reviewUrl } from "../../domain/site.ts";
import { findReview, newestIds } from "../answers/reviews_by_id.ts";
import { MOST_DATA_BYTES, MOST_REVIEW_CHARACTERS } from "../wording/answer_limits.ts";
import { cutText, quoted } from "../wording/quoted.ts";
import { reviewLine } from "../wording/review_list.ts";
import { defineTool } from "./define_tool.ts";

/** The tool `get_review`. */
export const getReview = defineTool({
  name: "get_review",
  title: "One review",
  description:
    "Returns one review in full by its id, with the reply of the business, the address of its page and what the " +
    "analysis found in it (null when nothing was found). Ids come from search_reviews and from the example ids of the " +
    "other tools. A text of tens of thousands of characters is cut to 12,000; the resource reviews://review/{id} has " +
    "all of it. For an id that no review has, the answer is an error that shows the newest ids.",
  input: z.object({
    id: z.string("Expected the id of a review").min(1, "Expected the id of a review").max(500).meta({
      description: "Id of the review, 26 letters and digits; the address of its page will do as well.",
      examples: ["1MZMQ16D55V8DD7E568BKPYFR0"],
    }),
  }),
  output: z.object({
    review: Review,
    url: z.string().meta({ description: "The review's page." }),
    analysis: ReviewAnalysis.nullable(),
    is_cut: z.boolean().meta({ description: "Whether a very long text was cut." }),
  }),
  answer: (snapshot, { id }, site) => {
    const found = findReview(snapshot, id);
    if (found === null) {
      const newest = newestIds(snapshot, 5).join(", ") || "none";
      return {
        fault: `There is no review with the id ${quoted(id, 80)}. The newest of ${snapshot.reviewCount} are: ` +
          `${newest}. search_reviews finds others.`,
      };
    }
    const isCut = Buffer.byteLength(JSON.stringify(found)) > MOST_DATA_BYTES / 2;
    const review = isCut ? cut(found) : found;
    const url = reviewUrl(site, found.id);
    const analysis = analysisOf(snapshot, found.id);
    const text = `${reviewLine(review, MOST_REVIEW_CHARACTERS)}\nPage: ${url}` +
      (analysis === null ? "" : `\nSentiment: ${analysis.sentiment ?? "not measured"}`) +
      (isCut ? `\nThe text is cut; the resource reviews://review/${found.id} has all of it.` : "");
    return { data: { review, url, analysis, is_cut: isCut }, text };
  },
});

function cut(review: Review): Review {
  const { text, owner_reply: reply } = review;
  return {
    ...review,
    text: text === null ? null : cutText(text, MOST_REVIEW_CHARACTERS),
    owner_reply: reply === null ? null : { ...reply, text: cutText(reply.text, MOST_REVIEW_CHARACTERS / 4) },
  };
}
