import type { Store } from "../store/store.ts";
import { compactArchive } from "./archive_dataset.ts";
import type { Dataset } from "./dataset.ts";
import { unarchiveDataset } from "./dataset_archive.ts";
import { type DatasetHeadEntry, readHead } from "./dataset_head.ts";
import { removeDeadRevisions, removeRevision, writeArchive } from "./revision_chunks.ts";
import { OvertakenError, type RevisionRecord } from "./dataset_store.ts";
import { type ErasedMarks, isErased, readErasedMarks } from "./erased_marks.ts";
import { textKey } from "../insights/labeller/review_labels.ts";
import { removeOtherLabels } from "./label_rows.ts";
import { withReviews } from "./hidden_reviews.ts";
import { readRevision, readRevisions, type RecordEntry, recordKey } from "./history.ts";
import { ERASE_COMMAND, publishChange, readCurrentDataset } from "./publish_change.ts";

/** Key of the row that exists while an erasure is unfinished. */
export const ERASING: Deno.KvKey = ["erasing"];

/** An unfinished erasure. */
export interface Erasing {
  /** RFC 3339. */
  readonly since: string;
  /** True if only the bytes of deleted rows are left to remove. */
  readonly tracesOnly: boolean;
}

/** Result of a finished erasure. */
export interface FinishedErasure {
  /** The new revision without the erased reviews; null if the published one contained none of them. */
  readonly published: { readonly number: number | undefined; readonly reviews: number } | null;
  readonly rewritten: readonly number[];
  readonly removed: number;
  /**
   * Outcome for the bytes that deleted rows leave in the store's files: `gone`, `unknown` if a server has the files, or
   * why they are still there.
   */
  readonly traces: "gone" | "unknown" | { readonly reason: unknown };
}

/** Settings of an erasure. */
export interface ErasureSettings {
  readonly keptRevisions: number;
  readonly now: () => Date;
  /** Command in the history; `ERASE_COMMAND` by default. */
  readonly command?: string;
  /** Who erases, as in a {@linkcode Publisher}. */
  readonly person?: string;
}

// Maximum number of tries while other processes publish.
const TRIES = 20;

/**
 * Finishes an erasure whose marks are written. Removes the reviews from the published revision, the earlier revisions
 * and the leftovers of aborted imports, then the bytes of deleted rows. If the process is killed, the next publisher
 * continues. Returns null if no erasure is unfinished.
 *
 * @throws {OvertakenError} If others publish continuously.
 */
export async function finishErasure(kv: Store, settings: ErasureSettings): Promise<FinishedErasure | null> {
  const pending = await kv.get<Erasing>(ERASING);
  if (pending.value === null) return null;
  if (pending.value.tracesOnly) {
    return { published: null, rewritten: [], removed: 0, traces: await eraseTraces(kv, pending) };
  }
  const published = await publishWithout(kv, pending.versionstamp, settings);
  const rewritten: number[] = [];
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const removed = await rewriteEarlier(kv, settings.now(), (number) => rewritten.push(number));
    if (removed === null) continue;
    await removeOtherLabels(kv, () => keptTexts(kv));
    return { published, rewritten, removed, traces: await eraseTraces(kv, pending) };
  }
  throw new OvertakenError(
    "Other programs keep publishing, so the erasure is not finished. The next command continues it.",
  );
}

/** Removes erased reviews from a dataset; returns the same object if it has none. */
export function withoutErased(dataset: Dataset, erased: ErasedMarks): Dataset {
  const { reviews, hidden = [] } = dataset;
  const left = reviews.filter((review) => !isErased(erased, review));
  const leftHidden = hidden.filter((review) => !isErased(erased, review));
  const isSame = left.length === reviews.length && leftHidden.length === hidden.length;
  return isSame ? dataset : withReviews(dataset, left, leftHidden);
}

/**
 * Publishes a revision without the erased reviews, even if the published one has none of them. Moving the head stops
 * processes that read the marks before the erasure: they can no longer publish.
 */
