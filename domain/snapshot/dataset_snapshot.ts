import { BusinessFile } from "../business.ts";
import { archiveDataset } from "../dataset/archive_dataset.ts";
import type { ChangeLog } from "../dataset/change_log.ts";
import type { Dataset } from "../dataset/dataset.ts";
import { NOTHING_IMPORTED } from "../dataset/dataset_head.ts";
import { UNNAMED } from "../dataset/import_dataset.ts";
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
      sample: dataset.sample,
    },
    archive,
    site,
  );
}

// A constant, because bytes and entity tags must not depend on the clock.
const EPOCH = "1970-01-01T00:00:00Z";

/** Returns the snapshot before the first import: all documents, but no reviews. */
export function emptySnapshot(site: Site): Snapshot {
  const dataset = {
    business: BusinessFile.parse({ name: UNNAMED }),
    reviews: [],
    operatorInsights: null,
    taxonomy: null,
    sample: false,
  };
  return datasetSnapshot(dataset, site, { at: EPOCH, revision: NOTHING_IMPORTED });
}
