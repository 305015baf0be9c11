import type { LedgerLine } from "./ledger.ts";
import type { DatasetDifference } from "./publication.ts";

/** A publication by its line of the ledger. Its hash covers all earlier lines, so that no other history has it. */
export interface LoggedPublication {
  /** Number of the line; 0 before the first one. */
  readonly number: number;
  /** First digits of the line's hash. */
  readonly hash: string;
}

/** Ids of the reviews of the feeds that a publication changed and removed. */
export interface FeedChanges {
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** What one publication changed: ids of reviews, in the order of the feed. */
export interface LoggedChanges extends LoggedPublication {
  /** RFC 3339. */
  readonly at: string;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** What it changed in the feeds; present if places leave out sources. */
  readonly in_feeds?: FeedChanges;
  readonly business: boolean;
}

/** The latest publications without a gap, as the archive keeps them. */
export interface ChangeLog {
  /** Publication before the first kept one. Readers at an earlier publication cannot catch up. */
  readonly start: LoggedPublication;
  /** Oldest first. */
  readonly publications: readonly LoggedChanges[];
}

/** The log of the sample, and of a store without publications. */
export const EMPTY_LOG: ChangeLog = { start: { number: 0, hash: "00000000" }, publications: [] };

const HASH_DIGITS = 8;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Minimum number of changes and their minimum age in days. The log keeps whichever is more. */
const KEPT = { changes: 10_000, days: 90 };
// At most 2 MB of JSON: an id has 29 bytes there.
const MOST_CHANGES = 65_000;
/** Members of a publication take as much space as this many ids. */
const OVERHEAD = 4;

/**
 * Adds a publication to a log and drops the oldest ones.
 * @param log The log before; null if there is none.
 * @param difference Null if unknown, or if nothing was published before; the log then begins after this publication.
 * @param inFeeds What changes in the feeds; by default as `difference` says.
 */
export function nextLog(
  log: ChangeLog | null,
  line: Pick<LedgerLine, "number" | "hash" | "published_at">,
  difference: DatasetDifference | null,
  inFeeds?: FeedChanges,
): ChangeLog {
  const publication = { number: line.number, hash: line.hash.slice(0, HASH_DIGITS) };
  if (log === null || difference === null || endOf(log).number !== line.number - 1) {
    return { start: publication, publications: [] };
  }
  const { added, changed, removed, isBusinessChanged: business } = difference;
  const all: LoggedChanges[] = [...log.publications, {
    ...publication,
    at: line.published_at,
    added: added.map(({ id }) => id),
    changed: changed.map(([, { id }]) => id),
    removed: removed.map(({ id }) => id),
    ...inFeeds && { in_feeds: inFeeds },
    business,
  }];
  let changes = all.reduce((sum, one) => sum + spaceOf(one), 0);
  const oldest = Date.parse(line.published_at) - KEPT.days * DAY_MS;
  let dropped = 0;
  for (; dropped < all.length; dropped++) {
    const one = all[dropped]!;
    const left = changes - spaceOf(one);
    if (changes <= MOST_CHANGES && (left < KEPT.changes || Date.parse(one.at) >= oldest)) break;
    changes = left;
  }
  const { number, hash } = all[dropped - 1] ?? log.start;
  return { start: { number, hash }, publications: all.slice(dropped) };
}

/** Space of a publication in the log, in ids. */
function spaceOf(one: LoggedChanges): number {
  return OVERHEAD + changeCount(one) + (one.in_feeds?.changed.length ?? 0) + (one.in_feeds?.removed.length ?? 0);
}

/** Number of changes of a publication. */
export function changeCount({ added, changed, removed, business }: LoggedChanges): number {
  return added.length + changed.length + removed.length + Number(business);
}

/** The newest publication of a log. */
export function endOf({ start, publications }: ChangeLog): LoggedPublication {
  return publications.at(-1) ?? start;
}

/** Field of the answers with `/reviews.json` that has the cursor of their revision. */
export const CURSOR_FIELD = "changes-cursor";

/** A position in the feed: a publication, and the number of its changes that are still unread. */
export interface ChangePosition extends LoggedPublication {
  readonly left: number;
}

/** Pattern of a cursor. */
export const CURSOR_FORM = /^(\d{1,12})-(\d{1,9})-([0-9a-f]{8})$/;

/** Writes a position as a cursor, at most 31 characters. */
export function changeCursor({ number, hash }: LoggedPublication, left = 0): string {
  return `${number}-${left}-${hash}`;
}

/** Reads a cursor; null if it is malformed. */
export function readChangeCursor(cursor: string): ChangePosition | null {
  const [, number, left, hash] = CURSOR_FORM.exec(cursor) ?? [];
  return hash === undefined ? null : { number: Number(number), left: Number(left), hash };
}
