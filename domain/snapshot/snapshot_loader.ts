import { type DatasetHead, NOTHING_IMPORTED, readHead } from "../dataset/dataset_head.ts";
import { readServedArchive } from "../dataset/archive/revision_chunks.ts";
import { assertReplaced } from "../dataset/dataset_store.ts";
import { readErasedMarks } from "../dataset/erased_marks.ts";
import type { Site } from "../site.ts";
import { buildSnapshot, type Snapshot } from "./snapshot.ts";
import type { Store } from "../store/store.ts";

/** Builds the snapshot of a head, possibly in a worker. Resolves to null if the revision has been removed. */
export type SnapshotBuilder = (kv: Store, head: DatasetHead, site: Site) => Promise<Snapshot | null>;

/** Keeps the current snapshot up to date with the published revision. */
export interface SnapshotLoader {
  /** The latest snapshot that could be loaded, of no reviews while nothing is imported; null before the first. */
  readonly current: () => Snapshot | null;
  /**
   * Reads the head and loads the revision if it is new. Concurrent calls share one load. Rejects if the store cannot be
   * read or the revision is not whole; the current snapshot stays.
   */
  readonly refresh: () => Promise<void>;
}

/** Loaded on demand: only an empty store needs the analysis, whose word lists would delay the first response. */
async function buildEmpty(site: Site): Promise<Snapshot> {
  const { emptySnapshot } = await import("./empty_snapshot.ts");
  return emptySnapshot(site);
}

/** Builds the snapshot in this thread. */
export const buildHere: SnapshotBuilder = async (kv, head, site) => {
  const archive = await readServedArchive(kv, head);
  return archive && buildSnapshot(head, archive, site);
};

/**
 * Creates a loader. Publications of other processes are noticed only by calling `refresh` periodically, as `kv.watch`
 * does not report them.
 *
 * @param onSwap Called after a new snapshot has replaced the old one.
 * @param servesSample Whether the fictional sample is served; else a store with nothing else counts as empty.
 */
export function snapshotLoader(
  kv: Store,
  site: Site,
  build: SnapshotBuilder,
  onSwap: (snapshot: Snapshot, before: Snapshot | null) => void,
  servesSample = true,
): SnapshotLoader {
  let current: Snapshot | null = null;
  let underWay: Promise<void> | null = null;
  async function load(): Promise<void> {
    const before = await readHead(kv);
    const { value: head } = before;
    const isNothing = head === null || head.sample && !servesSample;
    // What was loaded stays when its head is lost.
    if (head === null && current !== null) return;
    if ((isNothing ? NOTHING_IMPORTED : head.revision) === current?.revision) return;
    const built = isNothing ? await buildEmpty(site) : await build(kv, head, site);
    // If it was replaced and removed while it was read, the next refresh finds its successor.
    if (built === null) return await assertReplaced(kv, before);
    const snapshot = { ...built, erased: await readErasedMarks(kv) };
    const replaced = current;
    current = snapshot;
    onSwap(snapshot, replaced);
  }
  return {
    current: () => current,
    refresh: () => underWay ??= load().finally(() => underWay = null),
  };
}
