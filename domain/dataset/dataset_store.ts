import type { Store } from "../store/store.ts";
import { traceParent } from "../tracing.ts";
import { readArchive, removeRevision, writeArchive } from "./archive/revision_chunks.ts";
import type { DatasetArchive } from "./dataset_archive.ts";
import { type DatasetHead, type DatasetHeadEntry, HEAD, readHead } from "./dataset_head.ts";
import { boundedPublication, type Publication } from "./publication.ts";

/** The members of a new head that do not follow from its archive. */
export type RevisionFacts = Pick<
  DatasetHead,
  "reviews" | "operator_insights" | "sample"
>;

/** A revision that the store keeps. */
export interface RevisionRecord {
  readonly head: DatasetHead;
  /** Where it comes from; null where the publisher did not say. */
  readonly publication: Publication | null;
}

/** Prefix of the rows of the history; the number of the revision follows. */
export const HISTORY = "history";

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
  const origin = traceParent();
  const head = {
    ...written,
    number: (before.value?.number ?? 0) + 1,
    ...facts,
    published_at: publishedAt(before.value, now),
    ...origin === null ? {} : { trace_parent: origin },
  };
  const record: RevisionRecord = { head, publication: publication && boundedPublication(publication) };
  if (await moveHead(kv, before, record)) return head;
  await removeRevision(kv, written.revision);
  return null;
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
  record: RevisionRecord,
): Promise<boolean> {
  const { head } = record;
  let failure: { readonly error: unknown } | null = null;
  try {
    const operation = kv.atomic().check(before).set(HEAD, head).set([HISTORY, head.number], record);
    if ((await operation.commit()).ok) return true;
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
 * The time of a new revision in RFC 3339, at least a second after that of its predecessor: HTTP dates have whole seconds, and with
 * equal `Last-Modified` a client would never notice the second revision.
 */
export function publishedAt(before: DatasetHead | null, now: Date): string {
  const second = Math.floor(now.getTime() / 1000) * 1000;
  const earliest = before === null ? second : Date.parse(before.published_at) + 1000;
  return new Date(Math.max(second, earliest)).toISOString().replace(".000Z", "Z");
}
