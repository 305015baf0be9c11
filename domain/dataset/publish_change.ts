import { sentence } from "../sentences/sentence.ts";
import type { EarlierAnalyses } from "../insights/analysis/reuse_analyses.ts";
import type { Store } from "../store/store.ts";
import { earlierAnalyses } from "./archive_dataset.ts";
import type { ChangeLog } from "./change_log.ts";
import type { Dataset } from "./dataset.ts";
import { archivedJson, DamagedArchiveError, unarchiveDataset } from "./dataset_archive.ts";
import { type DatasetHead, type DatasetHeadEntry, readHead } from "./dataset_head.ts";
import { MissingArchiveError, OvertakenError, readPublished } from "./dataset_store.ts";
import { type ErasedMarks, readErasedMarks } from "./erased_marks.ts";
import {
  type DatasetDifference,
  datasetDifference,
  type Publisher,
  type RevisionChanges,
  revisionChanges,
  revisionNews,
  withdrawnReviews,
} from "./publication.ts";
import { publishDataset } from "./publish_dataset.ts";
import { datasetFor } from "./place_datasets.ts";
import type { Place } from "../places.ts";
import { pruneRevisions } from "./history.ts";

interface CurrentDataset {
  readonly dataset: Dataset;
  readonly analyses: EarlierAnalyses | null;
  /** Null in archives without one. */
  readonly log: ChangeLog | null;
  readonly head: DatasetHead;
}

/** A change of the dataset. */
export interface DatasetChange<Result extends { readonly dataset: Dataset }> {
  readonly publisher: Publisher;
  /**
   * Determines the next dataset. Called again if another process publishes first.
   *
   * @param erased Marks of reviews that must not be published. Read after the dataset, so a concurrent erasure is
   * always noticed.
   */
  readonly decide: (current: CurrentDataset | null, erased: ErasedMarks) => Result | Promise<Result>;
  /** Whether the change replaces everything, so that the published archive may be incomplete. */
  readonly replacesAll?: boolean;
  readonly isForced?: boolean;
  readonly dryRun: boolean;
  /** Number of revisions that the store keeps (see `pruneRevisions`). */
  readonly keptRevisions: number;
  readonly now: () => Date;
}

/** Outcome of a change. */
export interface ChangeOutcome<Result> {
  readonly end: "published" | "unchanged" | "dry run";
  readonly result: Result;
  readonly changes: RevisionChanges;
  /** Head after the change. Null after a dry run before the first import. */
  readonly head: DatasetHead | null;
}

/** Command of a publisher that erases reviews. Another program may stand in the place of its first word. */
export const ERASE_COMMAND = "review erase";

/** True for the command of an erasure. */
export function isErasure(command: string): boolean {
  return /^\w+ erase$/.test(command);
}

// Maximum number of lost races. After these, other processes seem to publish continuously.
const TRIES = 20;

/**
 * Publishes a change of the dataset; starts over if another process published meanwhile. Only erasures call this
 * directly. Others call `changeDataset`, which finishes erasures first.
 *
 * @throws {OvertakenError} If it lost the race 20 times.
 * @throws {MissingArchiveError} If the published archive is incomplete; nothing is published then.
 */
export async function publishChange<Result extends { readonly dataset: Dataset }>(
  kv: Store,
  { publisher, decide, replacesAll = false, isForced = false, dryRun, keptRevisions, now }: DatasetChange<Result>,
): Promise<ChangeOutcome<Result>> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const { before, current } = await readCurrent(kv, replacesAll);
    const result = await decide(current, await readErasedMarks(kv));
    const difference = datasetDifference(current?.dataset ?? null, result.dataset);
    const changes = revisionChanges(current?.dataset ?? null, result.dataset, difference);
    if (dryRun) return { end: "dry run", result, changes, head: before.value };
    const at = now();
    const erasing = isErasure(publisher.command);
    const shown = publicChange(current?.dataset ?? null, result.dataset, difference, changes);
    const notes = {
      publication: { ...publisher, changes, news: revisionNews(difference) },
      log: current?.log ?? null,
      ...shown,
      withdrawn: erasing ? [] : withdrawnReviews(shown.difference, result.dataset),
      erased: erasing && current !== null ? stored(current.dataset) - stored(result.dataset) : 0,
      isForced,
    };
    const publication = await publishDataset(kv, result.dataset, before, at, current?.analyses ?? null, notes);
    if (publication.outcome === "overtaken") continue;
    await pruneRevisions(kv, keptRevisions, at);
    return { end: publication.outcome, result, changes, head: publication.head };
  }
  throw new OvertakenError(
    sentence("Other programs published {count} times meanwhile. Nothing was published; try again.", { count: TRIES }),
  );
}

/** Returns the changes that the API and the feeds show. Either may leave out sources, and then shows fewer. */
function publicChange(before: Dataset | null, after: Dataset, difference: DatasetDifference, counts: RevisionChanges) {
  const of = (place: Place) => [before && datasetFor(before, place), datasetFor(after, place)] as const;
  const [[apiBefore, api], [feedsBefore, feeds]] = [of("api"), of("feeds")];
  const isAll = [apiBefore, feedsBefore].every((one) => one === before) && api === after && feeds === after;
  if (isAll) return { difference, counts };
  const [inApi, inFeeds] = [datasetDifference(apiBefore, api), datasetDifference(feedsBefore, feeds)];
  return {
    difference: inApi,
    counts: revisionChanges(apiBefore, api, inApi),
    inFeeds: { changed: inFeeds.changed.map(([, { id }]) => id), removed: inFeeds.removed.map(({ id }) => id) },
  };
}

function stored({ reviews, hidden = [] }: Dataset): number {
  return reviews.length + hidden.length;
}

interface ReadDataset {
  readonly before: DatasetHeadEntry;
  /** Null before the first import. */
  readonly current: CurrentDataset | null;
}

/**
 * Reads the published dataset.
 *
 * @throws {MissingArchiveError} If its archive is incomplete.
 */
export async function readCurrentDataset(kv: Store): Promise<ReadDataset> {
  const { before, archive } = await readPublished(kv);
  const { value: head } = before;
  if (head === null || archive === null) return { before, current: null };
  const dataset = unarchiveDataset(archive, head);
  const analyses = earlierAnalyses(archive, dataset.reviews);
  return { before, current: { dataset, analyses, log: archivedJson(archive, "changes"), head } };
}

async function readCurrent(kv: Store, replacesAll: boolean): Promise<ReadDataset> {
  try {
    return await readCurrentDataset(kv);
  } catch (error) {
    const isDamaged = error instanceof DamagedArchiveError;
    if (!replacesAll || !isDamaged && !(error instanceof MissingArchiveError)) throw error;
    const before = isDamaged ? await readHead(kv) : error.before;
    // Clear the digest: with the old one, data equal to the missing data would count as already published.
    return {
      before: before.value === null ? before : { ...before, value: { ...before.value, digest: "" } },
      current: null,
    };
  }
}
