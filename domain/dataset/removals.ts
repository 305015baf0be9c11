import type { Review } from "../review.ts";

/** A review that is no longer published. */
export interface Removal {
  readonly id: string;
  /** Time of removal: `published_at` of the first revision without it. */
  readonly at: string;
}

/** Maximum number of removals in a feed: as many as it has entries. */
export const MOST_REMOVALS = 50;
const TOLD_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Removals in the feed of a new revision (RFC 6721), newest first. Earlier ones stay for 30 days unless published
 * again.
 *
 * @param before The published reviews; null if there are none, or only the sample, which feed readers need not delete.
 * @param at `published_at` of the new revision.
 */
export function removalsAfter(
  earlier: readonly Removal[],
  before: readonly Review[] | null,
  after: readonly Review[],
  at: string,
): readonly Removal[] {
  const published = new Set(after.map(({ id }) => id));
  const oldest = Date.parse(at) - TOLD_FOR_MS;
  // Only the newest reviews were in a feed.
  const gone = (before ?? []).filter(({ id }) => !published.has(id)).slice(0, MOST_REMOVALS);
  const told = new Set(gone.map(({ id }) => id));
  return [
    ...gone.map(({ id }) => ({ id, at })),
    ...earlier.filter((removal) =>
      !published.has(removal.id) && !told.has(removal.id) && Date.parse(removal.at) >= oldest
    ),
  ].slice(0, MOST_REMOVALS);
}
