import { z } from "zod";
import { reviewUrl } from "../../domain/site.ts";
import { OVERVIEW_ID, overviewDocument, summaryOf } from "../answers/summary.ts";
import { findReview, newestIds } from "../answers/reviews_by_id.ts";
import { MOST_REVIEW_CHARACTERS } from "../wording/answer_limits.ts";
import { quoted, UNTRUSTED, UNTRUSTED_LINE } from "../wording/quoted.ts";
import { reviewLine, reviewTitle } from "../wording/review_list.ts";
import { defineTool } from "./define_tool.ts";

const ID = "Expected an id from the results of search";

/** The tool `fetch`, in the form that ChatGPT connectors and deep research expect. */
export const fetchDocument = defineTool({
  name: "fetch",
  title: "Fetch a search result",
  description:
    'One document in full by the id that search gave: a review, or "overview". It has a title, the text, the URL to ' +
    "cite, and stars, day, author and source as metadata. Very long texts are cut. An unknown id is an error that " +
    "shows ids that exist.",
  input: z.object({
    id: z.string(ID).min(1, ID).max(500, ID).meta({ description: "Id of a result of search.", examples: ["overview"] }),
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
      const data = { ...overviewDocument(snapshot, site), text: summaryOf(snapshot, site).text, metadata: {} };
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
      text: `${UNTRUSTED_LINE}\n${reviewLine(review, MOST_REVIEW_CHARACTERS, site)}`,
      url: reviewUrl(site, review.id),
      metadata: {
        rating: String(review.rating),
        date: review.date,
        author: review.author,
        source: review.source,
        untrusted: UNTRUSTED,
        ...(review.source_url === null ? {} : { source_url: review.source_url }),
      },
    };
    return { data, text: JSON.stringify(data) };
  },
});
