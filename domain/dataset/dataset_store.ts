import { tellProgress } from "../progress.ts";
import { retryLocked } from "../retry_locked.ts";
import { type ArchivePart, type DatasetArchive, UNSERVED_PARTS } from "./dataset_archive.ts";
import { boundedPublication, type Publication } from "./publication.ts";
import type { Store } from "../store/store.ts";
import { type TraceParent, traceParent } from "../tracing.ts";

/** The published revision. The only key of the dataset that is ever overwritten. */
export interface DatasetHead {
  readonly revision: string;
  /** Its number in the history, one more than that of its predecessor; absent in stores of earlier versions. */
  readonly number?: number;
  /** Entity tag of the data; equal digests mean equal data. */
  readonly digest: string;
  readonly chunks: number;
  readonly parts: readonly ArchivePart[];
  readonly reviews: number;
  /** RFC 3339, whole seconds; later than that of the previous revision. */
  readonly published_at: string;
  /** Whether `/insights.json` is the operator's own. */
  readonly operator_insights: boolean;
  /** Whether this is the bundled fictional sample. */
  readonly sample: boolean;
  /** The span that published it; absent where that was not traced. */
  readonly trace_parent?: TraceParent;
}

/** The head with the versionstamp for an atomic check. */
export type DatasetHeadEntry = Deno.KvEntryMaybe<DatasetHead>;

/** The members of a new head that do not follow from its archive. */
export type RevisionFacts = Pick<
  DatasetHead,
  "reviews" | "operator_insights" | "sample"
>;

/** A revision that the store keeps. */
export interface RevisionRecord {
  readonly head: DatasetHead & { readonly number: number };
  /** Where it comes from; null for a revision of an earlier version. */
  readonly publication: Publication | null;
}

// Deno KV's limits: 65,536 bytes per value, 819,200 per atomic operation including keys.
const CHUNK_BYTES = 64_000;
const CHUNKS_PER_COMMIT = 12;
/** Key of the row that says which revision is published. */
export const HEAD: Deno.KvKey = ["dataset", "head"];
/** Prefix of the rows of the history; the number of the revision follows. */
export const HISTORY = "history";
const YOUNG_MS = 15 * 60 * 1000;

/** Reads the head: which revision is published. */
export function readHead(kv: Store): Promise<DatasetHeadEntry> {
  return retryLocked(() => kv.get<DatasetHead>(HEAD));
}

/** What is published, and the head that was read for it. */
export interface PublishedArchive {
  readonly before: DatasetHeadEntry;
  /** Null where nothing is published yet. */
  readonly archive: DatasetArchive | null;
}

/** Thrown where the head names a revision whose archive is not there, or not whole. The message is for the operator. */
export class MissingArchiveError extends Error {
  override readonly name = "MissingArchiveError";

  /** @param before The head. */
  constructor(readonly before: DatasetHeadEntry) {
    super(
      `The store is damaged: it lacks a part of revision ${before.value?.revision}, which is published. Restore it ` +
        "from a backup, or publish everything anew: import all reviews with --replace and --business FILE.",
    );
  }
}

/** Other processes publish all the time. The message is for the operator. */
export class OvertakenError extends Error {
  override readonly name = "OvertakenError";
}

/**
 * Reads what is published.
 *
 * @throws {MissingArchiveError} If its archive is not whole: to take that for an empty dataset would erase the data with
 * the next import.
 */
export async function readPublished(kv: Store): Promise<PublishedArchive> {
  for (;;) {
    const before = await readHead(kv);
    if (before.value === null) return { before, archive: null };
    const archive = await readArchive(kv, before.value);
    if (archive !== null) return { before, archive };
    await assertReplaced(kv, before);
  }
}

/**
 * Makes sure that a revision whose archive was not there has a successor, and was removed while it was read.
 *
 * @throws {MissingArchiveError} If it is still the published one.
 */
export async function assertReplaced(kv: Store, before: DatasetHeadEntry): Promise<void> {
  if ((await readHead(kv)).versionstamp === before.versionstamp) throw new MissingArchiveError(before);
}

/** Reads the archive of a revision; null if it has been removed meanwhile: then read the head again. */
export function readArchive(kv: Store, head: DatasetHead): Promise<DatasetArchive | null> {
  return readParts(kv, head, head.parts);
}

/** Like {@linkcode readArchive}, without the parts that only commands need, to save the server memory. */
export function readServedArchive(kv: Store, head: DatasetHead): Promise<DatasetArchive | null> {
  const kept = head.parts.findIndex(({ document }) => UNSERVED_PARTS.includes(document));
  return readParts(kv, head, kept === -1 ? head.parts : head.parts.slice(0, kept));
}

async function readParts(
  kv: Store,
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
    // The last chunk may also contain the beginning of the next part.
    const wanted = value.subarray(0, bytes.length - at);
    bytes.set(wanted, at);
    at += wanted.length;
  }
  return at === bytes.length ? { parts, bytes, digest: head.digest } : null;
}

