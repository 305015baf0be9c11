import type { Business } from "../../domain/business.ts";
import { earlierAnalyses } from "../../domain/dataset/archive_dataset.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { unarchiveDataset } from "../../domain/dataset/dataset_archive.ts";
import {
  MissingArchiveError,
  type PublishedArchive,
  readPublished,
  removeOldRevisions,
} from "../../domain/dataset/dataset_store.ts";
import {
  assertPublishable,
  type DatasetImport,
  DatasetImportError,
  importDataset,
  type ImportedDataset,
} from "../../domain/dataset/import_dataset.ts";
import { publishDataset } from "../../domain/dataset/publish_dataset.ts";
import type { EarlierAnalyses } from "../../domain/insights/analysis/analyze_reviews.ts";
import { UsageError } from "../command/run_command.ts";
import type { ImportEnd } from "./import_report.ts";
import type { Store } from "../../domain/store/store.ts";

// After so many lost races imports seem to run continuously.
const TRIES = 20;

/**
 * Builds the new dataset from the published one and publishes it; starts over if another process published meanwhile.
 *
 * @throws {UsageError} If the import cannot be published, or lost the race 20 times.
 * @throws {MissingArchiveError} If what is published is not whole: nothing is imported then.
 */
export async function publishImport(
  kv: Store,
  incoming: DatasetImport,
  dryRun: boolean,
): Promise<readonly [ImportedDataset, ImportEnd]> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const published = await readCurrent(kv, incoming);
    const { before } = published;
    const current = currentDataset(published);
    const result = decide(current?.dataset ?? null, incoming);
    if (dryRun) return [result, "dry run"];
    const publication = await publishDataset(kv, result.dataset, before, new Date(), current?.analyses);
    if (publication.outcome === "overtaken") continue;
    const keep = [publication.head.revision, ...before.value === null ? [] : [before.value.revision]];
    await removeOldRevisions(kv, keep, new Date());
    return [result, publication.outcome];
  }
  throw new UsageError(`Other imports were quicker ${TRIES} times in a row. Run one import at a time.`);
}

/** Reads what is published. A missing archive stops the import, unless all of it would be replaced anyway. */
async function readCurrent(kv: Store, { replace, business }: DatasetImport): Promise<PublishedArchive> {
  try {
    return await readPublished(kv);
  } catch (error) {
    if (!(error instanceof MissingArchiveError) || !replace || business === null) throw error;
    const { before } = error;
    // Data that equals what is missing would not be written again.
    return {
      before: before.value === null ? before : { ...before, value: { ...before.value, digest: "" } },
      archive: null,
    };
  }
}

interface CurrentDataset {
  readonly dataset: Dataset;
  readonly analyses: EarlierAnalyses | null;
}

function currentDataset({ before: { value: head }, archive }: PublishedArchive): CurrentDataset | null {
  if (head === null || archive === null) return null;
  const dataset = unarchiveDataset(archive, { operatorInsights: head.operator_insights, sample: head.sample });
  return { dataset, analyses: earlierAnalyses(archive, dataset.reviews) };
}

/**
 * Refuses a business whose names are ambiguous.
 *
 * @throws {UsageError} Names every fault, one per line.
 */
export function refuseBusiness(business: Business): void {
  withOperatorFaults(() => assertPublishable(business));
}

function decide(current: Dataset | null, incoming: DatasetImport): ImportedDataset {
  return withOperatorFaults(() => importDataset(current, incoming));
}

function withOperatorFaults<Result>(act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof DatasetImportError)) throw error;
    throw new UsageError(
      [`${error.message} Nothing was imported.`, ...error.faults.map((text) => `  ${text}`)].join("\n"),
    );
  }
}
