import { z } from "zod";
import { shortened } from "../cut_text.ts";
import { Review } from "../review.ts";
import { resolveService, resolveTechnician } from "../roster.ts";
import { FACET_NAMES, type FacetName, type FacetValue } from "../search/review_facets.ts";
import { SearchFilters } from "../search/search_filters.ts";
import { lowerBound } from "../search/lower_bound.ts";
import { type SearchCriteria, searchIndex, type SearchPlace } from "../search/search_index.ts";
import { foldSearched } from "../search/searched_text.ts";
import { readWordQuery } from "../search/word_query.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { findingNote } from "./finding_note.ts";
import { unknownNames } from "./known_names.ts";
import { resolveSubject } from "./named_things.ts";
import { type CursorFault, type CursorPosition, readCursor, searchHash, writeCursor } from "./search_cursor.ts";
import { hintSentences, searchHints } from "./search_hints.ts";
import { idAt, reviewBytes } from "./snapshot_reviews.ts";

const MOST_NOTE = 2000;

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
    maxLength: 50,
  }),
  note: z.string().max(MOST_NOTE).nullable().meta({
    description:
      "What to know: of filters by findings of the analysis, of names and parameters that nothing has, and, " +
      "if nothing matches, what would find reviews.",
  }),
}).meta({ id: "SearchResult", description: "The reviews that match a search." });

/** The answer that the schema of the same name describes. */
export type SearchResult = Readonly<z.output<typeof SearchResult>>;

interface PreparedSearch {
  readonly criteria: SearchCriteria;
  /** Hash of the search, for its cursors. */
  readonly hash: string;
  /** Sentences about names that nothing has. */
  readonly notes: readonly string[];
}

/** One page of the reviews that match. */
interface SearchPage {
  /** Number of all matches. */
  readonly matched: number;
  /** Ranks of the reviews of the page. */
  readonly ranks: readonly number[];
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
  /** Returns the cursor of the page after one of the ranks, by its index. */
  readonly cursorAfter: (at: number) => string;
  /** What to know of the search, in sentences; null if there is nothing. */
  readonly note: string | null;
}

/** Resolves the names of filters; ignores cursor and limit. */
export function searchCriteria(
  { business, subjects }: Snapshot,
  filters: Partial<SearchFilters>,
): Omit<SearchCriteria, "after" | "limit"> {
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
    query: filters.query === undefined ? undefined : foldSearched(filters.query),
    words: filters.words === undefined ? undefined : readWordQuery(filters.words),
    technicians: technician === undefined ? undefined : [resolveTechnician(business, technician) ?? technician],
    services: service === undefined ? undefined : [resolveService(business, service) ?? service],
    aspect: aspect === undefined ? undefined : resolveSubject(subjects, "aspects", aspect) ?? aspect,
    sentiment: filters.sentiment,
    sort: filters.sort,
    problem: problem === undefined ? undefined : resolveSubject(subjects, "problems", problem) ?? problem,
  };
}

/** Resolves the filters' names and the cursor, without searching. A cursor of another search is a fault. */
export function prepareSearch(snapshot: Snapshot, filters: SearchFilters): PreparedSearch | CursorFault {
  const criteria = searchCriteria(snapshot, filters);
  const hash = searchHash(JSON.stringify(criteria));
  const position = filters.cursor === undefined ? undefined : readCursor(hash, filters.cursor);
  if (position !== undefined && "cursorFault" in position) return position;
  const after = position && placeOf(snapshot, position);
  return { criteria: { ...criteria, after, limit: filters.limit }, hash, notes: unknownNames(snapshot, filters) };
}

/** Finds the place of a position among the reviews of a snapshot. */
function placeOf(snapshot: Snapshot, { score, day, id }: CursorPosition): SearchPlace {
  const { search: { days }, reviewCount } = snapshot;
  const newer = lowerBound(
    0,
    reviewCount,
    (rank) => days[rank]! > day || days[rank] === day && idAt(snapshot, rank) > id,
  );
  return { score, newer, notOlder: newer < reviewCount && idAt(snapshot, newer) === id ? newer + 1 : newer };
}

/** Number of reviews that a search with these filters finds: `matched` of its answer. */
export function countMatches(snapshot: Snapshot, filters: Partial<SearchFilters>): number {
  return searchIndex(snapshot.search, { ...searchCriteria(snapshot, filters), limit: 0 }).matched;
}

/** Finds one page of the reviews that match. */
export function searchPage(snapshot: Snapshot, search: PreparedSearch): SearchPage {
  const { matched, ranks, scores, hasMore } = searchIndex(snapshot.search, search.criteria);
  const cursorAfter = (at: number) =>
    writeCursor(search.hash, {
      score: scores[at]!,
      day: snapshot.search.days[ranks[at]!]!,
      id: idAt(snapshot, ranks[at]!),
    });
  const notes = [
    ...search.notes,
    findingNote(snapshot, search.criteria),
    ...matched === 0 ? hintSentences(searchHints(snapshot, search.criteria)) : [],
  ].filter((sentence) => sentence !== null);
  const note = notes.length === 0 ? null : shortened(notes.join(" "), MOST_NOTE);
  return {
    matched,
    ranks,
    cursorAfter,
    next: hasMore && ranks.length > 0 ? cursorAfter(ranks.length - 1) : null,
    note,
  };
}

// Encoded once: encoding it twenty times took as long as copying the reviews.
const SEPARATOR = new TextEncoder().encode(",\n");

/** Answer as JSON in pieces. Adjacent reviews are one range of the prepared buffer; none is serialised again. */
export function pageBytes(
  snapshot: Snapshot,
  { matched, ranks, next, note }: Omit<SearchPage, "cursorAfter">,
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
