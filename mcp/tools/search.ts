import { z } from "zod";
import { findReviews } from "../../domain/queries/find_reviews.ts";
import { reviewAt } from "../../domain/queries/snapshot_reviews.ts";
import { reviewUrl } from "../../domain/site.ts";
import { overviewDocument } from "../answers/overview_document.ts";
import { reviewTitle } from "../wording/review_list.ts";
import { defineTool } from "./define_tool.ts";

const QUERY = "Expected a question or words of 1 to 1000 characters";
const MOST = 20;

/** The tool `search`, in the form that ChatGPT connectors and deep research expect. */
export const search = defineTool({
  name: "search",
  title: "Search by question",
  description:
    "Finds documents for a question or some words: up to 20 reviews, best match first, and as the last result the " +
    "overview of all reviews. Each result has an id for fetch, a title with the stars and the beginning of the text, and " +
    "the URL to cite. When no review matches, the overview is the only result. It cannot filter; search_reviews can, by " +
    "stars, days, technician and service, and it counts exactly.",
  input: z.object({
    query: z.string(QUERY).min(1, QUERY).max(1000, QUERY).meta({
      description: "A question or some words.",
      examples: ["Is the water heater installation clean and on time?"],
    }),
  }),
  output: z.object({
    results: z.array(z.object({
      id: z.string().meta({ description: "What fetch takes." }),
      title: z.string(),
      url: z.string(),
    })).max(MOST + 1),
  }),
  answer: (snapshot, { query }, site) => {
    const reviews = findReviews(snapshot, query, MOST).map((rank) => reviewAt(snapshot, rank));
    const found = reviews.map((review) => ({
      id: review.id,
      title: reviewTitle(review),
      url: reviewUrl(site, review.id),
    }));
    const data = { results: [...found, overviewDocument(snapshot, site)] };
    return { data, text: JSON.stringify(data) };
  },
});
