import { Buffer } from "node:buffer";
import { z } from "zod";
import { ReviewAnalysis } from "../../domain/documents/insights_document.ts";
import { analysisOf } from "../../domain/queries/snapshot_insights.ts";
import { Review } from "../../domain/review.ts";
import { reviewUrl } from "../../domain/site.ts";
import { findReview, newestIds, whyMissing } from "../answers/reviews_by_id.ts";
import { MOST_DATA_BYTES, MOST_REVIEW_CHARACTERS } from "../wording/answer_limits.ts";
import { cutText, quoted, UNTRUSTED, Untrusted, UNTRUSTED_LINE } from "../wording/quoted.ts";
import { reviewLine } from "../wording/review_list.ts";
import { defineTool } from "./define_tool.ts";

/** The tool `get_review`. */
export const getReview = defineTool({
  name: "get_review",
  title: "One review",
  description:
    "One review by its id, with the reply of the business, its page and what the analysis found in it (null when " +
    "nothing). A very long text is cut; the resource reviews://review/{id} has all of it. An unknown id is an error " +
    "that shows the newest ids; that of a hidden or erased review says so.",
  input: z.object({
    id: z.string("Expected the id of a review").min(1, "Expected the id of a review").max(500).meta({
      description: "26 letters and digits, or the address of its page.",
    }),
  }),
  examples: (snapshot) => ({ id: newestIds(snapshot, 1)[0] }),
  output: z.object({
    review: Review,
    url: z.string().meta({ description: "The review's page." }),
    analysis: ReviewAnalysis.nullable(),
    is_cut: z.boolean().meta({ description: "Whether a very long text was cut." }),
    untrusted: Untrusted,
  }),
  answer: (snapshot, { id }, site) => {
    const found = findReview(snapshot, id);
    if (found === null) {
      const why = whyMissing(snapshot, id);
      if (why !== null) return { fault: why };
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
    const text = `${UNTRUSTED_LINE}\n${reviewLine(review, MOST_REVIEW_CHARACTERS, site)}\nPage: ${url}` +
      (analysis === null ? "" : `\nSentiment: ${analysis.sentiment ?? "not measured"}`) +
      (isCut ? `\nThe text is cut; the resource reviews://review/${found.id} has all of it.` : "");
    return { data: { review, url, analysis, is_cut: isCut, untrusted: UNTRUSTED }, text };
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
