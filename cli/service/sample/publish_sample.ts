import { contentOf, readHead } from "../../../domain/dataset/dataset_head.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import type { Store } from "../../../domain/store/store.ts";
import { readTopic } from "../../../websub/store/topic_store.ts";
import type { SampleData } from "../configuration.ts";
import { fileSize } from "../file_store/open_file.ts";
import { isStoreFile } from "../kv_location.ts";
import type { Log } from "../log.ts";

/**
 * Whether the sample may go into a store: a file that is there and has 0 bytes was a store once, or is to become one. To
 * be asked before the store is opened.
 */
export function mayHoldSample(sampleData: SampleData, path: string | undefined): boolean {
  if (sampleData !== "new store" || path === undefined || !isStoreFile(path)) return sampleData !== "never";
  return fileSize(path) > 0 || !isThere(path);
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path) !== null;
  } catch {
    return false;
  }
}

/**
 * Publishes the sample in a store without reviews. Where a service has served that, readers know of it, and subscribers
 * would be sent the sample as news: there it has to be asked for.
 */
export async function publishSample(kv: Store, sampleData: SampleData): Promise<void> {
  const before = await readHead(kv);
  if (before.value !== null) return;
  if (sampleData !== "asked" && (await readTopic(kv, "/reviews.json")).value !== null) return;
  // Loaded on demand: only an empty store needs the analysis, whose word lists would delay the first response.
  const [{ publishDataset }, { revisionChanges }, { sampleDataset }] = await Promise.all([
    import("../../../domain/dataset/publish_dataset.ts"),
    import("../../../domain/dataset/revision_changes.ts"),
    import("../../../domain/dataset/sample_dataset.ts"),
  ]);
  const sample = sampleDataset();
  const publication = { command: "start", sources: ["sample data"], changes: revisionChanges(null, sample) };
  await publishDataset(kv, sample, before, new Date(), null, { publication });
}

/** Logs that what is served is not the operator's own. */
export function logContent(log: Pick<Log, "info" | "warn">, snapshot: Snapshot | null): void {
  const advice = "import your own reviews with: deno task import FILE --business business.json";
  switch (snapshot && contentOf(snapshot)) {
    case "sample":
      return log.info(`this is fictional sample data; ${advice}`);
    case "nothing":
      return log.warn(`nothing is imported, so no reviews are served; ${advice}`);
  }
}
