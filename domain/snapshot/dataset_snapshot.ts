import { archiveDataset } from "../dataset/archive_dataset.ts";
import type { ChangeLog } from "../dataset/change_log.ts";
import type { Dataset } from "../dataset/dataset.ts";
import { NOTHING } from "../dataset/import_dataset.ts";
import { sampleDataset } from "../dataset/sample_dataset.ts";
import type { Site } from "../site.ts";
import { buildSnapshot, type Snapshot } from "./snapshot.ts";

/**
 * Builds the snapshot of a dataset without a store, as if it had been published.
 *
 * @param published Time (RFC 3339) and revision, which otherwise come from the store.
 * @param log The change log; null for none.
 */
export function datasetSnapshot(
  dataset: Dataset,
  site: Site,
  published: { readonly at: string; readonly revision: string },
  log: ChangeLog | null = null,
): Snapshot {
  const archive = archiveDataset(dataset, null, log);
  return buildSnapshot(
    {
      revision: published.revision,
      number: 1,
      digest: archive.digest,
      chunks: 0,
      parts: archive.parts,
      reviews: dataset.reviews.length,
      published_at: published.at,
      operator_insights: dataset.operatorInsights !== null,
    },
    archive,
    site,
  );
}

// A constant, because bytes and entity tags must not depend on the clock.
const EPOCH = "1970-01-01T00:00:00Z";

/**
 * Returns the snapshot before the first import: the bundled sample, or all documents without reviews. No stored
 * revision has its revision.
 */
export function initialSnapshot(site: Site, isSample: boolean): Snapshot {
  const [dataset, revision] = isSample ? [sampleDataset(), "sample"] : [NOTHING, "none"];
  return { ...datasetSnapshot(dataset, site, { at: EPOCH, revision }), publishedAt: null };
}
