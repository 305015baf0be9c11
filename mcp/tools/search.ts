import { z } from "zod";
import { findReviews } from "../../domain/queries/find_reviews.ts";
import { mostMentioned, namedThings } from "../../domain/queries/named_things.ts";
import { reviewAt } from "../../domain/queries/snapshot_reviews.ts";
import { reviewUrl } from "../../domain/site.ts";
import { overviewDocument } from "../answers/summary.ts";
import { UNTRUSTED, Untrusted } from "../wording/quoted.ts";
import { reviewTitle } from "../wording/review_list.ts";
import { defineTool } from "./define_tool.ts";

const QUERY = "Expected a question or words of 1 to 1000 characters";
const MOST = 20;

/** The tool `search`, in the form that ChatGPT connectors and deep research expect. */
export const search = defineTool({
  name: "search",
  title: "Search by question",
  description:
    "Finds documents for a question or some words: up to 20 reviews, best match first, and as the last, or the only " +
    "result, the overview of all. Each has an id for fetch, a title and the URL to cite. It cannot filter or count; " +
    "search_reviews can.",
  input: z.object({
    query: z.string(QUERY).min(1, QUERY).max(1000, QUERY).meta({ description: "A question or some words." }),
  }),
  examples: (snapshot) => {
    const service = mostMentioned(namedThings(snapshot, "services"));
    return {
      query: service === undefined
        ? "What do customers complain about?"
        : `What do customers say about ${service.label}?`,
    };
  },
  output: z.object({
    results: z.array(z.object({
      id: z.string().meta({ description: "What fetch takes." }),
      title: z.string(),
      url: z.string(),
    })).max(MOST + 1),
    untrusted: Untrusted,
  }),
  answer: (snapshot, { query }, site) => {
    const reviews = findReviews(snapshot, query, MOST).map((rank) => reviewAt(snapshot, rank));
    const found = reviews.map((review) => ({
      id: review.id,
      title: reviewTitle(review),
      url: reviewUrl(site, review.id),
    }));
    const data = { results: [...found, overviewDocument(snapshot, site)], untrusted: UNTRUSTED };
    return { data, text: JSON.stringify(data) };
  },
});
