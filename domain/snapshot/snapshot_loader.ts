import { collectGarbage } from "../buffers.ts";
import type { DatasetArchive } from "../dataset/dataset_archive.ts";
import { type DatasetHead, readHead } from "../dataset/dataset_head.ts";
import { readServedArchive } from "../dataset/revision_chunks.ts";
import { assertReplaced } from "../dataset/dataset_store.ts";
import { readErasedMarks } from "../dataset/erased_marks.ts";
import type { Site } from "../site.ts";
import { buildSnapshot, type Snapshot } from "./snapshot.ts";
import type { Store } from "../store/store.ts";
import type { SnapshotRequest } from "./snapshot_worker.ts";

/** Builds the snapshot of a head, possibly in a worker. Null if the revision has been removed. */
export type SnapshotBuilder = (kv: Store, head: DatasetHead, site: Site) => Promise<Snapshot | null>;

/** Keeps the current snapshot up to date with the published revision. */
export interface SnapshotLoader {
  /** Latest loaded snapshot; see `initialSnapshot` before the first import; null before the first load. */
  readonly current: () => Snapshot | null;
  /**
   * Reads the head and loads a new revision. Concurrent calls share one load. Rejects if the store cannot be read or
   * the revision is incomplete; the current snapshot stays.
   */
  readonly refresh: () => Promise<void>;
}

/** Builds the snapshot in this thread. */
export const buildHere: SnapshotBuilder = async (kv, head, site) => {
  const archive = await readServedArchive(kv, head);
  return archive && buildSnapshot(head, archive, site);
};

/**
 * Creates a loader. It notices publications of other processes only in `refresh`, because `kv.watch` does not report
 * them.
 *
 * @param onSwap Called after a new snapshot has replaced the old one.
 * @param servesSample Whether the sample is served before the first import.
 */
export function snapshotLoader(
  kv: Store,
  site: Site,
  build: SnapshotBuilder,
  onSwap: (snapshot: Snapshot, before: Snapshot | null) => void,
  servesSample = false,
): SnapshotLoader {
  let current: Snapshot | null = null;
  let underWay: Promise<void> | null = null;
  async function load(): Promise<void> {
    const before = await readHead(kv);
    const { value: head } = before;
    const isEmpty = head === null || head.sample;
    // Keep the loaded snapshot if the head is lost.
    if (current !== null && (isEmpty || head.revision === current.revision)) return;
    // Imported on demand: only an empty store needs the analysis, whose word lists would delay the first response.
    const built = isEmpty
      ? (await import("./dataset_snapshot.ts")).initialSnapshot(site, servesSample && head?.ledger === undefined)
      : await build(kv, head, site);
    // The revision was removed while it was read. If it was replaced, the next refresh loads its successor.
    if (built === null) return await assertReplaced(kv, before);
    const erased = await readErasedMarks(kv);
    const snapshot = { ...built, erased, others: built.others.map((other) => ({ ...other, erased })) };
    const replaced = current;
    current = snapshot;
    onSwap(snapshot, replaced);
  }
  return { current: () => current, refresh: () => underWay ??= load().finally(() => underWay = null) };
}

/**
 * Creates a builder that uses a worker for large snapshots, so that requests do not wait. With 100,000 reviews building
 * takes two seconds, and compression and parsing cannot be interrupted.
 *
 * @param fromReviews Minimum number of reviews for a worker.
 * @param onFailure Called if the worker fails, as on hosts without workers; the snapshot is then built in this thread.
 */
export function buildInWorker(fromReviews: number, onFailure: (error: unknown) => void): SnapshotBuilder {
  return async (kv, head, site) => {
    if (head.reviews < fromReviews) return await buildHere(kv, head, site);
    const archive = await readServedArchive(kv, head);
    if (archive === null) return null;
    // The chunks of the archive are no longer referenced.
    collectGarbage();
    try {
      return await inWorker(head, archive, site);
    } catch (error) {
      onFailure(error);
      return await buildHere(kv, head, site);
    }
  };
}

async function inWorker(head: DatasetHead, archive: DatasetArchive, site: Site): Promise<Snapshot> {
  const worker = new Worker(new URL("./snapshot_worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Snapshot>) => resolve(data);
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      };
      const request: SnapshotRequest = { head, archive, site };
      worker.postMessage(request, [archive.bytes.buffer]);
    });
  } finally {
    worker.terminate();
  }
}