async function publishWithout(
  kv: Store,
  since: string,
  { keptRevisions, now, command = ERASE_COMMAND, person }: ErasureSettings,
): Promise<FinishedErasure["published"]> {
  const { before, current } = await readCurrentDataset(kv);
  const erased = await readErasedMarks(kv);
  if (current === null) return null;
  const isDone = (before.versionstamp ?? "") > since && withoutErased(current.dataset, erased) === current.dataset;
  if (isDone) return null;
  const { head, result } = await publishChange(kv, {
    publisher: { command, sources: [], ...(person === undefined ? {} : { person }) },
    decide: (current, erased) => {
      if (current === null) throw new Error("The published revision is gone.");
      return { dataset: withoutErased(current.dataset, erased) };
    },
    isForced: true,
    dryRun: false,
    keptRevisions,
    now,
  });
  return { number: head?.number, reviews: result.dataset.reviews.length };
}

/**
 * Rewrites the earlier revisions. Returns the number of removed unused archives; null if another process published
 * meanwhile.
 */
async function rewriteEarlier(kv: Store, now: Date, onRewritten: (number: number) => void): Promise<number | null> {
  const head = await readHead(kv);
  const erased = await readErasedMarks(kv);
  const { entries, published } = await readRevisions(kv);
  for (const entry of entries.filter(({ record }) => record.head.number !== published)) {
    const outcome = await rewrite(kv, entry, head, erased, now);
    if (outcome === "overtaken") return null;
    if (outcome === "rewritten") onRewritten(entry.record.head.number);
  }
  const after = await readRevisions(kv);
  const keep = after.entries.map(({ record }) => record.head.revision);
  return await removeDeadRevisions(kv, head, keep);
}

/** Returns the keys of all texts in the store (see `textKey`). */
async function keptTexts(kv: Store): Promise<ReadonlySet<string>> {
  const texts = new Set<string>();
  for (const { record } of (await readRevisions(kv)).entries) {
    const archive = await readRevision(kv, record);
    if (archive === null) continue;
    const { reviews, hidden = [] } = unarchiveDataset(archive, record.head);
    for (const review of [...reviews, ...hidden]) texts.add(textKey(review));
  }
  return texts;
}

async function rewrite(
  kv: Store,
  { record, versionstamp }: RecordEntry,
  head: DatasetHeadEntry,
  erased: ErasedMarks,
  now: Date,
): Promise<"rewritten" | "unchanged" | "overtaken"> {
  const archive = await readRevision(kv, record);
  if (archive === null) return "unchanged";
  const dataset = unarchiveDataset(archive, record.head);
  const left = withoutErased(dataset, erased);
  if (left === dataset) return "unchanged";
  const written = await writeArchive(kv, compactArchive(left), head, now);
  if (written === null) return "overtaken";
  const anew: RevisionRecord = {
    ...record,
    head: {
      ...record.head,
      ...written,
      reviews: left.reviews.length,
      operator_insights: left.operatorInsights !== null,
    },
  };
  const key = recordKey(record.head);
  const { ok } = await kv.atomic().check(head, { key, versionstamp }).set(key, anew).commit();
  await removeRevision(kv, ok ? record.head.revision : written.revision);
  return ok ? "rewritten" : "overtaken";
}

/**
 * Removes the bytes of deleted rows from the store's files. On failure the row `ERASING` stays for the next command.
 * The check protects the row of a newer erasure.
 */
async function eraseTraces(kv: Store, pending: Deno.KvEntry<Erasing>): Promise<FinishedErasure["traces"]> {
  const done = () => kv.atomic().check(pending).delete(ERASING).commit();
  if (kv.eraseTraces === undefined) {
    await done();
    return "unknown";
  }
  try {
    await kv.eraseTraces();
  } catch (reason) {
    const left: Erasing = { ...pending.value, tracesOnly: true };
    await kv.atomic().check(pending).set(ERASING, left).commit();
    return { reason };
  }
  await done();
  return "gone";
}
