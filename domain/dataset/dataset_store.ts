import { sentence } from "../sentences/sentence.ts";
import type { Store } from "../store/store.ts";
import { OperatorError } from "../operator_error.ts";
import { readArchive, removeRevision, writeArchive } from "./revision_chunks.ts";
import type { DatasetArchive } from "./dataset_archive.ts";
import { type DatasetHead, type DatasetHeadEntry, HEAD, readHead } from "./dataset_head.ts";
import { endAfter, ledgerKey, type LedgerLine } from "./ledger.ts";
import { boundedPublication, type Publication } from "./publication.ts";

type RevisionFacts = Pick<DatasetHead, "reviews" | "operator_insights" | "version"> & { readonly line: LedgerLine };

/** Row of the history: a revision that the store keeps. */
export interface RevisionRecord {
  readonly head: DatasetHead;
  /** Origin of the revision: command, sources and changes. Null if the publisher named none. */
  readonly publication: Publication | null;
}

/** Prefix of the rows of the history; the number of the revision follows. */
export const HISTORY = "history";

/** Thrown if the archive of the published revision is missing or incomplete. The message is for the operator. */
export class MissingArchiveError extends OperatorError {
  override readonly name = "MissingArchiveError";

  /** @param before The head. */
  constructor(readonly before: DatasetHeadEntry) {
    super(
      sentence(
        "The store is damaged: {part} cannot be read. Restore it from a backup, or publish everything anew: import all reviews with --replace-all and --business FILE.",
        { part: `revision ${before.value?.revision}` },
      ),
    );
  }
}

/** Thrown after too many lost races, because other processes publish continuously. The message is for the operator. */
export class OvertakenError extends OperatorError {
  override readonly name = "OvertakenError";
}

/**
 * Reads the head and the published archive, which is null before the first import.
 *
 * @throws {MissingArchiveError} If it is incomplete. Treating it as an empty dataset would erase the data with the next
 * import.
 */
export async function readPublished(kv: Store) {
  for (;;) {
    const before = await readHead(kv);
    if (before.value === null || before.value.sample) return { before, archive: null };
    const archive = await readArchive(kv, before.value);
    if (archive !== null) return { before, archive };
    await assertReplaced(kv, before);
  }
}

/**
 * Verifies that a revision with a missing archive was replaced while it was read.
 *
 * @throws {MissingArchiveError} If it is still the published one.
 */
export async function assertReplaced(kv: Store, before: DatasetHeadEntry): Promise<void> {
  if ((await readHead(kv)).versionstamp === before.versionstamp) throw new MissingArchiveError(before);
}

/**
 * Publishes an archive. Writes the chunks under a new revision, which no process reads yet; then moves the head and
 * adds the row of the history in one atomic operation. After a crash in between, the old revision is still published.
 * @param before Head from which the archive was made.
 * @param publication Origin; null if unknown.
 * @returns The new head; null if another process has moved the head meanwhile, and nothing was published.
 * @throws If the store fails. The chunks stay then, because the new revision may be published.
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
  const { line, ...others } = facts;
  const head: DatasetHead = {
    ...written,
    number: (before.value?.number ?? 0) + 1,
    ...others,
    published_at: publishedAt(before.value, now),
    ledger: endAfter(before.value?.ledger ?? null, line),
  };
  const record: RevisionRecord = { head, publication: publication && boundedPublication(publication) };
  if (await moveHead(kv, before, record, line)) return head;
  await removeRevision(kv, written.revision);
  return null;
}

/**
 * Moves the head and adds the row of the history and the line of the ledger.
 *
 * @returns False if another process has moved the head.
 * @throws If the outcome is unknown; the new revision may be published already, or become published later.
 */
async function moveHead(
  kv: Store,
  before: DatasetHeadEntry,
  record: RevisionRecord,
  line: LedgerLine,
): Promise<boolean> {
  const { head } = record;
  let failure: { readonly error: unknown } | null = null;
  try {
    const { ok } = await kv.atomic().check(before).set(HEAD, head).set([HISTORY, head.number], record)
      .set(ledgerKey(line.number), line).commit();
    if (ok) return true;
  } catch (error) {
    failure = { error };
  }
  // If the answer of our commit is lost, the client repeats it and fails its check, because our head is already there.
  // Treating it as another process's head would remove the chunks of the published revision.
  if ((await readHead(kv)).value?.revision === head.revision) return true;
  if (failure !== null) throw failure.error;
  return false;
}

/**
 * Time of a new revision in RFC 3339, at least a second after its predecessor's. HTTP dates have whole seconds: with
 * equal `Last-Modified` values a client would miss the second revision.
 */
export function publishedAt(before: DatasetHead | null, now: Date): string {
  const second = Math.floor(now.getTime() / 1000) * 1000;
  const earliest = before === null ? second : Date.parse(before.published_at) + 1000;
  return new Date(Math.max(second, earliest)).toISOString().replace(".000Z", "Z");
}
