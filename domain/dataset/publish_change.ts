import type { EarlierAnalyses } from "../insights/analysis/analyze_reviews.ts";
import type { Store } from "../store/store.ts";
import { earlierAnalyses } from "./archive_dataset.ts";
import type { Dataset } from "./dataset.ts";
import { archivedRemovals, DamagedArchiveError, unarchiveDataset } from "./dataset_archive.ts";
import { type DatasetHead, type DatasetHeadEntry, readHead } from "./dataset_head.ts";
import { MissingArchiveError, OvertakenError, publishedAt, readPublished } from "./dataset_store.ts";
import { type ErasedMarks, readErasedMarks } from "./erased_marks.ts";
import { pruneRevisions } from "./history/prune_revisions.ts";
import type { Publisher, RevisionChanges } from "./publication.ts";
import { publishDataset } from "./publish_dataset.ts";
import { type Removal, removalsAfter } from "./removals.ts";
import { revisionChanges } from "./revision_changes.ts";

/** What is published, and what goes with it. */
export interface CurrentDataset {
  readonly dataset: Dataset;
  readonly analyses: EarlierAnalyses | null;
  readonly removals: readonly Removal[];
  readonly head: DatasetHead;
}

/** A change of what is published. */
export interface DatasetChange<Result extends { readonly dataset: Dataset }> {
  /** Who makes it, and from what: for the history. */
  readonly publisher: Publisher;
  /**
   * Decides what is published next. Called again whenever another process was quicker.
   *
   * @param erased What may not be published again. It was read after what is published, so whoever erases something
   * meanwhile is noticed.
   */
  readonly decide: (current: CurrentDataset | null, erased: ErasedMarks) => Result | Promise<Result>;
  /** Whether everything is replaced, so that what is published need not be whole. */
  readonly replacesAll?: boolean;
  /** Whether a revision is published though nothing changes. */
  readonly isForced?: boolean;
  readonly dryRun: boolean;
  /** How many revisions the store keeps afterwards (see `pruneRevisions`). */
  readonly keptRevisions: number;
  readonly now: () => Date;
}

/** What became of a change. */
export interface ChangeOutcome<Result> {
  readonly end: "published" | "unchanged" | "dry run";
  readonly result: Result;
  readonly changes: RevisionChanges;
  /** The published revision; null where nothing is, after a dry run. */
  readonly head: DatasetHead | null;
}

// After so many lost races others seem to publish continuously.
const TRIES = 20;

/**
 * Publishes a change of what is published; starts over if another process published meanwhile. For erasures: whoever
 * else publishes calls `changeDataset`, which finishes them first.
 *
 * @throws {OvertakenError} If it lost the race 20 times.
 * @throws {MissingArchiveError} If what is published is not whole: nothing is published then.
 */
export async function publishChange<Result extends { readonly dataset: Dataset }>(
  kv: Store,
  { publisher, decide, replacesAll = false, isForced = false, dryRun, keptRevisions, now }: DatasetChange<Result>,
): Promise<ChangeOutcome<Result>> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const { before, current } = await readCurrent(kv, replacesAll);
    const result = await decide(current, await readErasedMarks(kv));
    // The sample is not changed, it goes.
    const isFresh = current === null || current.dataset.sample && !result.dataset.sample;
    const changes = revisionChanges(isFresh ? null : current.dataset, result.dataset);
    if (dryRun) return { end: "dry run", result, changes, head: before.value };
    const at = now();
    const removals = removalsAfter(
      isFresh ? [] : current.removals,
      isFresh ? null : current.dataset.reviews,
      result.dataset.reviews,
      publishedAt(before.value, at),
    );
    const notes = { publication: { ...publisher, changes }, removals, isForced };
    const publication = await publishDataset(kv, result.dataset, before, at, current?.analyses ?? null, notes);
    if (publication.outcome === "overtaken") continue;
    await pruneRevisions(kv, keptRevisions, at);
    return { end: publication.outcome, result, changes, head: publication.head };
  }
  throw new OvertakenError(`Others published ${TRIES} times in a row meanwhile. Nothing was published; try again.`);
}

/** What is published, with the head that was read for it. */
interface ReadDataset {
  readonly before: DatasetHeadEntry;
  /** Null where nothing is. */
  readonly current: CurrentDataset | null;
}

/**
 * Reads what is published.
 *
 * @throws {MissingArchiveError} If it is not whole.
 */
export async function readCurrentDataset(kv: Store): Promise<ReadDataset> {
  const { before, archive } = await readPublished(kv);
  const { value: head } = before;
  if (head === null || archive === null) return { before, current: null };
  const dataset = unarchiveDataset(archive, { operatorInsights: head.operator_insights, sample: head.sample });
  const analyses = earlierAnalyses(archive, dataset.reviews);
  return { before, current: { dataset, analyses, removals: archivedRemovals(archive), head } };
}

async function readCurrent(kv: Store, replacesAll: boolean): Promise<ReadDataset> {
  try {
    return await readCurrentDataset(kv);
  } catch (error) {
    const isDamaged = error instanceof DamagedArchiveError;
    if (!replacesAll || !isDamaged && !(error instanceof MissingArchiveError)) throw error;
    const before = isDamaged ? await readHead(kv) : error.before;
    // Data that equals what is missing would not be written again.
    return {
      before: before.value === null ? before : { ...before, value: { ...before.value, digest: "" } },
      current: null,
    };
  }
}
