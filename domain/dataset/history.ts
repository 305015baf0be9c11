import type { DatasetArchive } from "./dataset_archive.ts";
import { type DatasetHead, readHead } from "./dataset_head.ts";
import { HISTORY, type RevisionRecord } from "./dataset_store.ts";
import { readArchive, removeOldRevisions } from "./revision_chunks.ts";
import type { Store } from "../store/store.ts";

const ROWS_A_COMMIT = 400;

/** A row of the history with its versionstamp. */
export interface RecordEntry {
  readonly record: RevisionRecord;
  readonly versionstamp: string;
}

/** The revisions of a store. */
export interface RevisionList {
  /** Newest first. */
  readonly entries: readonly RecordEntry[];
  /** Number of the published revision; null before the first import. */
  readonly published: number | null;
}

/** Lists the revisions that a store keeps, without those of the sample. */
export async function readRevisions(kv: Store): Promise<RevisionList> {
  const entries: RecordEntry[] = [];
  for await (const { value, versionstamp } of kv.list<RevisionRecord>({ prefix: [HISTORY] })) {
    if (!value.head.sample) entries.unshift({ record: value, versionstamp });
  }
  // Read after the rows, so that no row is newer than the head.
  const { value: head } = await readHead(kv);
  if (head === null || head.sample) return { entries, published: null };
  if (!entries.some(({ record }) => record.head.number === head.number)) {
    // The published revision is newer than the rows that were read, so read its row too.
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
 * Reads the archive of a revision, also if an erasure has rewritten it meanwhile.
 *
 * @returns Null if the store no longer has it.
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

/**
 * Removes all but the newest revisions, and the leftovers of aborted imports. Deletes the row of the history before the
 * archive, so that after a crash a later call removes the archive. A later call also removes archives that are younger
 * than 15 minutes now.
 *
 * @param kept Number of revisions that stay; the published one always does.
 * @returns The numbers of the removed revisions, and the number of removed archives, also those of aborted imports.
 */
export async function pruneRevisions(kv: Store, kept: number, now: Date) {
  const { entries, published } = await readRevisions(kv);
  const gone = entries.filter(({ record }, place) => place >= kept && record.head.number !== published);
  for (let first = 0; first < gone.length; first += ROWS_A_COMMIT) {
    const operation = kv.atomic();
    for (const { record } of gone.slice(first, first + ROWS_A_COMMIT)) operation.delete(recordKey(record.head));
    await operation.commit();
  }
  const staying = entries.filter((entry) => !gone.includes(entry)).map(({ record }) => record.head.revision);
  return {
    numbers: gone.map(({ record }) => record.head.number),
    archives: await removeOldRevisions(kv, staying, now),
  };
}
