import { retryLocked } from "../retry_locked.ts";
import type { ArchivePart, DatasetArchive } from "./dataset_archive.ts";

/** Which revision is published: the one key that is ever changed. */
export interface DatasetHead {
  readonly revision: string;
  /** Entity tag of the data; equal digests mean equal data. */
  readonly digest: string;
  readonly chunks: number;
  readonly parts: readonly ArchivePart[];
  readonly reviews: number;
  /** RFC 3339, whole seconds; later than that of the revision before. */
  readonly published_at: string;
  /** Whether `/insights.json` is the operator's own. */
  readonly operator_insights: boolean;
  /** Whether this is the bundled fictional sample. */
  readonly sample: boolean;
}

/** The head together with what an atomic check needs. */
export type DatasetHeadEntry = Deno.KvEntryMaybe<DatasetHead>;

/** What a new revision's head says besides what follows from its archive. */
export type RevisionFacts = Pick<
  DatasetHead,
  "reviews" | "operator_insights" | "sample"
>;

// Values may have 65,536 bytes and an atomic operation 819,200 with its keys.
const CHUNK_BYTES = 64_000;
const CHUNKS_PER_COMMIT = 12;
const HEAD: Deno.KvKey = ["dataset", "head"];
const YOUNG_MS = 15 * 60 * 1000;

/** Reads which revision is published. */
export function readHead(kv: Deno.Kv): Promise<DatasetHeadEntry> {
  return retryLocked(() => kv.get<DatasetHead>(HEAD));
}

/** Reads the archive of a revision, or null when it has been removed meanwhile: read the head again then. */
export function readArchive(kv: Deno.Kv, head: DatasetHead): Promise<DatasetArchive | null> {
  return readParts(kv, head, head.parts);
}

/** The same without the parts that only an import needs: a server does not hold them in memory. */
export function readServedArchive(kv: Deno.Kv, head: DatasetHead): Promise<DatasetArchive | null> {
  const kept = head.parts.findIndex(({ document }) => !document.startsWith("/"));
  return readParts(kv, head, kept === -1 ? head.parts : head.parts.slice(0, kept));
}

async function readParts(
  kv: Deno.Kv,
  head: DatasetHead,
  parts: readonly ArchivePart[],
): Promise<DatasetArchive | null> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for await (
    const { value } of kv.list<Uint8Array>({
      start: ["dataset", head.revision, 0],
      end: ["dataset", head.revision, Math.ceil(bytes.length / CHUNK_BYTES)],
    }, { batchSize: 100 })
  ) {
    // The last chunk may also hold the beginning of what is not asked for.
    const wanted = value.subarray(0, bytes.length - at);
    bytes.set(wanted, at);
    at += wanted.length;
  }
  return at === bytes.length ? { parts, bytes, digest: head.digest } : null;
}

/**
 * Publishes an archive: its chunks first, under a revision that nobody reads yet, then the head in
 * one atomic step. A process that dies on the way leaves the old revision published.
 *
 * @param before The head that the archive was made from.
 * @returns The new head, or null when somebody else has moved it meanwhile; nothing is published then.
 */
export async function publishArchive(
  kv: Deno.Kv,
  archive: DatasetArchive,
  facts: RevisionFacts,
  before: DatasetHeadEntry,
  now: Date,
): Promise<DatasetHead | null> {
  const revision = `${now.getTime().toString().padStart(15, "0")}-${crypto.randomUUID().slice(0, 8)}`;
  const chunks = Math.ceil(archive.bytes.length / CHUNK_BYTES);
  for (let first = 0; first < chunks; first += CHUNKS_PER_COMMIT) {
    const operation = kv.atomic();
    for (let n = first; n < Math.min(first + CHUNKS_PER_COMMIT, chunks); n++) {
      operation.set(["dataset", revision, n], archive.bytes.slice(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES));
    }
    await retryLocked(() => operation.commit());
  }
  const head: DatasetHead = {
    revision,
    digest: archive.digest,
    chunks,
    parts: archive.parts,
    ...facts,
    published_at: publishedAt(before.value, now),
  };
  const moved = await retryLocked(() => kv.atomic().check(before).set(HEAD, head).commit());
  if (moved.ok) return head;
  await removeRevision(kv, revision);
  return null;
}

/**
 * Removes the chunks of revisions that nobody needs: all but those to keep and the young ones,
 * which an import may still be writing or a server reading.
 *
 * @param keep The published revision and the one before it.
 * @returns How many revisions were removed.
 */
export async function removeOldRevisions(kv: Deno.Kv, keep: readonly string[], now: Date): Promise<number> {
  const unneeded: string[] = [];
  let start: Deno.KvKey = ["dataset", ""];
  for (;;) {
    const { value: entry } = await kv.list({ start, end: ["dataset", "head"] }, { limit: 1 }).next();
    if (entry === undefined) break;
    const revision = String(entry.key[1]);
    const age = now.getTime() - Number(revision.slice(0, 15));
    if (!keep.includes(revision) && age > YOUNG_MS) unneeded.push(revision);
    // One key a revision is enough: the next look begins behind all its chunks.
    start = ["dataset", revision, Number.MAX_SAFE_INTEGER];
  }
  for (const revision of unneeded) await removeRevision(kv, revision);
  return unneeded.length;
}

async function removeRevision(kv: Deno.Kv, revision: string): Promise<void> {
  const keys: Deno.KvKey[] = [];
  for await (const { key } of kv.list({ prefix: ["dataset", revision] })) {
    keys.push(key);
  }
  for (let first = 0; first < keys.length; first += 500) {
    const operation = kv.atomic();
    for (const key of keys.slice(first, first + 500)) operation.delete(key);
    await retryLocked(() => operation.commit());
  }
}

/**
 * HTTP dates carry whole seconds: two revisions within one second would share a `Last-Modified`,
 * and a client of the first would never see the second. So each is at least a second later.
 */
function publishedAt(before: DatasetHead | null, now: Date): string {
  const second = Math.floor(now.getTime() / 1000) * 1000;
  const earliest = before === null ? second : Date.parse(before.published_at) + 1000;
  return new Date(Math.max(second, earliest)).toISOString().replace(".000Z", "Z");
}
