import { z } from "zod";
import { Business } from "../business.ts";
import {
  changeCount,
  changeCursor,
  type ChangePosition,
  CURSOR_FORM,
  endOf,
  type LoggedChanges,
} from "../dataset/change_log.ts";
import { AggregateRating } from "../documents/aggregate_rating.ts";
import { Review, WITHHELD_REASONS } from "../review.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { aggregateRatingOf } from "./snapshot_insights.ts";
import { rankOfId, reviewBytes } from "./snapshot_reviews.ts";

/** Maximum number of changes in an answer. */
export const MOST_CHANGES = 1000;

const CURSOR = "Expected the cursor of an answer";

/** Schema of a cursor of the change feed. */
export const ChangeCursor = z.string(CURSOR).max(31, CURSOR).regex(CURSOR_FORM, CURSOR);

/** Kinds of changes. */
const CHANGE_KINDS = ["added", "changed", "removed", "business"] as const;

const Change = z.object({
  cursor: ChangeCursor.meta({ description: "The place after this change.", maxLength: 31 }),
  at: z.iso.datetime().meta({ description: "Time of the publication." }),
  kind: z.enum(CHANGE_KINDS).meta({
    description: "What happened: to a review (`added`, `changed` or `removed`), or to the description of the business.",
  }),
  id: Review.shape.id.nullable().meta({ description: "Id of the review; null for the business.", maxLength: 26 }),
  review: Review.optional(),
  reason: z.enum(WITHHELD_REASONS).optional().meta({
    description: "Why a removed review is hidden; absent if it is not hidden, or without a stated reason.",
  }),
  business: Business.optional(),
}).meta({
  id: "Change",
  description: "A change of what is published. `review` and `business` are as published now. A review that is no " +
    "longer published has none: delete your copy.",
});

/** The answer of `/api/changes`. */
export const ChangePage = z.object({
  cursor: ChangeCursor.meta({ description: "Where to go on; valid for 90 days or 10,000 changes.", maxLength: 31 }),
  has_more: z.boolean().meta({ description: "Whether more changes are there already." }),
  aggregate_rating: AggregateRating,
  changes: z.array(Change).max(MOST_CHANGES).meta({ description: "In the order of publication." }),
}).meta({ id: "ChangePage", description: "What changed after a place in the feed." });

/** One change of a publication. */
export interface LoggedChange {
  readonly kind: typeof CHANGE_KINDS[number];
  /** Null for the business. */
  readonly id: string | null;
  readonly at: string;
  /** Position after this change. */
  readonly cursor: string;
}

/** Changes after a position. */
export interface ChangesRead {
  readonly changes: readonly LoggedChange[];
  /** Where to go on. */
  readonly cursor: string;
  readonly hasMore: boolean;
}

/**
 * Reads the changes after a position. The cost depends on the limit, not on the length of the log.
 *
 * @param after Null for the newest position.
 * @param limit Maximum number of changes.
 * @returns `too old` if changes after that position are no longer known, or it belongs to other data; `ahead` if its
 * publication is not loaded yet.
 */
export function readChanges(
  { changes: log, ledger }: Snapshot,
  after: ChangePosition | null,
  limit: number,
): ChangesRead | "too old" | "ahead" {
  const end = endOf(log);
  if (after === null) return { changes: [], cursor: changeCursor(end), hasMore: false };
  if (after.number > end.number) return ledger !== null && after.number > ledger.number ? "ahead" : "too old";
  const { start, publications } = log;
  const known = after.number - start.number;
  const begun = publications[known - 1];
  if ((begun ?? start).hash !== after.hash || known < 0) return "too old";
  if (after.left > (begun === undefined ? 0 : changeCount(begun))) return "too old";
  const changes: LoggedChange[] = [];
  let cursor = changeCursor(begun ?? start);
  // Bounded too, because a publication may have no changes.
  const last = Math.min(publications.length, known + MOST_CHANGES);
  for (let at = Math.max(0, known - 1); at < last && changes.length < limit; at++) {
    const publication = publications[at]!;
    const left = publication === begun ? after.left : changeCount(publication);
    changes.push(...latestOf(publication, left, limit - changes.length));
    // Publications without changes advance the position too.
    cursor = changes.length < limit ? changeCursor(publication) : changes.at(-1)?.cursor ?? cursor;
  }
  return { changes, cursor, hasMore: cursor !== changeCursor(end) };
}

/** The last `left` changes of a publication in the order of the feed, at most `limit` of them. */
function latestOf(publication: LoggedChanges, left: number, limit: number): LoggedChange[] {
  const { at, added, changed, removed } = publication;
  const count = changeCount(publication);
  return Array.from({ length: Math.min(left, limit) }, (_, n) => {
    const index = count - left + n;
    const ofChanged = index - added.length;
    const ofRemoved = ofChanged - changed.length;
    const [kind, id]: [LoggedChange["kind"], string | undefined] = ofChanged < 0
      ? ["added", added[index]]
      : ofRemoved < 0
      ? ["changed", changed[ofChanged]]
      : ofRemoved < removed.length
      ? ["removed", removed[ofRemoved]]
      : ["business", undefined];
    return { kind, id: id ?? null, at, cursor: changeCursor(publication, left - n - 1) };
  });
}

/** The answer of `/api/changes` as JSON in pieces. Reviews are ranges of the prepared buffer. */
export function changePieces(
  snapshot: Snapshot,
  { changes, cursor, hasMore }: ChangesRead,
): (string | Uint8Array<ArrayBuffer>)[] {
  const head = { cursor, has_more: hasMore, aggregate_rating: aggregateRatingOf(snapshot) };
  const pieces: (string | Uint8Array<ArrayBuffer>)[] = [JSON.stringify(head).slice(0, -1) + ',"changes":[\n'];
  changes.forEach(({ kind, id, at, cursor }, index) => {
    const members = JSON.stringify({ cursor, at, kind, id, ...detailsOf(snapshot, kind, id) }).slice(0, -1);
    const rank = id === null || kind === "removed" ? null : rankOfId(snapshot, id);
    pieces.push((index === 0 ? "" : ",\n") + members + (rank === null ? "}" : ',"review":'));
    if (rank !== null) pieces.push(reviewBytes(snapshot, rank, rank + 1), "}");
  });
  pieces.push("\n]}\n");
  return pieces;
}

function detailsOf({ business, hidings }: Snapshot, kind: LoggedChange["kind"], id: string | null): object {
  if (kind === "business") return { business };
  const reason = kind === "removed" ? hidings.get(id ?? "")?.reason : undefined;
  return reason ? { reason } : {};
}
