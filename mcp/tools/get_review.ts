import { beginningOf } from "../../domain/cut_text.ts";
import { Buffer } from "node:buffer";
import { z } from "zod";
import { analysisOf } from "../../domain/queries/snapshot_insights.ts";
import type { Review } from "../../domain/review.ts";
import { reviewUrl } from "../../domain/site.ts";
import { MOST_DATA_BYTES, MOST_REVIEW_CHARACTERS, quoted } from "../answers/outline.ts";
import { findReview, newestIds, whyMissing } from "../answers/review_evidence.ts";
import { defineTool } from "./define_tool.ts";

const ID = "Expected the id of a review";

/** The tool `get_review`. */
export const getReview = defineTool({
  name: "get_review",
  title: "One review",
  description: "One review whole, with reply, page and analysis (null when nothing was found). An unknown id is an " +
    "error that shows the newest ids; that of a hidden or erased review says so.",
  input: z.object({
    id: z.string(ID).min(1, ID).max(500).meta({ description: "26 letters and digits, or the address of its page." }),
  }),
  examples: (snapshot) => ({ id: newestIds(snapshot, 1)[0] }),
  answer: (snapshot, { id }, site) => {
    const found = findReview(snapshot, id);
    if (found === null) {
      const newest = newestIds(snapshot, 5).join(", ") || "none";
      return {
        fault: whyMissing(snapshot, id) ??
          `There is no review with the id ${quoted(id, 80)}. The newest of ${snapshot.reviewCount} are: ${newest}. ` +
            "search_reviews finds others.",
      };
    }
    const is_cut = Buffer.byteLength(JSON.stringify(found)) > MOST_DATA_BYTES / 2;
    const review = is_cut ? cut(found) : found;
    const data = { review, url: reviewUrl(site, found.id), analysis: analysisOf(snapshot, found.id), is_cut };
    const where = `The text is cut; the resource reviews://review/${found.id} has all of it.`;
    return { data, sentences: is_cut ? [where] : [] };
  },
});

function cut(review: Review): Review {
  const { text, owner_reply: reply } = review;
  return {
    ...review,
    text: text === null ? null : beginningOf(text, MOST_REVIEW_CHARACTERS),
    owner_reply: reply === null ? null : { ...reply, text: beginningOf(reply.text, MOST_REVIEW_CHARACTERS / 4) },
  };
}
