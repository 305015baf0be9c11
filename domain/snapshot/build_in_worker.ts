import type { DatasetArchive } from "../dataset/dataset_archive.ts";
import type { DatasetHead } from "../dataset/dataset_head.ts";
import { readServedArchive } from "../dataset/archive/revision_chunks.ts";
import type { Site } from "../site.ts";
import type { Snapshot } from "./snapshot.ts";
import { buildHere, type SnapshotBuilder } from "./snapshot_loader.ts";
import type { SnapshotRequest } from "./snapshot_worker.ts";

/**
 * A builder that uses a worker for large snapshots, so that requests do not wait: with 100,000 reviews building takes
 * two seconds, and compression and parsing cannot be interrupted.
 *
 * @param fromReviews Number of reviews from which a worker is worth its start.
 * @param onFailure Called if the worker fails, as on hosts without workers; the snapshot is then built in this thread.
 * @param collectGarbage Called when much memory has become free: the chunks of which the archive was joined.
 */
export function buildInWorker(
  fromReviews: number,
  onFailure: (error: unknown) => void,
  collectGarbage: () => void = () => {},
): SnapshotBuilder {
  return async (kv, head, site) => {
    if (head.reviews < fromReviews) return await buildHere(kv, head, site);
    const archive = await readServedArchive(kv, head);
    if (archive === null) return null;
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
