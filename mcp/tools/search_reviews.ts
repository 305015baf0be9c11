import { z } from "zod";
import { cursorAt, pageBytes, prepareSearch, searchPage, SearchResult } from "../../domain/queries/search_reviews.ts";
import { resolveService, resolveTechnician } from "../../domain/roster.ts";
import { SearchFilters, withFilterRules } from "../../domain/search/search_filters.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { keepWithin, MOST_DATA_BYTES } from "../wording/answer_limits.ts";
import { knownNames } from "../wording/known_names.ts";
import { quoted } from "../wording/quoted.ts";
import { reviewList } from "../wording/review_list.ts";
import { defineTool } from "./define_tool.ts";

const { rating, limit } = SearchFilters.shape;

// The REST description of `until` mentions status 400, which does not apply here.
const FILTERS = SearchFilters.extend({
  rating: z.preprocess(fractionAsText, rating),
  limit: z.preprocess(fractionAsText, limit),
  until: SearchFilters.shape.until.meta({
    description: "On or before this day; not before `since`.",
    examples: ["2026-10-31"],
  }),
});

/** The tool `search_reviews`: filters and answer of GET `/api/reviews/search`. */
export const searchReviews = defineTool({
  name: "search_reviews",
  title: "Search reviews",
  description:
    "Finds reviews by stars, days, text, technician and service, newest first. All filters that are given must hold; " +
    "with none, the newest reviews are returned. The answer has `matched`, the exact number of all that match, " +
    "`returned`, and `reviews`: 20 unless `limit` says otherwise, 100 at most, fewer when they are too long for one " +
    "answer. For older ones set `until` to the day of the last one. `query` is one piece of text, not a question: try a " +
    "single word before a phrase. When nothing matches, `matched` is 0 and the text says which names are known.",
  input: withFilterRules(FILTERS),
  output: SearchResult,
  answer: (snapshot, filters) => {
    const search = prepareSearch(snapshot, filters);
    if ("cursorFault" in search) return { fault: `${search.cursorFault}.` };
    const page = searchPage(snapshot, search);
    const pieces = pageBytes(snapshot, page);
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    const found = readResult(pieces);
    // Measuring all reviews takes as long as finding them, so it is done only if necessary.
    const reviews = bytes <= MOST_DATA_BYTES ? found.reviews : keepWithin(found.reviews, MOST_DATA_BYTES);
    const cutAt = page.ranks[reviews.length];
    const next = cutAt === undefined ? page.next : cursorAt(search, cutAt);
    const data = { ...found, returned: reviews.length, reviews, next };
    const leftOut = found.returned - reviews.length;
    const lines = [
      `${found.matched} of ${snapshot.reviewCount} reviews match` +
      (reviews.length === found.matched ? "." : `; here are the ${reviews.length} newest.`),
      ...leftOut === 0 ? [] : [
        `${leftOut} more were left out, as the answer would be too long: narrow the search, by since and until ` +
        "for example, or read a long review with get_review.",
      ],
      ...reviews.length === 0 ? unknownNames(snapshot, filters) : [reviewList(reviews)],
    ];
    return { data, text: lines.join("\n") };
  },
});

/**
 * Makes a fractional number a string: after a fractional number zod skips rules that span filters, after a string it
 * does not.
 */
function fractionAsText(value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value) ? String(value) : value;
}

const decoder = new TextDecoder();

function readResult(pieces: readonly (string | Uint8Array)[]): SearchResult {
  return JSON.parse(pieces.map((piece) => typeof piece === "string" ? piece : decoder.decode(piece)).join(""));
}

function unknownNames({ business }: Snapshot, filters: SearchFilters): readonly string[] {
  const { mentions_technician: technician, mentions_service: service } = filters;
  const lines: string[] = [];
  if (technician !== undefined && resolveTechnician(business, technician) === null) {
    const known = knownNames(business.technicians.map(({ id, name }) => ({ id, label: name })));
    lines.push(`No technician is called ${quoted(technician)}. Known technicians: ${known}.`);
  }
  if (service !== undefined && resolveService(business, service) === null) {
    lines.push(`No service is called ${quoted(service)}. Known services: ${knownNames(business.services)}.`);
  }
  return lines;
}
