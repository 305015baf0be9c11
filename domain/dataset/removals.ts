import type { Review } from "../review.ts";

/** A review that was published and is no longer. */
export interface Removal {
  readonly id: string;
  /** When: `published_at` of the first revision without it. */
  readonly at: string;
}

/** How many removals are told at most: as many as a feed has entries. */
export const MOST_REMOVALS = 50;
const TOLD_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * The removals that the feed of a new revision tells (RFC 6721), the newest first: those of before, unless they are older
 * than 30 days or published again, and those that are new.
 *
 * @param before What was published; null where that was nothing, or the sample, whose reviews nobody has to forget.
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
  // The newest reviews first: only those have been in a feed.
  const gone = (before ?? []).filter(({ id }) => !published.has(id)).slice(0, MOST_REMOVALS);
  const told = new Set(gone.map(({ id }) => id));
  return [
    ...gone.map(({ id }) => ({ id, at })),
    ...earlier.filter((removal) =>
      !published.has(removal.id) && !told.has(removal.id) && Date.parse(removal.at) >= oldest
    ),
  ].slice(0, MOST_REMOVALS);
}
