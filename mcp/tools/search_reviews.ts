import { z } from "zod";
import { counted } from "../../domain/insights/prose/wording.ts";
import { mostMentioned, namedThings } from "../../domain/queries/named_things.ts";
import { pageBytes, prepareSearch, searchPage, type SearchResult } from "../../domain/queries/search_reviews.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { Review } from "../../domain/review.ts";
import { SearchFilters, withFilterRules } from "../../domain/search/search_filters.ts";
import type { SORTS } from "../../domain/search/search_index.ts";
import { reviewUrl } from "../../domain/site.ts";
import { keepWithin, MOST_DATA_BYTES } from "../answers/outline.ts";
import { defineTool } from "./define_tool.ts";

const MEMBERS = Object.keys(Review.shape) as (keyof Review)[];
const FIELDS = `Expected members of a review: ${MEMBERS.join(", ")}`;
const USUAL: readonly (keyof Review)[] = [
  "author",
  "rating",
  "date",
  "text",
  "source",
  "owner_reply",
  "mentioned_technicians",
  "mentioned_services",
];
const { rating, limit } = SearchFilters.shape;

// Clients put all descriptions before their model, so they have fewer words than those of REST.
const FILTERS = SearchFilters.extend({
  rating: z.preprocess(fractionAsText, rating),
  until: inShort("until", "On or before this day; not before `since`."),
  query: inShort("query", "A substring of the text, by the letter; rather use `words`."),
  mentions_technician: inShort("mentions_technician", "Name, alias or id of a technician."),
  mentions_service: inShort("mentions_service", "Id, label or alias of a service."),
  limit: z.preprocess(fractionAsText, limit.meta({ description: "How many at the most.", examples: [3] })),
  max_rating: inShort("max_rating", "At most this many stars; not below `min_rating`."),
  aspect: inShort("aspect", "Id or name of an aspect that the analysis found."),
  sentiment: inShort("sentiment", "Of the whole review; with `aspect`, towards that."),
  problem: inShort("problem", "Id or name of a problem that the analysis found."),
  verified: inShort("verified", "Only verified reviews (the default), or only others."),
  replied: inShort("replied", "Only with a reply, or only without."),
  language: inShort("language", "Language (RFC 5646) as guessed; `und` is unknown."),
  has_photos: inShort("has_photos", "Only with photos, or only without."),
  has_text: inShort("has_text", "Only with a text, or only without."),
  words: inShort("words", 'Words that the text all has, in any form; "in quotation marks" a phrase.'),
  sort: inShort("sort", "Among equals the newest come first; `relevance` goes by `words`."),
  cursor: inShort("cursor", "`next` of an answer to the same search."),
  fields: z.array(z.enum(MEMBERS, FIELDS), FIELDS).min(1, FIELDS).max(20, FIELDS).optional().meta({
    description: "Members to return beside `id`; by default those that an answer needs.",
    examples: [["rating", "date", "text"]],
  }),
});

function inShort<Name extends keyof typeof SearchFilters.shape>(name: Name, description: string) {
  const filter = SearchFilters.shape[name];
  return filter.meta({ ...filter.meta(), description }) as typeof filter;
}

/** Turns a fractional number into a string, because after a fractional number zod skips the rules that span filters. */
function fractionAsText(value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value) ? String(value) : value;
}

/** The tool `search_reviews`: filters and answer of GET `/api/reviews/search`, and a choice of members. */
export const searchReviews = defineTool({
  name: "search_reviews",
  title: "Search reviews",
  description: "Finds and counts reviews; all given filters must hold. `matched` is the exact number, `next` the " +
    "cursor of the next page. When nothing matches, `matched` is 0 and the text says what is known.",
  input: withFilterRules(FILTERS),
  examples: (snapshot) => ({
    query: namedThings(snapshot, "services")[0]?.label,
    words: namedThings(snapshot, "services")[0]?.label,
    mentions_technician: mostMentioned(namedThings(snapshot, "technicians"))?.label,
    mentions_service: mostMentioned(namedThings(snapshot, "services"))?.id,
    aspect: insightsOf(snapshot).aspects[0]?.id,
    problem: insightsOf(snapshot).entities.problems[0]?.id,
  }),
  answer: (snapshot, { fields, ...filters }, site) => {
    const search = prepareSearch(snapshot, filters);
    if ("cursorFault" in search) return { fault: `${search.cursorFault}.` };
    const page = searchPage(snapshot, search);
    const found = readResult(pageBytes(snapshot, page));
    const reviews = keepWithin(found.reviews.map((review) => chosenMembers(review, fields)), MOST_DATA_BYTES);
    const isCut = reviews.length > 0 && reviews.length < page.ranks.length;
    const next = isCut ? page.cursorAfter(reviews.length - 1) : page.next;
    const { matched, note } = found;
    const returned = reviews.length;
    const leftOut = found.returned - returned;
    const { reviewCount: total } = snapshot;
    const sentences = [
      searchSentence({ total, matched, returned, sort: filters.sort, isFirstPage: filters.cursor === undefined }),
      ...leftOut === 0
        ? []
        : [`${leftOut} more would make the answer too long: narrow the search, choose fields, or go on with next.`],
      ...returned === 0 ? [] : [`Page of a review: ${reviewUrl(site, "{id}")}`],
    ];
    return { sentences, data: { matched, returned, next, note, reviews } };
  },
});

/** Members of a review that are asked for; by default those that an answer needs, and what readers have to know. */
function chosenMembers(review: Review, fields: readonly (keyof Review)[] | undefined): Pick<Review, "id"> {
  const usual = [
    ...USUAL,
    ...review.incentive === null ? [] : ["incentive"],
    ...review.verified ? [] : ["verified", "verification"],
  ];
  // Whoever reads a word of the review must know the tie of its author.
  const wanted = new Set<string>(["id", "relation", ...fields ?? usual]);
  return Object.fromEntries(Object.entries(review).filter(([name]) => wanted.has(name))) as Pick<Review, "id">;
}

const ONE = {
  newest: "the newest",
  helpful: "the most helpful",
  oldest: "the oldest",
  highest: "the best",
  lowest: "the worst",
  relevance: "the most relevant",
} as const;
const SEVERAL = {
  newest: "newest",
  helpful: "most helpful",
  oldest: "oldest",
  highest: "with most stars",
  lowest: "with fewest stars",
  relevance: "most relevant",
} as const;

/** Says how many reviews match a search and which of them follow. */
export function searchSentence({ total, matched, returned, sort = "newest", isFirstPage }: {
  readonly total: number;
  readonly matched: number;
  readonly returned: number;
  readonly sort?: typeof SORTS[number] | undefined;
  readonly isFirstPage: boolean;
}): string {
  if (total === 0) return "There are no reviews yet.";
  const all = counted(total, "review");
  if (matched === 0) return `None of ${all} matches.`;
  const found = matched === total
    ? `All of ${all} match`
    : `${matched} of ${all} ${matched === 1 ? "matches" : "match"}`;
  if (returned === matched || returned === 0) return `${total === 1 ? "The only review matches" : found}.`;
  const [one, few] = isFirstPage
    ? [ONE[sort], `the ${returned} ${SEVERAL[sort]}`]
    : ["the next", `the next ${returned}`];
  const shown = returned === 1 ? one : few;
  return `${found}; here ${returned === 1 ? "is" : "are"} ${shown}.`;
}

const decoder = new TextDecoder();

function readResult(pieces: readonly (string | Uint8Array)[]): SearchResult {
  return JSON.parse(pieces.map((piece) => typeof piece === "string" ? piece : decoder.decode(piece)).join(""));
}