/**
 * Publishes an archive: first the chunks under a new revision, which nobody reads yet, then the head and the row of the
 * history in one atomic operation. After a crash in between, the old revision is still published.
 *
 * @param before The head from which the archive was made.
 * @param publication Where it comes from; null where nobody knows.
 * @returns The new head; null if another process has changed it meanwhile, and nothing was published.
 * @throws If the store fails. Nothing of the new revision is removed then: it may be published.
 */
export async function publishArchive(
  kv: Store,
  archive: DatasetArchive,
  facts: RevisionFacts,
  before: DatasetHeadEntry,
  now: Date,
  publication: Publication | null = null,
): Promise<DatasetHead | null> {
  const written = await writeArchive(kv, archive, before, now);
  if (written === null) return null;
  const { predecessor, number } = await numbersOf(kv, before);
  const origin = traceParent();
  const head = {
    ...written,
    number,
    ...facts,
    published_at: publishedAt(before.value, now),
    ...origin === null ? {} : { trace_parent: origin },
  };
  const records: readonly RevisionRecord[] = [...predecessor, {
    head,
    publication: publication && boundedPublication(publication),
  }];
  if (await moveHead(kv, before, head, records)) return head;
  await removeRevision(kv, written.revision);
  return null;
}

/**
 * Writes the chunks of an archive under a new revision. Each commit demands that the head is still as it was: what was
 * begun before a revision was published is never added to after it.
 *
 * @returns Null if the head has moved, and nothing is left of the new revision.
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
    if ((await retryLocked(() => operation.commit())).ok) continue;
    await removeRevision(kv, revision);
    return null;
  }
  return { revision, digest: archive.digest, chunks, parts: archive.parts };
}

/**
 * The number of a new revision, and a record for its predecessor where that has none. An earlier version may have
 * published after a later one: then the count goes on from the last record.
 */
async function numbersOf(
  kv: Store,
  { value: before }: DatasetHeadEntry,
): Promise<{ readonly predecessor: readonly RevisionRecord[]; readonly number: number }> {
  if (before?.number !== undefined) return { predecessor: [], number: before.number + 1 };
  let last = 0;
  for await (const { key } of kv.list({ prefix: [HISTORY] })) last = Math.max(last, Number(key[1]));
  if (before === null) return { predecessor: [], number: last + 1 };
  return { predecessor: [{ head: { ...before, number: last + 1 }, publication: null }], number: last + 2 };
}

/**
 * Moves the head, and notes the revision in the history.
 *
 * @returns Whether it was moved; if not, another process has moved it.
 * @throws If that is not certain; the new revision may be published then, or become so.
 */
async function moveHead(
  kv: Store,
  before: DatasetHeadEntry,
  head: DatasetHead,
  records: readonly RevisionRecord[],
): Promise<boolean> {
  let failure: { readonly error: unknown } | null = null;
  try {
    const operation = kv.atomic().check(before).set(HEAD, head);
    for (const record of records) operation.set([HISTORY, record.head.number], record);
    if ((await retryLocked(() => operation.commit())).ok) return true;
  } catch (error) {
    failure = { error };
  }
  // A client that repeats a commit whose answer was lost is refused, because its own head is there. Whoever takes that
  // for the head of another and removes the chunks has erased what is published.
  if ((await readHead(kv)).value?.revision === head.revision) return true;
  if (failure !== null) throw failure.error;
  return false;
}

/**
 * Removes the chunks of old revisions. Revisions younger than 15 minutes stay: an import may still be writing them, or
 * a server reading them.
 *
 * @param keep The revisions that stay, the published one among them.
 * @returns How many revisions were removed.
 */
export async function removeOldRevisions(kv: Store, keep: readonly string[], now: Date): Promise<number> {
  return await removeArchives(kv, (revision) => {
    const age = now.getTime() - Number(revision.slice(0, 15));
    return !keep.includes(revision) && age > YOUNG_MS;
  });
}

/**
 * Removes the chunks of revisions that can never be published: begun before the head was moved, as `writeArchive` adds
 * nothing to them since.
 *
 * @param head As it was read before `keep`.
 * @param keep The revisions that stay.
 * @returns How many revisions were removed.
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
    // One key per revision is enough: continue after all its chunks.
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
    await retryLocked(() => operation.commit());
  }
}

/**
 * The time of a new revision in RFC 3339, at least a second after that of its predecessor: HTTP dates have whole seconds, and with
 * equal `Last-Modified` a client would never notice the second revision.
 */
export function publishedAt(before: DatasetHead | null, now: Date): string {
  const second = Math.floor(now.getTime() / 1000) * 1000;
  const earliest = before === null ? second : Date.parse(before.published_at) + 1000;
  return new Date(Math.max(second, earliest)).toISOString().replace(".000Z", "Z");
}
