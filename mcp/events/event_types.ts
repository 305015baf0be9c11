import { z } from "zod";
import { changeCursor, type ChangePosition, endOf } from "../../domain/dataset/change_log.ts";
import { AggregateRating, ratingOfCounts } from "../../domain/documents/aggregate_rating.ts";
import { type LoggedChange, MOST_CHANGES, readChanges } from "../../domain/queries/read_changes.ts";
import { searchCriteria } from "../../domain/queries/search_reviews.ts";
import { rankOfId, reviewAt } from "../../domain/queries/snapshot_reviews.ts";
import { Review, WITHHELD_REASONS } from "../../domain/review.ts";
import { SearchFilters } from "../../domain/search/search_filters.ts";
import { hasRank } from "../../domain/search/rank_set.ts";
import { matchingRanks } from "../../domain/search/search_index.ts";
import { reviewUrl, type Site } from "../../domain/site.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { inputJsonSchema, type JsonSchema, outputJsonSchema } from "../tools/tool_schema.ts";
import { UNTRUSTED, visible } from "../answers/outline.ts";

/** SEP-3415, "Occurrence". */
interface Occurrence {
  readonly eventId: string;
  readonly name: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Cursor of the change feed for the position after the event. */
  readonly cursor: string;
}

interface EventType {
  readonly description: string;
  readonly input: z.ZodType<Partial<SearchFilters>>;
  readonly payload: z.ZodObject;
  /** Kind of change that the events report; null for the rating. */
  readonly kind: LoggedChange["kind"] | null;
}

const { min_rating, max_rating, source, language, mentions_technician, mentions_service, aspect } = SearchFilters.shape;

const ReviewArguments = z.object({
  max_rating: max_rating.meta({ description: "At most this many stars.", examples: [2] }),
  min_rating,
  source: source.meta({ description: "Only reviews of this source." }),
  technician: mentions_technician.meta({ description: "Name, alias or id of a technician." }),
  service: mentions_service.meta({ description: "Id, label or alias of a service." }),
  aspect: aspect.meta({ description: "Id, label or another name of an aspect." }),
  language: language.meta({ description: "Tag of a language, such as en." }),
}).strict();

const ReviewInput = ReviewArguments.transform(({ technician, service, ...filters }) => ({
  ...filters,
  mentions_technician: technician,
  mentions_service: service,
}));
const NoInput = z.object({}).strict();
const ReviewPayload = z.object({ review: Review, url: z.string(), untrusted: z.string() });
const RemovedPayload = z.object({ id: Review.shape.id, reason: z.enum(WITHHELD_REASONS).nullable() });
const RatingPayload = AggregateRating.pick({ rating_value: true, review_count: true, distribution: true });

/** All types of events by name. */
export const EVENT_TYPES: Readonly<Record<string, EventType>> = {
  "review.published": {
    description: "A review is published: a new one, a late import, or one that was hidden before.",
    input: ReviewInput,
    payload: ReviewPayload,
    kind: "added",
  },
  "review.changed": {
    description: "A published review has another text, rating, reply or other member.",
    input: ReviewInput,
    payload: ReviewPayload,
    kind: "changed",
  },
  "review.removed": {
    description: "A review is no longer published: withdrawn, hidden (with the reason) or erased. Delete copies.",
    input: NoInput,
    payload: RemovedPayload,
    kind: "removed",
  },
  "rating.changed": {
    description: "The number of reviews or their distribution over the stars has changed.",
    input: NoInput,
    payload: RatingPayload,
    kind: null,
  },
};

/** The types in the form of `events/list`. */
export const EVENT_LIST: readonly JsonSchema[] = Object.entries(EVENT_TYPES).map(([name, type]) => ({
  name,
  description: type.description,
  delivery: ["poll"],
  inputSchema: inputJsonSchema(type.input === ReviewInput ? ReviewArguments : NoInput),
  payloadSchema: outputJsonSchema(type.payload),
}));

/** Events after a position. */
export interface EventPage {
  readonly events: readonly Occurrence[];
  readonly cursor: string;
  /** Whether events before the first one are no longer known. */
  readonly truncated: boolean;
  readonly hasMore: boolean;
}

interface EventRange {
  /** Position after which to read; null for the end of the feed, after which there are no events. */
  readonly after: ChangePosition | null;
  readonly most: number;
  /** Milliseconds since 1970; older events are left out. */
  readonly notBefore: number;
}

/**
 * Reads the events of a type among the next changes after a position; there may be none although more follow. Reviews
 * that are no longer published have only the event of their removal.
 */
export function readEvents(
  snapshot: Snapshot,
  site: Site,
  name: string,
  filters: Partial<SearchFilters>,
  { after, most, notBefore }: EventRange,
): EventPage {
  const read = readChanges(snapshot, after, MOST_CHANGES);
  if (read === "too old") {
    return { events: [], cursor: changeCursor(endOf(snapshot.changes)), truncated: true, hasMore: false };
  }
  // The publication of this position is not loaded yet.
  if (read === "ahead") {
    return { events: [], cursor: changeCursor(after!, after!.left), truncated: false, hasMore: false };
  }
  const { kind } = EVENT_TYPES[name]!;
  const isWanted = wantedRanks(snapshot, filters);
  const events: Occurrence[] = [];
  for (const change of read.changes) {
    if (kind !== null && change.kind !== kind || Date.parse(change.at) < notBefore) continue;
    const data = kind === null ? ratingOf(change) : dataOf(snapshot, site, isWanted, change);
    if (data === null) continue;
    if (events.length === most) return { events, cursor: events.at(-1)!.cursor, truncated: false, hasMore: true };
    const { cursor, at: timestamp } = change;
    events.push({ eventId: `${name}:${cursor}`, name, timestamp, data, cursor });
  }
  return { events, cursor: read.cursor, truncated: false, hasMore: read.hasMore };
}

function ratingOf({ stars }: LoggedChange): Occurrence["data"] | null {
  if (stars === undefined) return null;
  const { rating_value, review_count, distribution } = ratingOfCounts(stars);
  return { rating_value, review_count, distribution };
}

function wantedRanks(snapshot: Snapshot, filters: Partial<SearchFilters>): (rank: number) => boolean {
  if (Object.values(filters).every((value) => value === undefined)) return () => true;
  const wanted = matchingRanks(snapshot.search, searchCriteria(snapshot, filters));
  return (rank) => hasRank(wanted, rank);
}

function dataOf(
  snapshot: Snapshot,
  site: Site,
  isWanted: (rank: number) => boolean,
  { kind, id }: LoggedChange,
): Occurrence["data"] | null {
  if (id === null) return null;
  if (kind === "removed") return { id, reason: snapshot.hidings.get(id)?.reason ?? null };
  const rank = rankOfId(snapshot, id);
  if (rank === null || !isWanted(rank)) return null;
  return { review: visible(reviewAt(snapshot, rank)), url: reviewUrl(site, id), untrusted: UNTRUSTED };
}
