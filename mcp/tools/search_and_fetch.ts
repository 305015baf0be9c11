import { beginningOf, shortened } from "../../domain/cut_text.ts";
import { z } from "zod";
import { POLICY_WORDS } from "../../domain/documents/policy_words.ts";
import { findReviews } from "../../domain/queries/find_reviews.ts";
import { hintSentences, searchHints } from "../../domain/queries/search_hints.ts";
import { mostMentioned, namedThings } from "../../domain/queries/named_things.ts";
import { reviewAt } from "../../domain/queries/snapshot_reviews.ts";
import { ratingText, type Review } from "../../domain/review.ts";
import { readWordQuery } from "../../domain/search/word_query.ts";
import { absoluteUrl, reviewUrl, type Site } from "../../domain/site.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { MOST_REVIEW_CHARACTERS, outline, quoted, UNTRUSTED } from "../answers/outline.ts";
import { findReview, newestIds } from "../answers/review_evidence.ts";
import { summaryOf } from "../answers/summary.ts";
import { defineTool } from "./define_tool.ts";

const QUERY = "Expected a question or words of 1 to 1000 characters";
const ID = "Expected an id from the results of search";
const MOST = 20;
const MOST_OF_TITLE = 100;
const WEAK = "A weak match has only some of the words asked for, and may be about something else.";
const OVERVIEW_ID = "overview";

/** The tool `search`, in the form that ChatGPT connectors and deep research expect. */
export const search = defineTool({
  name: "search",
  title: "Search by question",
  description:
    "For assistants that need search and fetch: up to 20 reviews for a question, best first, then the overview: " +
    "id, title, URL, which match is weak. Empty when no review matches. search_reviews counts.",
  input: z.object({
    query: z.string(QUERY).min(1, QUERY).max(1000, QUERY).meta({ description: "A question or some words." }),
  }),
  examples: (snapshot) => {
    const service = mostMentioned(namedThings(snapshot, "services"));
    return { query: service === undefined ? "What do customers complain about?" : `How is ${service.label}?` };
  },
  isJson: true,
  answer: (snapshot, { query }, site) => {
    const { reviews, words } = findReviews(snapshot, query, MOST);
    if (reviews.length === 0 && words.length > 0) {
      const hints = searchHints(snapshot, { words: readWordQuery(words.join(" ")) });
      const note = ["No review has these words.", ...hintSentences(hints)].join(" ");
      return { sentences: [], data: { results: [], note, untrusted: UNTRUSTED } };
    }
    const results = reviews.map(({ rank, isWeak }) => {
      const review = reviewAt(snapshot, rank);
      const result = { id: review.id, title: reviewTitle(review), url: reviewUrl(site, review.id) };
      return isWeak ? { ...result, match: "weak" } : result;
    });
    const note = results.some((result) => "match" in result) ? { note: WEAK } : {};
    return { sentences: [], data: { results: [...results, overview(snapshot, site)], ...note, untrusted: UNTRUSTED } };
  },
});

/** The tool `fetch`, in the form that ChatGPT connectors and deep research expect. */
export const fetchDocument = defineTool({
  name: "fetch",
  title: "Fetch a search result",
  description: 'One result of search whole, a review or "overview": title, text, URL to cite, and stars, day, author ' +
    "and source. An unknown id is an error that shows ids that exist.",
  input: z.object({
    id: z.string(ID).min(1, ID).max(500, ID).meta({ description: "Id of a result of search.", examples: ["overview"] }),
  }),
  isJson: true,
  answer: (snapshot, { id }, site) => {
    if (id.trim() === OVERVIEW_ID) {
      const { data, sentences } = summaryOf(snapshot);
      const text = [UNTRUSTED, ...sentences, outline(data)].join("\n");
      return { sentences: [], data: { ...overview(snapshot, site), text, metadata: {} } };
    }
    const review = findReview(snapshot, id);
    if (review === null) {
      return {
        fault: `There is no document with the id ${quoted(id, 80)}. search gives ids; some that exist: ` +
          `${[OVERVIEW_ID, ...newestIds(snapshot, 5)].join(", ")}.`,
      };
    }
    const { rating, date, author, source, source_url, text, owner_reply, relation } = review;
    const data = {
      id: review.id,
      title: reviewTitle(review),
      text: `${UNTRUSTED}\n${
        outline({ text: text === null ? null : beginningOf(text, MOST_REVIEW_CHARACTERS), owner_reply })
      }`,
      url: reviewUrl(site, review.id),
      metadata: {
        ...{ rating: String(rating), date, author, source, untrusted: UNTRUSTED },
        ...source_url !== null && { source_url },
        ...relation !== undefined && { relation },
      },
    };
    return { sentences: [], data };
  },
});

function overview({ business, reviewCount }: Snapshot, site: Site) {
  return {
    id: OVERVIEW_ID,
    title: `Overview of all ${reviewCount} reviews of ${quoted(business.name)}`,
    url: absoluteUrl(site, "/"),
  };
}

function reviewTitle({ rating, author, date, text, relation }: Review): string {
  const tie = relation === undefined ? "" : ` (${POLICY_WORDS[`relation_${relation}`]})`;
  const beginning = text === null ? "" : `: ${quoted(shortened(text, MOST_OF_TITLE))}`;
  return `${ratingText(rating)}, by ${quoted(author, MOST_OF_TITLE)}${tie}, ${date}${beginning}`;
}
