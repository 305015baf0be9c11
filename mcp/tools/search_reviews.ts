import { z } from "zod";
import { mostMentioned, namedThings } from "../../domain/queries/named_things.ts";
import { cursorAt, pageBytes, prepareSearch, searchPage, SearchResult } from "../../domain/queries/search_reviews.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { Review } from "../../domain/review.ts";
import { facetKey } from "../../domain/search/review_facets.ts";
import { SearchFilters, withFilterRules } from "../../domain/search/search_filters.ts";
import type { Site } from "../../domain/site.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { unknownNames } from "../answers/unknown_names.ts";
import { keepWithin, MOST_DATA_BYTES } from "../wording/answer_limits.ts";
import { quoted, UNTRUSTED, Untrusted, UNTRUSTED_LINE } from "../wording/quoted.ts";
import { type ListedReview, reviewList } from "../wording/review_list.ts";
import { defineTool } from "./define_tool.ts";

const { rating, limit, query, mentions_technician, mentions_service, aspect, problem } = SearchFilters.shape;

const MEMBERS = Object.keys(Review.shape) as (keyof Review)[];
const FIELDS = `Expected members of a review: ${MEMBERS.join(", ")}`;

// Descriptions without HTTP status and paths, and examples of the published business instead of fixed ones.
const FILTERS = SearchFilters.extend({
  rating: z.preprocess(fractionAsText, rating),
  limit: z.preprocess(fractionAsText, limit),
  until: SearchFilters.shape.until.meta({
    description: "On or before this day; not before `since`.",
    examples: ["2026-10-31"],
  }),
  query: query.meta({ description: "Text that the review contains." }),
  mentions_technician: mentions_technician.meta({ description: "Name, alias or id of a technician." }),
  mentions_service: mentions_service.meta({ description: "Id, label or alias of a service." }),
  aspect: aspect.meta({ description: "Id, label or another name of an aspect." }),
  problem: problem.meta({ description: "Id, label or another name of a problem." }),
  sentiment: SearchFilters.shape.sentiment.meta({
    description: "Of the whole review; with `aspect`, towards that.",
    examples: ["negative"],
  }),
  max_rating: inShort("max_rating", "At most this many stars; not below `min_rating`."),
  verified: inShort("verified", "Is verified; true by default."),
  replied: inShort("replied", "Has a reply of the business."),
  language: inShort("language", "Guessed language (RFC 5646); `und` is unknown."),
  has_photos: inShort("has_photos", "Has photos."),
  has_text: inShort("has_text", "Has a text."),
  sort: inShort("sort", "Among equal ratings the newest come first."),
  cursor: inShort("cursor", "`next` of an answer to the same search."),
  fields: z.array(z.enum(MEMBERS, FIELDS), FIELDS).min(1, FIELDS).max(20, FIELDS)
    .optional().meta({
      description: "Members to return beside `id`; all by default.",
      examples: [["rating", "date", "text"]],
    }),
});

/** A filter with fewer words, as clients put all of them before their model. */
function inShort<Name extends keyof typeof SearchFilters.shape>(name: Name, description: string) {
  const filter = SearchFilters.shape[name];
  return filter.meta({ ...filter.meta(), description }) as typeof filter;
}

