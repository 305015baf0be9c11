import { buffersIn } from "../buffers_in.ts";
import type { DatasetArchive } from "../dataset/dataset_archive.ts";
import type { DatasetHead } from "../dataset/dataset_store.ts";
import { buildSnapshot } from "./snapshot.ts";
import type { Site } from "../site.ts";

/** What the worker is asked: the snapshot of a revision. It answers with the snapshot. */
export interface SnapshotRequest {
  readonly head: DatasetHead;
  readonly archive: DatasetArchive;
  readonly site: Site;
}

/** The part of a worker's global scope that is used here; the compiler knows only a window's. */
interface WorkerScope {
  onmessage: (event: MessageEvent<SnapshotRequest>) => void;
  postMessage(message: unknown, transfer: readonly Transferable[]): void;
}

const scope = self as unknown as WorkerScope;

scope.onmessage = ({ data: { head, archive, site } }) => {
  const snapshot = buildSnapshot(head, archive, site);
  scope.postMessage(snapshot, [...buffersIn(snapshot)]);
};
