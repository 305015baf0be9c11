import { z } from "zod";
import { entityTag } from "../documents/representation.ts";
import { Review } from "../review.ts";
import { resolveService, resolveTechnician } from "../roster.ts";
import { FACET_NAMES, type FacetName, type FacetValue } from "../search/review_facets.ts";
import { SearchFilters } from "../search/search_filters.ts";
import { type SearchCriteria, searchIndex } from "../search/search_index.ts";
import { queryPhrases } from "../search/query_phrases.ts";
import { nearestWord } from "../search/text_index.ts";
import { perSnapshot } from "../snapshot/per_snapshot.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { findingNote } from "./finding_note.ts";
import { resolveSubject } from "./named_things.ts";
import { type CursorFault, type CursorScope, readCursor, searchHash, writeCursor } from "./search_cursor.ts";
import { reviewBytes } from "./snapshot_reviews.ts";

/** The answer of a search. */
export const SearchResult = z.object({
  matched: z.int().min(0).meta({ description: "How many reviews match, exactly." }),
  returned: z.int().min(0).max(100).meta({
    description: "How many of them are in `reviews`.",
  }),
  reviews: z.array(Review).max(100).meta({
    description: "The first matching reviews in the order of `sort`, or those from the cursor on.",
  }),
  next: SearchFilters.shape.cursor.unwrap().nullable().meta({
    description: "The cursor of the page after this one; null on the last page.",
    maxLength: 22,
  }),
  note: z.string().max(2000).nullable().meta({
    description: "What to know of filters by findings of the analysis, and how to search the texts instead.",
  }),
}).meta({ id: "SearchResult", description: "The reviews that match a search." });

/** The answer that the schema of the same name describes. */
export type SearchResult = Readonly<z.output<typeof SearchResult>>;

interface PreparedSearch {
  readonly criteria: SearchCriteria;
  /** Scope of this search's cursors. */
  readonly scope: CursorScope;
}

/** One page of the reviews that match. */
interface SearchPage {
  /** Number of all matches. */
  readonly matched: number;
  /** Ranks of the reviews of the page. */
  readonly ranks: readonly number[];
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
  /** Sentences about filters that read the analysis; null without them. */
  readonly note: string | null;
}

/** Resolves the names of filters; ignores cursor and limit. */
export function searchCriteria(
  { business, subjects }: Snapshot,
  filters: Partial<SearchFilters>,
): Omit<SearchCriteria, "from" | "limit"> {
  const { mentions_technician: technician, mentions_service: service, aspect, problem } = filters;
  const facets: Partial<Record<FacetName, FacetValue>> = {};
  for (const name of FACET_NAMES) if (filters[name] !== undefined) facets[name] = filters[name];
  return {
    ...facets,
    rating: filters.rating,
    minRating: filters.min_rating,
    maxRating: filters.max_rating,
    since: filters.since,
    until: filters.until,
    query: filters.query === undefined ? undefined : queryPhrases(filters.query),
    technicians: technician === undefined ? undefined : [resolveTechnician(business, technician) ?? technician],
    services: service === undefined ? undefined : [resolveService(business, service) ?? service],
    aspect: aspect === undefined ? undefined : resolveSubject(subjects, "aspects", aspect) ?? aspect,
    sentiment: filters.sentiment,
    sort: filters.sort,
    problem: problem === undefined ? undefined : resolveSubject(subjects, "problems", problem) ?? problem,
  };
}

/** Resolves the filters' names and the cursor, without searching. A cursor of other data or another search is a fault. */
export function prepareSearch(snapshot: Snapshot, filters: SearchFilters): PreparedSearch | CursorFault {
  const criteria = searchCriteria(snapshot, filters);
  const scope: CursorScope = { data: dataHash(snapshot), search: searchHash(JSON.stringify(criteria)) };
  const from = filters.cursor === undefined ? undefined : readCursor(scope, filters.cursor);
  if (typeof from === "object") return from;
  return { criteria: { ...criteria, from, limit: filters.limit }, scope };
}

/** Hash of the data that searches answer from, of 14 characters. */
const dataHash = perSnapshot(({ documents }) => {
  const tags = documents["/reviews.json"].bodies.identity.entityTag +
    documents["/insights.json"].bodies.identity.entityTag;
  return entityTag(tags).slice(1, 15);
});

/** Finds one page of the reviews that match. */
export function searchPage(snapshot: Snapshot, search: PreparedSearch): SearchPage {
  const { matched, ranks, next } = searchIndex(snapshot.search, search.criteria);
  const note = findingNote(snapshot, search.criteria);
  return { matched, ranks, next: next === null ? null : cursorAt(search, next), note };
}

/** Returns the cursor of the page that begins with a rank. For answers that hold less than a whole page. */
export function cursorAt({ scope }: PreparedSearch, rank: number): string {
  return writeCursor(scope, rank);
}

// Encoded once: encoding it twenty times took as long as copying the reviews.
const SEPARATOR = new TextEncoder().encode(",\n");

/** Answer as JSON in pieces. Adjacent reviews are one range of the prepared buffer; none is serialised again. */
export function pageBytes(
  snapshot: Snapshot,
  { matched, ranks, next, note }: SearchPage,
): readonly (string | Uint8Array<ArrayBuffer>)[] {
  const pieces: (string | Uint8Array<ArrayBuffer>)[] = [
    `{"matched":${matched},"returned":${ranks.length},"reviews":[\n`,
  ];
  for (let at = 0; at < ranks.length;) {
    const first = ranks[at]!;
    let length = 1;
    while (ranks[at + length] === first + length) length++;
    if (at > 0) pieces.push(SEPARATOR);
    pieces.push(reviewBytes(snapshot, first, first + length));
    at += length;
  }
  pieces.push(`\n],"next":${JSON.stringify(next)},"note":${JSON.stringify(note)}}\n`);
  return pieces;
}

/**
 * Returns the query with the nearest word of the reviews for each of its words that no review has; null if there is
 * none.
 */
export function nearestQuery({ search }: Snapshot, query: string): string | null {
  let isChanged = false;
  const words = queryPhrases(query).map((phrase) => {
    const isKnown = searchIndex(search, { query: [phrase], limit: 0 }).matched > 0;
    const nearest = isKnown || phrase.includes(" ") ? null : nearestWord(search.texts, phrase);
    isChanged ||= nearest !== null;
    return nearest ?? (phrase.includes(" ") ? `"${phrase}"` : phrase);
  });
  return isChanged ? words.join(" ") : null;
}
