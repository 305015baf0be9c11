import { contentOf, readHead } from "../../domain/dataset/dataset_head.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import type { Store } from "../../domain/store/store.ts";
import { readTopic } from "../../websub/store/topic_store.ts";
import type { SampleData } from "./configuration.ts";
import { fileSize } from "./store/open_file.ts";
import { isStoreFile } from "./store/kv_location.ts";
import type { Log } from "./log.ts";

/**
 * True if the sample may be published in a store. Call it before the store is opened. An existing file of 0 bytes was
 * a store or will become one, so it gets no sample.
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
 * Publishes the sample in a store without reviews. If a service has served the store, its subscribers would get the
 * sample as news, so there the operator must request it.
 */
export async function publishSample(kv: Store, sampleData: SampleData): Promise<void> {
  const before = await readHead(kv);
  if (before.value !== null) return;
  if (sampleData !== "asked" && (await readTopic(kv, "/reviews.json")).value !== null) return;
  // Loaded on demand: only an empty store needs the analysis, whose word lists delay the first response.
  const [{ publishDataset }, { revisionChanges }, { sampleDataset }] = await Promise.all([
    import("../../domain/dataset/publish_dataset.ts"),
    import("../../domain/dataset/publication.ts"),
    import("../../domain/dataset/sample_dataset.ts"),
  ]);
  const sample = sampleDataset();
  const publication = { command: "start", sources: ["sample data"], changes: revisionChanges(null, sample) };
  await publishDataset(kv, sample, before, new Date(), null, { publication });
}

/** Logs that the service serves the sample or nothing. */
export function logContent(log: Pick<Log, "info" | "warn">, snapshot: Snapshot | null): void {
  const advice = "import your own reviews with: deno task import FILE --business business.json";
  switch (snapshot && contentOf(snapshot)) {
    case "sample":
      return log.info(`this is fictional sample data; ${advice}`);
    case "nothing":
      return log.warn(`nothing is imported, so no reviews are served; ${advice}`);
  }
}
