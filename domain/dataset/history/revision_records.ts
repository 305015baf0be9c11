import type { Store } from "../../store/store.ts";
import { type DatasetHead, readHead } from "../dataset_head.ts";
import { readArchive } from "../archive/revision_chunks.ts";
import { HISTORY, type RevisionRecord } from "../dataset_store.ts";
import type { DatasetArchive } from "../dataset_archive.ts";

/** A row of the history. */
export interface RecordEntry {
  readonly record: RevisionRecord;
  /** Null for the revision of an earlier version, which has no row until the next one is published. */
  readonly versionstamp: string | null;
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
  // Read after the rows, so that none of them is newer than it.
  const { value: head } = await readHead(kv);
  const known = entries.find(({ record }) => record.head.revision === head?.revision);
  if (head === null || known !== undefined) return { entries, published: known?.record.head.number ?? null };
  const numbered = { ...head, number: head.number ?? (entries[0]?.record.head.number ?? 0) + 1 };
  return {
    entries: [{ record: { head: numbered, publication: null }, versionstamp: null }, ...entries],
    published: numbered.number,
  };
}

/** The key of a revision's row. */
export function recordKey({ number }: Pick<DatasetHead, "number"> & { readonly number: number }): Deno.KvKey {
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
