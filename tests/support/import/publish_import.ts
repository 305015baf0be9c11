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
  const notes = { publisher: { command: "import", sources: [] }, keptRevisions: KEPT_REVISIONS, dryRun };
  const { result, end } = await changeDataset(kv, importChange(incoming, notes, (result) => result));
  return [result, end];
}
