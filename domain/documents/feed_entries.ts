import type { Business } from "../business.ts";
import { namedDate, ratingText, type Review } from "../review.ts";
import { POLICY_WORDS } from "./policy_words.ts";
import { ulidToUuid } from "../review_id.ts";

/** What one publication changed in a feed: ids of reviews. */
interface FeedPublication {
  /** RFC 3339. */
  readonly at: string;
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** A removed entry. */
export interface DeletedEntry {
  readonly id: string;
  /** Time of removal, RFC 3339. */
  readonly at: string;
}

/** What feeds say of their entries beyond the reviews. */
export interface EntryHistory {
  /** Time of the last change of each changed review, RFC 3339, by id. */
  readonly changed: ReadonlyMap<string, string>;
  /** Newest first. */
  readonly deleted: readonly DeletedEntry[];
}

/** The history of a feed without publications. */
export const NO_HISTORY: EntryHistory = { changed: new Map(), deleted: [] };

/** Maximum number of deleted entries: as many as the feed has entries. */
export const MOST_DELETED_ENTRIES = 50;
const DELETED_ENTRIES_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Returns when the entries changed, and the deleted ones: reviews removed within 30 days of the newest publication, at
 * most 50, unless published again.
 *
 * @param publications The oldest first.
 * @param newest Reviews of the feed.
 * @param published Ids of all published reviews.
 */
export function entryHistory(
  publications: readonly FeedPublication[],
  newest: readonly Review[],
  published: Iterable<string>,
): EntryHistory {
  const entries = new Set(newest.map(({ id }) => id));
  const changed = new Map<string, string>();
  for (const { at, changed: ids } of publications) for (const id of ids) if (entries.has(id)) changed.set(id, at);
  return { changed, deleted: deletedEntries(publications, published) };
}

function deletedEntries(publications: readonly FeedPublication[], published: Iterable<string>) {
  const oldest = Date.parse(publications.at(-1)?.at ?? "") - DELETED_ENTRIES_DAYS * DAY_MS;
  const entries = new Map<string, DeletedEntry>();
  for (const { at, removed } of publications.toReversed()) {
    if (Date.parse(at) < oldest) break;
    for (const id of removed) if (!entries.has(id)) entries.set(id, { id, at });
  }
  if (entries.size > 0) { for (const id of published) entries.delete(id); }
  return [...entries.values()].slice(0, MOST_DELETED_ENTRIES);
}

/** Id of a review in both feeds; the same on every origin (RFC 4287 4.2.6). */
export function entryId(id: string): string {
  return `urn:uuid:${ulidToUuid(id)}`;
}

/** Title of an entry: stars and author, with the tie to the business. */
export function entryTitle({ rating, author, relation }: Review): string {
  const tie = relation === undefined ? "" : ` (${POLICY_WORDS[`relation_${relation}`]})`;
  return `${ratingText(rating)}, by ${author}${tie}`;
}

/** The text of an entry: the review, or its stars if it has no words; then the reply. */
export function entryText(review: Review, { name }: Business): string {
  const { rating, text, owner_reply: reply } = review;
  const words = text ?? `${ratingText(rating)}, without words.`;
  return reply === null ? words : `${words}\n\nReply of ${name}, ${namedDate(review, reply.date)}:\n${reply.text}`;
}

/** Midnight UTC of a review's day, RFC 3339. */
export function publishedTime({ date }: Review): string {
  return `${date}T00:00:00Z`;
}
