import type { EarlierAnalyses } from "../insights/analysis/reuse_analyses.ts";
import { archiveDataset } from "./archive_dataset.ts";
import { type ChangeLog, type FeedChanges, nextLog } from "./change_log.ts";
import type { Dataset } from "./dataset.ts";
import { type DatasetHead, type DatasetHeadEntry, HEAD } from "./dataset_head.ts";
import { publishArchive, publishedAt } from "./dataset_store.ts";
import { nextLine } from "./ledger.ts";
import { datasetFor } from "./place_datasets.ts";
import { readDatasetLabels } from "./label_rows.ts";
import type { DatasetDifference, Publication, RevisionChanges } from "./publication.ts";
import type { Review } from "../review.ts";
import { SERVICE } from "../service.ts";
import type { Store } from "../store/store.ts";

type PublishOutcome =
  | { readonly outcome: "published"; readonly head: DatasetHead }
  /** The same data is already published; nothing was written. */
  | { readonly outcome: "unchanged"; readonly head: DatasetHead }
  /** Another process has published meanwhile: read the head again and start over. */
  | { readonly outcome: "overtaken" };

interface PublishNotes {
  /** Origin of the revision, for the history. */
  readonly publication?: Publication | null;
  /** The change log so far; null if there is none. */
  readonly log?: ChangeLog | null;
  /** What the revision changes in the API; null if unknown. */
  readonly difference?: DatasetDifference | null;
  /** The same in numbers; null if unknown. */
  readonly counts?: RevisionChanges | null;
  /** See `nextLog`. */
  readonly inFeeds?: FeedChanges;
  /** The reviews that it withdraws (see `withdrawnReviews`). */
  readonly withdrawn?: readonly Review[];
  /** Number of reviews that the revision erases. */
  readonly erased?: number;
  readonly isForced?: boolean;
}

/**
 * Publishes a dataset as a new revision, unless it equals the published one.
 *
 * @param before Head from which the dataset was made.
 * @param earlier Stored analyses (see `earlierAnalyses`); only changed reviews are analysed.
 */
export async function publishDataset(
  kv: Store,
  dataset: Dataset,
  before: DatasetHeadEntry,
  now: Date,
  earlier: EarlierAnalyses | null = null,
  { publication = null, log = null, difference = null, isForced = false, ...notes }: PublishNotes = {},
): Promise<PublishOutcome> {
  const published = before.value;
  const end = published?.ledger ?? null;
  const { counts = null, withdrawn = [], erased = 0, inFeeds } = notes;
  const inApi = datasetFor(dataset, "api");
  const changes = { counts, withdrawn, erased, leftOut: dataset.reviews.length - inApi.reviews.length };
  const line = nextLine(end, inApi, changes, publishedAt(published, now));
  const labels = dataset.operatorInsights === null ? await readDatasetLabels(kv, dataset) : null;
  const archive = archiveDataset(dataset, earlier, nextLog(log, line, difference, inFeeds), labels);
  const { version } = SERVICE;
  const operatorInsights = dataset.operatorInsights !== null;
  if (
    !isForced && published !== null && published.digest === archive.digest &&
    published.operator_insights === operatorInsights
  ) {
    if (published.version === version) return { outcome: "unchanged", head: published };
    // This version computes the same. If the write fails, doctor keeps reporting the earlier version.
    const head = { ...published, version };
    try {
      const { ok } = await kv.atomic().check(before).set(HEAD, head).commit();
      return ok ? { outcome: "unchanged", head } : { outcome: "overtaken" };
    } catch {
      return { outcome: "unchanged", head: published };
    }
  }
  const facts = { reviews: dataset.reviews.length, operator_insights: operatorInsights, version, line };
  const head = await publishArchive(kv, archive, facts, before, now, publication);
  return head === null ? { outcome: "overtaken" } : { outcome: "published", head };
}
