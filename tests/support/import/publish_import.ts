import { cleanedImport } from "../../../cli/import/publish_import.ts";
import { changeDataset } from "../../../domain/dataset/change_dataset.ts";
import { VARIABLES } from "../../../service/variables.ts";
import type { DatasetImport, ImportedDataset } from "../../../domain/dataset/import_dataset.ts";
import type { ChangeOutcome } from "../../../domain/dataset/publish_change.ts";
import type { Store } from "../../../domain/store/store.ts";

/** Publishes an import that needs no file and no answer. */
export async function publishImport(
  kv: Store,
  incoming: DatasetImport,
  dryRun: boolean,
): Promise<readonly [ImportedDataset, ChangeOutcome<unknown>["end"]]> {
  const { result, end } = await changeDataset(kv, {
    publisher: { command: "import", sources: [] },
    decide: (current, erased) => cleanedImport(current?.dataset ?? null, incoming, erased),
    replacesAll: incoming.replace === "all" && incoming.business !== null,
    ...{ dryRun, keptRevisions: VARIABLES.KEPT_REVISIONS.default, now: () => new Date() },
  });
  return [result, end];
}
