import { tellProgress } from "../progress.ts";
import type { Store } from "../store/store.ts";
import { type ArchivePart, type DatasetArchive, UNSERVED_PARTS } from "./dataset_archive.ts";
import type { DatasetHead, DatasetHeadEntry } from "./dataset_head.ts";

// Deno KV's limits: 65,536 bytes per value, 819,200 per atomic operation including keys.
const CHUNK_BYTES = 64_000;
const CHUNKS_PER_COMMIT = 12;
const YOUNG_MS = 15 * 60 * 1000;

/** Reads the archive of a revision; null if it was removed meanwhile. The caller then reads the head again. */
export function readArchive(kv: Store, head: DatasetHead): Promise<DatasetArchive | null> {
  return readParts(kv, head, head.parts);
}

/** Like {@linkcode readArchive}, without the parts that only commands need, to save the server memory. */
export function readServedArchive(kv: Store, head: DatasetHead): Promise<DatasetArchive | null> {
  const kept = head.parts.findIndex(({ document }) => UNSERVED_PARTS.includes(document));
  return readParts(kv, head, kept === -1 ? head.parts : head.parts.slice(0, kept));
}

async function readParts(kv: Store, head: DatasetHead, parts: readonly ArchivePart[]): Promise<DatasetArchive | null> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for await (
    const { value } of kv.list<Uint8Array>({
      start: ["dataset", head.revision, 0],
      end: ["dataset", head.revision, Math.ceil(bytes.length / CHUNK_BYTES)],
    }, { batchSize: 100 })
  ) {
    // The last chunk may also contain the beginning of the next part.
    const wanted = value.subarray(0, bytes.length - at);
    bytes.set(wanted, at);
    at += wanted.length;
  }
  return at === bytes.length ? { parts, bytes, digest: head.digest } : null;
}

/**
 * Writes the chunks of an archive under a new revision. Each commit requires an unchanged head, so nothing is added to
 * an archive that was begun before the latest publication.
 *
 * @returns Null if the head has moved; the chunks are removed again then.
 */
export async function writeArchive(
  kv: Store,
  archive: DatasetArchive,
  before: DatasetHeadEntry,
  now: Date,
): Promise<Pick<DatasetHead, "revision" | "digest" | "chunks" | "parts"> | null> {
  await kv.requireRoom?.(archive.bytes.length);
  const revision = `${now.getTime().toString().padStart(15, "0")}-${crypto.randomUUID().slice(0, 8)}`;
  const chunks = Math.ceil(archive.bytes.length / CHUNK_BYTES);
  for (let first = 0; first < chunks; first += CHUNKS_PER_COMMIT) {
    tellProgress("writing", first, chunks);
    const operation = kv.atomic().check(before);
    for (let n = first; n < Math.min(first + CHUNKS_PER_COMMIT, chunks); n++) {
      operation.set(["dataset", revision, n], archive.bytes.slice(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES));
    }
    if ((await operation.commit()).ok) continue;
    await removeRevision(kv, revision);
    return null;
  }
  return { revision, digest: archive.digest, chunks, parts: archive.parts };
}

/**
 * Removes the chunks of old revisions. Revisions younger than 15 minutes stay: an import may be writing them, or a
 * server reading them.
 *
 * @param keep Revisions that stay, including the published one.
 * @returns Number of removed revisions.
 */
export async function removeOldRevisions(kv: Store, keep: readonly string[], now: Date): Promise<number> {
  return await removeArchives(kv, (revision) => {
    const age = now.getTime() - Number(revision.slice(0, 15));
    return !keep.includes(revision) && age > YOUNG_MS;
  });
}

/**
 * Removes the chunks of revisions that can never be published, because they were begun before the head moved.
 * `writeArchive` adds nothing to these.
 *
 * @param head The head, read before `keep`.
 * @param keep Revisions that stay.
 * @returns Number of removed revisions.
 */
export async function removeDeadRevisions(kv: Store, head: DatasetHeadEntry, keep: readonly string[]): Promise<number> {
  return await removeArchives(
    kv,
    (revision, versionstamp) => !keep.includes(revision) && versionstamp < (head.versionstamp ?? ""),
  );
}

async function removeArchives(
  kv: Store,
  isUnneeded: (revision: string, versionstamp: string) => boolean,
): Promise<number> {
  const unneeded: string[] = [];
  let start: Deno.KvKey = ["dataset", ""];
  for (;;) {
    const { value: entry } = await kv.list({ start, end: ["dataset", "head"] }, { limit: 1 }).next();
    if (entry === undefined) break;
    const revision = String(entry.key[1]);
    if (isUnneeded(revision, entry.versionstamp)) unneeded.push(revision);
    // Skip the other chunks of this revision.
    start = ["dataset", revision, Number.MAX_SAFE_INTEGER];
  }
  for (const revision of unneeded) await removeRevision(kv, revision);
  return unneeded.length;
}

/** Removes the chunks of a revision. */
export async function removeRevision(kv: Store, revision: string): Promise<void> {
  const keys: Deno.KvKey[] = [];
  for await (const { key } of kv.list({ prefix: ["dataset", revision] })) {
    keys.push(key);
  }
  for (let first = 0; first < keys.length; first += 500) {
    const operation = kv.atomic();
    for (const key of keys.slice(first, first + 500)) operation.delete(key);
    await operation.commit();
  }
}
