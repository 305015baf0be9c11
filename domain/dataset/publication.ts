import { compareReviews, type Review } from "../review.ts";
import type { Dataset } from "./dataset.ts";
import { aliasesOf } from "./same_reviews.ts";

/** Command that publishes a revision, and its sources. */
export interface Publisher {
  /** The command without its arguments, such as `import`, `review hide` or `history undo`. Never an author's name. */
  readonly command: string;
  /** The files or addresses that the data comes from, as the operator named them. */
  readonly sources: readonly string[];
  /** Name of the person who published it on the owner's page, which alone shows it; absent for others. */
  readonly person?: string;
}

/** Numbers of reviews that a revision changes. */
export interface RevisionChanges {
  readonly added: number;
  /** Published before and after the change; their content differs. */
  readonly changed: number;
  /** No longer published, and not hidden. */
  readonly removed: number;
  readonly hidden: number;
  readonly restored: number;
}

/** Origin of a revision, as the history keeps it. */
export interface Publication extends Publisher {
  readonly changes: RevisionChanges;
  /** See {@linkcode revisionNews}; absent from older revisions. */
  readonly news?: readonly string[];
}

// Maximum number and length of sources, because a row has at most 65,536 bytes.
const MOST_SOURCES = 20;
const LONGEST_SOURCE = 200;

/**
 * Shortens the list of sources to fit into a row: at most 20 entries, the last of which may state how many are left
 * out.
 */
export function boundedPublication(publication: Publication): Publication {
  const { sources } = publication;
  const most = sources.length > MOST_SOURCES ? MOST_SOURCES - 1 : MOST_SOURCES;
  const shown = sources.slice(0, most).map((source) =>
    source.length > LONGEST_SOURCE ? `…${source.slice(1 - LONGEST_SOURCE)}` : source
  );
  return { ...publication, sources: [...shown, ...sources.length > most ? [`${sources.length - most} more`] : []] };
}

/** Differences between the published reviews of two datasets, compared by id. */
export interface DatasetDifference {
  /** Published after but not before, including restored reviews. */
  readonly added: readonly Review[];
  /** Published before and after the change; their content differs. */
  readonly changed: readonly (readonly [before: Review, after: Review])[];
  /** Published before but not after, including hidden reviews. */
  readonly removed: readonly Review[];
  readonly isBusinessChanged: boolean;
}

/** Compares what two datasets publish; null is an empty dataset. */
export function datasetDifference(
  before: Pick<Dataset, "business" | "reviews"> | null,
  after: Pick<Dataset, "business" | "reviews">,
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
  const isBusinessChanged = before === null || JSON.stringify(before.business) !== JSON.stringify(after.business);
  return { added, changed, removed: [...old.values()], isBusinessChanged };
}

// 26 characters each: the list fits into a row with the other members.
const MOST_NEWS = 500;

/** Ids of reviews that are new or have other stars or words than before: at most 500, newest first. */
export function revisionNews({ added, changed }: DatasetDifference): readonly string[] {
  const rewritten = changed.filter(([before, after]) => before.rating !== after.rating || before.text !== after.text);
  return [...added, ...rewritten.map(([, after]) => after)].sort(compareReviews).slice(0, MOST_NEWS).map(({ id }) =>
    id
  );
}

/**
 * Returns the reviews that a new revision withdraws: no longer published in any place, neither withheld nor merged into
 * another one.
 */
export function withdrawnReviews(
  { removed }: Pick<DatasetDifference, "removed">,
  { reviews, hidden }: Pick<Dataset, "reviews" | "hidden">,
): readonly Review[] {
  if (removed.length === 0) return [];
  const [isPublished, isHidden, merged] = [idsOf(reviews), idsOf(hidden), aliasesOf(reviews)];
  return removed.filter(({ id }) => !isPublished.has(id) && !isHidden.has(id) && !merged.has(id));
}

/** Counts the changes of a new revision. `before` is null before the first import. */
export function revisionChanges(
  before: Dataset | null,
  after: Dataset,
  { added, changed, removed }: DatasetDifference = datasetDifference(before, after),
): RevisionChanges {
  const [wasHidden, isHidden] = [idsOf(before?.hidden), idsOf(after.hidden)];
  const restored = added.filter(({ id }) => wasHidden.has(id)).length;
  const hidden = [...isHidden].filter((id) => !wasHidden.has(id)).length;
  const removedCount = removed.filter(({ id }) => !isHidden.has(id)).length;
  return { added: added.length - restored, changed: changed.length, removed: removedCount, hidden, restored };
}

function idsOf(reviews: readonly Review[] = []): ReadonlySet<string> {
  return new Set(reviews.map(({ id }) => id));
}
