import type { Review } from "../review.ts";
import type { Dataset } from "./dataset.ts";
import type { RevisionChanges } from "./publication.ts";

/** What two datasets have not in common, by id. */
export interface DatasetDifference {
  /** Published after and not before, restored ones too. */
  readonly added: readonly Review[];
  /** Published before and after, and not the same. */
  readonly changed: readonly (readonly [before: Review, after: Review])[];
  /** Published before and not after, hidden ones too. */
  readonly removed: readonly Review[];
}

/** Compares what two datasets publish. Null stands for nothing. */
export function datasetDifference(
  before: Pick<Dataset, "reviews"> | null,
  after: Pick<Dataset, "reviews">,
): DatasetDifference {
  const old = new Map((before?.reviews ?? []).map((review) => [review.id, review]));
  const added: Review[] = [];
  const changed: [Review, Review][] = [];
  for (const review of after.reviews) {
    const earlier = old.get(review.id);
    old.delete(review.id);
    if (earlier === undefined) added.push(review);
    else if (earlier !== review && JSON.stringify(earlier) !== JSON.stringify(review)) changed.push([earlier, review]);
  }
  return { added, changed, removed: [...old.values()] };
}

/** Counts what a new revision changes. Null stands for nothing, and for the sample. */
export function revisionChanges(before: Dataset | null, after: Dataset): RevisionChanges {
  const { added, changed, removed } = datasetDifference(before, after);
  const [wasHidden, isHidden] = [idsOf(before?.hidden), idsOf(after.hidden)];
  const restored = added.filter(({ id }) => wasHidden.has(id)).length;
  const hidden = [...isHidden].filter((id) => !wasHidden.has(id)).length;
  const removedCount = removed.filter(({ id }) => !isHidden.has(id)).length;
  return { added: added.length - restored, changed: changed.length, removed: removedCount, hidden, restored };
}

function idsOf(reviews: readonly Review[] = []): ReadonlySet<string> {
  return new Set(reviews.map(({ id }) => id));
}
