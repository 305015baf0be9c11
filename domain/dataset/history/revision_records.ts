import type { Store } from "../../store/store.ts";
import { type DatasetHead, readHead } from "../dataset_head.ts";
import { readArchive } from "../archive/revision_chunks.ts";
import { HISTORY, type RevisionRecord } from "../dataset_store.ts";
import type { DatasetArchive } from "../dataset_archive.ts";

/** A row of the history. */
export interface RecordEntry {
  readonly record: RevisionRecord;
  readonly versionstamp: string;
}

/** The revisions of a store. */
export interface RevisionList {
  /** The newest first. */
  readonly entries: readonly RecordEntry[];
  /** The number of the published one; null where nothing is published. */
  readonly published: number | null;
}

/** Reads which revisions a store keeps. */
export async function readRevisions(kv: Store): Promise<RevisionList> {
  const entries: RecordEntry[] = [];
  for await (const { value, versionstamp } of kv.list<RevisionRecord>({ prefix: [HISTORY] })) {
    entries.unshift({ record: value, versionstamp });
  }
  // Read after the rows, so that no row is newer than the head.
  const { value: head } = await readHead(kv);
  if (head === null) return { entries, published: null };
  if (!entries.some(({ record }) => record.head.number === head.number)) {
    // It was published after the rows had been read.
    const { value, versionstamp } = await kv.get<RevisionRecord>(recordKey(head));
    if (value !== null) entries.unshift({ record: value, versionstamp });
  }
  return { entries, published: head.number };
}

/** The key of a revision's row. */
export function recordKey({ number }: Pick<DatasetHead, "number">): Deno.KvKey {
  return [HISTORY, number];
}

/**
 * Reads the archive of a revision.
 *
 * @returns Null if it is not in the store any more. One that was written anew meanwhile is found.
 */
export async function readRevision(kv: Store, record: RevisionRecord): Promise<DatasetArchive | null> {
  for (let { head } = record;;) {
    const archive = await readArchive(kv, head);
    if (archive !== null) return archive;
    const { value } = await kv.get<RevisionRecord>(recordKey(head));
    if (value === null || value.head.revision === head.revision) return null;
    head = value.head;
  }
}
