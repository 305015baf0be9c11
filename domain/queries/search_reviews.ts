import { z } from "zod";
import { entityTag } from "../documents/entity_tag.ts";
import { foldText } from "../fold_text.ts";
import { Review } from "../review.ts";
import { resolveService, resolveTechnician } from "../roster.ts";
import type { SearchFilters } from "../search/search_filters.ts";
import { type SearchCriteria, searchIndex } from "../search/search_index.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { reviewBytes } from "./snapshot_reviews.ts";

/** The answer of a search. */
export const SearchResult = z.object({
  matched: z.int().min(0).meta({ description: "How many reviews match, exactly." }),
  returned: z.int().min(0).max(100).meta({
    description: "How many of them are in `reviews`.",
  }),
  reviews: z.array(Review).max(100).meta({ description: "The newest matching reviews, newest first." }),
}).meta({
  id: "SearchResult",
  description: "The reviews that match a search.",
});

/** The answer that the schema of the same name describes. */
export type SearchResult = Readonly<z.output<typeof SearchResult>>;

/** A search prepared for one snapshot, so that its entity tag is known before it runs. */
export interface PreparedSearch {
  readonly criteria: SearchCriteria;
  /** Strong entity tag of the answer, derived from the data and the criteria. */
  readonly entityTag: string;
}

/** Resolves the names in the filters and derives the answer's entity tag, without searching. */
export function prepareSearch(snapshot: Snapshot, filters: SearchFilters): PreparedSearch {
  const { mentions_technician: technician, mentions_service: service } = filters;
  const criteria: SearchCriteria = {
    rating: filters.rating,
    minRating: filters.min_rating,
    since: filters.since,
    until: filters.until,
    query: filters.query === undefined ? undefined : foldText(filters.query),
    technicians: technician === undefined
      ? undefined
      : [resolveTechnician(snapshot.business, technician) ?? technician],
    services: service === undefined ? undefined : [resolveService(snapshot.business, service) ?? service],
    limit: filters.limit,
  };
  const data = snapshot.documents["/reviews.json"].bodies.identity.entityTag;
  return {
    criteria,
    entityTag: entityTag(JSON.stringify([data, "search", criteria])),
  };
}

// As bytes: encoding it twenty times took as long as copying the reviews.
const SEPARATOR = new TextEncoder().encode(",\n");

/** The answer as JSON in pieces: adjacent reviews are one range of the prepared buffer; none is serialised again. */
export function runSearch(snapshot: Snapshot, { criteria }: PreparedSearch): readonly (string | Uint8Array)[] {
  const { matched, ranks } = searchIndex(snapshot.search, criteria);
  const pieces: (string | Uint8Array)[] = [
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
  pieces.push("\n]}\n");
  return pieces;
}
