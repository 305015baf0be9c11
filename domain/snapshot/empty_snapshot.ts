import { BusinessFile } from "../business.ts";
import { NOTHING_IMPORTED } from "../dataset/dataset_head.ts";
import { UNNAMED } from "../dataset/import_dataset.ts";
import type { Site } from "../site.ts";
import { datasetSnapshot } from "./dataset_snapshot.ts";
import type { Snapshot } from "./snapshot.ts";

// The same at every start, as bytes and entity tags must not depend on the clock.
const EPOCH = "1970-01-01T00:00:00Z";

/** What is served while nothing is imported: every document, without reviews. */
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
