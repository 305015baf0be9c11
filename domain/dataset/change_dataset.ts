import type { Store } from "../store/store.ts";
import type { Dataset } from "./dataset.ts";
import { finishErasure } from "./erasure/finish_erasure.ts";
import { type ChangeOutcome, type DatasetChange, publishChange } from "./publish_change.ts";

/**
 * Publishes a change of what is published; starts over if another process published meanwhile. An erasure that was
 * killed is finished before.
 *
 * @throws {OvertakenError} If it lost the race 20 times.
 * @throws {MissingArchiveError} If what is published is not whole: nothing is published then.
 */
export async function changeDataset<Result extends { readonly dataset: Dataset }>(
  kv: Store,
  change: DatasetChange<Result>,
): Promise<ChangeOutcome<Result>> {
  // Where everything is replaced, what is published may not be whole.
  if (!change.dryRun && !change.replacesAll) await finishErasure(kv, change);
  return await publishChange(kv, change);
}
