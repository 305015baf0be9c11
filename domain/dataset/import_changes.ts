import type { Review } from "../review.ts";

/** What an import changes, in numbers. */
export interface ImportChanges {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Published reviews that are no longer. */
  readonly withdrawn: number;
  /** Known ids that belong to another author or another day now, as when two sources count from 1. */
  readonly rewritten: number;
}

/**
 * Compares what was published with what will be.
 *
 * @param named Whether the import names the review of an id; others are not counted, unless they are withdrawn.
 */
export function importChanges(
  before: readonly Review[],
  after: readonly Review[],
  named: (id: string) => boolean,
): ImportChanges {
  const old = new Map(before.map((review) => [review.id, review]));
  let [added, updated, unchanged, rewritten, kept] = [0, 0, 0, 0, 0];
  for (const review of after) {
    const known = old.get(review.id);
    if (known !== undefined) kept++;
    if (known === undefined) added++;
    else if (!named(review.id)) continue;
    else if (known === review || JSON.stringify(known) === JSON.stringify(review)) unchanged++;
    else {
      updated++;
      if (known.author !== review.author || known.date !== review.date) rewritten++;
    }
  }
  return { added, updated, unchanged, withdrawn: before.length - kept, rewritten };
}
