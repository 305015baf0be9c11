import { importChange } from "../../../cli/import/publish_import.ts";
import { changeDataset } from "../../../domain/dataset/change_dataset.ts";
import { KEPT_REVISIONS } from "../../../domain/dataset/history.ts";
import type { DatasetImport, ImportedDataset } from "../../../domain/dataset/import_dataset.ts";
import type { ChangeOutcome } from "../../../domain/dataset/publish_change.ts";
import type { Store } from "../../../domain/store/store.ts";

/** Publishes an import that needs no file and no answer. */
export async function publishImport(
  kv: Store,
  incoming: DatasetImport,
  dryRun: boolean,
): Promise<readonly [ImportedDataset, ChangeOutcome<unknown>["end"]]> {
  const change = importChange(incoming, { command: "import", sources: [] }, (result) => result);
  const run = { dryRun, keptRevisions: KEPT_REVISIONS, now: () => new Date() };
  const { result, end } = await changeDataset(kv, { ...change, ...run });
  return [result, end];
}
