import type { DatasetArchive } from "../dataset/dataset_archive.ts";
import type { DatasetHead } from "../dataset/dataset_head.ts";
import type { Site } from "../site.ts";
import { buildSnapshot } from "./snapshot.ts";

/** The request to the worker, which answers with the snapshot. */
export interface SnapshotRequest {
  readonly head: DatasetHead;
  readonly archive: DatasetArchive;
  readonly site: Site;
}

/** The used part of a worker's global scope; the compiler only knows the window's. */
interface WorkerScope {
  onmessage: (event: MessageEvent<SnapshotRequest>) => void;
  postMessage(message: unknown, transfer: readonly Transferable[]): void;
}

const scope = self as unknown as WorkerScope;

scope.onmessage = ({ data: { head, archive, site } }) => {
  const snapshot = buildSnapshot(head, archive, site);
  scope.postMessage(snapshot, [...transferables(snapshot)]);
};

/** Collects the distinct buffers in plain data, which `postMessage` can transfer without a copy. */
function transferables(value: unknown, found: Set<ArrayBuffer> = new Set()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
    return found;
  }
  if (typeof value !== "object" || value === null) return found;
  const members = value instanceof Map ? value.values() : Object.values(value);
  for (const member of members) {
    // Skip lists of strings or numbers, which are long and contain no buffer. Their first non-null member identifies
    // them.
    if (typeof member === "string" || typeof member === "number") {
      if (Array.isArray(value)) break;
      continue;
    }
    transferables(member, found);
  }
  return found;
}