/** The tool `search_reviews`: filters and answer of GET `/api/reviews/search`, and a choice of members. */
export const searchReviews = defineTool({
  name: "search_reviews",
  title: "Search reviews",
  description:
    "Finds reviews by stars, days, text, names, aspect, sentiment, problem, source, language, reply and photos, newest " +
    "first by default; all given filters must hold. `matched` is the exact number of all that match, `next` the cursor of the next page. `query` " +
    "is one piece of text, not a question. When nothing matches, `matched` is 0 and the text says which names are " +
    "known.",
  input: withFilterRules(FILTERS),
  examples: (snapshot) => ({
    query: namedThings(snapshot, "services")[0]?.label,
    mentions_technician: mostMentioned(namedThings(snapshot, "technicians"))?.label,
    mentions_service: mostMentioned(namedThings(snapshot, "services"))?.id,
    aspect: insightsOf(snapshot).aspects[0]?.id,
    problem: insightsOf(snapshot).entities.problems[0]?.id,
  }),
  output: SearchResult.extend({ reviews: z.array(Review.partial()).max(100), untrusted: Untrusted }),
  answer: (snapshot, { fields, ...filters }, site) => {
    const search = prepareSearch(snapshot, filters);
    if ("cursorFault" in search) return { fault: `${search.cursorFault}.` };
    const page = searchPage(snapshot, search);
    const pieces = pageBytes(snapshot, page);
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    const found = readResult(pieces);
    const chosen = fields === undefined ? found.reviews : found.reviews.map((review) => only(review, fields));
    // Measuring all reviews takes as long as finding them, so it happens only if necessary.
    const reviews = bytes <= MOST_DATA_BYTES ? chosen : keepWithin(chosen, MOST_DATA_BYTES);
    const cutAt = page.ranks[reviews.length];
    const next = cutAt === undefined ? page.next : cursorAt(search, cutAt);
    const data = { ...found, returned: reviews.length, reviews, next, untrusted: UNTRUSTED };
    return { data, text: searchText(snapshot, filters, { found, reviews, next }, site) };
  },
});

function only(review: Review, fields: readonly (keyof Review)[]): ListedReview {
  const wanted = new Set<string>(["id", ...fields]);
  return Object.fromEntries(Object.entries(review).filter(([name]) => wanted.has(name))) as unknown as ListedReview;
}

const FIRST = { newest: "newest", oldest: "oldest", highest: "with most stars", lowest: "with fewest stars" } as const;

function searchText(
  snapshot: Snapshot,
  filters: SearchFilters,
  { found, reviews, next }: {
    readonly found: SearchResult;
    readonly reviews: readonly ListedReview[];
    readonly next: string | null;
  },
  site: Site,
): string {
  const leftOut = found.returned - reviews.length;
  const order = filters.cursor === undefined ? FIRST[filters.sort ?? "newest"] : null;
  const shown = [
    reviews.length === 1 ? "is the" : "are the",
    order === null ? "next" : "",
    reviews.length === 1 ? "" : String(reviews.length),
    order ?? "",
  ].filter((word) => word !== "").join(" ");
  const shownPart = reviews.length === found.matched ? "" : `; here ${shown}`;
  return [
    `${found.matched} of ${snapshot.reviewCount} reviews match${shownPart}.`,
    ...leftOut === 0 ? [] : [
      `${leftOut} more were left out, as the answer would be too long: narrow the search, choose fields, or go on with ` +
      "the cursor.",
    ],
    ...next === null ? [] : [`The same search with cursor ${quoted(next)} has the next page.`],
    ...reviews.length === 0 ? nothingFound(snapshot, filters) : [UNTRUSTED_LINE, reviewList(reviews, site)],
  ].join("\n");
}

/** Turns a fractional number into a string, because after a fractional number zod skips the rules that span filters. */
function fractionAsText(value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value) ? String(value) : value;
}

const decoder = new TextDecoder();

function readResult(pieces: readonly (string | Uint8Array)[]): SearchResult {
  return JSON.parse(pieces.map((piece) => typeof piece === "string" ? piece : decoder.decode(piece)).join(""));
}

function nothingFound(snapshot: Snapshot, filters: SearchFilters): readonly string[] {
  const facets = (["source", "language"] as const).flatMap((facet) => {
    const { [facet]: value } = filters;
    const known = [...snapshot.search.facets[facet].keys()];
    if (value === undefined || known.includes(facetKey(value))) return [];
    return [`No review has the ${facet} ${quoted(value)}. Known: ${known.map((one) => quoted(one)).join(", ")}.`];
  });
  return [...unknownNames(snapshot, filters), ...facets];
}
