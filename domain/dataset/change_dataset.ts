import type { Store } from "../store/store.ts";
import type { Dataset } from "./dataset.ts";
import { finishErasure } from "./finish_erasure.ts";
import { type ChangeOutcome, type DatasetChange, publishChange } from "./publish_change.ts";

/**
 * Publishes a change of the dataset; starts over if another process published meanwhile. Finishes an interrupted
 * erasure first.
 *
 * @throws {OvertakenError} If it lost the race 20 times.
 * @throws {MissingArchiveError} If the published archive is incomplete; nothing is published then.
 */
export async function changeDataset<Result extends { readonly dataset: Dataset }>(
  kv: Store,
  change: DatasetChange<Result>,
): Promise<ChangeOutcome<Result>> {
  // A change that replaces everything also repairs an incomplete archive, which an erasure could not read.
  if (!change.dryRun && !change.replacesAll) await finishErasure(kv, change);
  return await publishChange(kv, change);
}
