import { type DatasetHead, readHead, readServedArchive } from "../dataset/dataset_store.ts";
import type { Site } from "../site.ts";
import { buildSnapshot, type Snapshot } from "./snapshot.ts";

/** Turns a head into a snapshot; may do so in a worker. Resolves to null when the revision is gone. */
export type SnapshotBuilder = (kv: Deno.Kv, head: DatasetHead, site: Site) => Promise<Snapshot | null>;

/** Keeps the current snapshot in step with the published revision. */
export interface SnapshotLoader {
  /** The newest snapshot that could be loaded; null before the first. */
  readonly current: () => Snapshot | null;
  /**
   * Looks at the head and loads the revision when it is a new one. Calls while one is under way
   * share it. Rejects when the store cannot be read; the current snapshot stays then.
   */
  readonly refresh: () => Promise<void>;
}

/** Builds a snapshot in this thread. */
export const buildHere: SnapshotBuilder = async (kv, head, site) => {
  const archive = await readServedArchive(kv, head);
  return archive && buildSnapshot(head, archive, site);
};

/**
 * Makes a loader. Other processes are noticed by looking at the head again and again, as
 * `kv.watch` sees nothing that another process writes.
 *
 * @param onSwap Called after a new snapshot has taken the place of the old one.
 */
export function snapshotLoader(
  kv: Deno.Kv,
  site: Site,
  build: SnapshotBuilder,
  onSwap: (snapshot: Snapshot, before: Snapshot | null) => void,
): SnapshotLoader {
  let current: Snapshot | null = null;
  let underWay: Promise<void> | null = null;
  async function load(): Promise<void> {
    const { value: head } = await readHead(kv);
    if (head === null || head.revision === current?.revision) return;
    const snapshot = await build(kv, head, site);
    // Null: the revision was replaced and removed while it was read; the next look finds its successor.
    if (snapshot === null) return;
    const before = current;
    current = snapshot;
    onSwap(snapshot, before);
  }
  return {
    current: () => current,
    refresh: () => underWay ??= load().finally(() => underWay = null),
  };
}
