import { archiveDataset } from "../dataset/archive_dataset.ts";
import type { Dataset } from "../dataset/dataset.ts";
import type { Site } from "../site.ts";
import { buildSnapshot, type Snapshot } from "./snapshot.ts";

/**
 * Builds the snapshot of a dataset without a store, as if it had been published.
 *
 * @param published What the store would add: RFC 3339 time and revision.
 */
export function datasetSnapshot(
  dataset: Dataset,
  site: Site,
  published: { readonly at: string; readonly revision: string },
): Snapshot {
  const archive = archiveDataset(dataset);
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
