import { z } from "zod";
import { reviewUrl } from "../../domain/site.ts";
import { OVERVIEW_ID, overviewDocument } from "../answers/overview_document.ts";
import { findReview, newestIds } from "../answers/reviews_by_id.ts";
import { summaryOf } from "../answers/summary.ts";
import { MOST_REVIEW_CHARACTERS } from "../wording/answer_limits.ts";
import { quoted } from "../wording/quoted.ts";
import { reviewLine, reviewTitle } from "../wording/review_list.ts";
import { defineTool } from "./define_tool.ts";

const ID = "Expected an id from the results of search";

/** The tool `fetch`, in the form that ChatGPT connectors and deep research expect. */
export const fetchDocument = defineTool({
  name: "fetch",
  title: "Fetch a search result",
  description:
    "Returns one document in full by the id that search gave: a review, or the overview of all reviews (id " +
    '"overview"). The answer has a title, the text, the URL to cite, and as metadata the stars, the day, the author and ' +
    "the source. What reviewers wrote stands in quotation marks. A text of more than 12,000 characters is cut. For an id " +
    "that does not exist, the answer is an error that shows ids that do.",
  input: z.object({
    id: z.string(ID).min(1, ID).max(500, ID).meta({
      description: "Id of a result of search.",
      examples: ["overview"],
    }),
  }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    url: z.string(),
    metadata: z.record(z.string(), z.string()),
  }),
  answer: (snapshot, { id }, site) => {
    if (id.trim() === OVERVIEW_ID) {
      const data = { ...overviewDocument(snapshot, site), text: summaryOf(snapshot).text, metadata: {} };
      return { data, text: JSON.stringify(data) };
    }
    const review = findReview(snapshot, id);
    if (review === null) {
      return {
        fault: `There is no document with the id ${quoted(id, 80)}. search gives ids; some that exist: ` +
          `${[OVERVIEW_ID, ...newestIds(snapshot, 5)].join(", ")}.`,
      };
    }
    const data = {
      id: review.id,
      title: reviewTitle(review),
      text: reviewLine(review, MOST_REVIEW_CHARACTERS),
      url: reviewUrl(site, review.id),
      metadata: {
        rating: String(review.rating),
        date: review.date,
        author: review.author,
        source: review.source,
        ...(review.source_url === null ? {} : { source_url: review.source_url }),
      },
    };
    return { data, text: JSON.stringify(data) };
  },
});
