import type { Review } from "../../review.ts";
import type { Store } from "../../store/store.ts";
import { unarchiveDataset } from "../dataset_archive.ts";
import type { RevisionRecord } from "../dataset_store.ts";
import { erasureKey, writeMarks } from "../erased_marks.ts";
import { readRevision, readRevisions, recordKey } from "../history/revision_records.ts";
import { ERASING, type Erasing, type ErasureSettings, type FinishedErasure, finishErasure } from "./finish_erasure.ts";
import { tellingSource } from "./telling_source.ts";

/** A review of the store with all that it says in any revision. */
export interface ErasableReview {
  /** As it is published or hidden now, else as it was last. */
  readonly review: Review;
  /** `withdrawn`: only in earlier revisions. */
  readonly state: "published" | "hidden" | "withdrawn";
  /** What is different from another version: in what is published, and in earlier revisions. */
  readonly versions: readonly Review[];
  /** Numbers of the revisions that hold it. */
  readonly revisions: readonly number[];
}

/** Reads every review that any revision of the store holds, hidden ones too; the newest revision first. */
export async function erasableReviews(kv: Store): Promise<readonly ErasableReview[]> {
  const { entries, published } = await readRevisions(kv);
  const found = new Map<string, ErasableReview>();
  for (const { record } of entries) {
    const archive = await readRevision(kv, record);
    if (archive === null) continue;
    const { number, operator_insights, sample } = record.head;
    const { reviews, hidden = [] } = unarchiveDataset(archive, { operatorInsights: operator_insights, sample });
    const isPublished = number === published;
    for (const review of reviews) add(found, review, isPublished ? "published" : "withdrawn", number);
    for (const { hidden_at: _, ...review } of hidden) add(found, review, isPublished ? "hidden" : "withdrawn", number);
  }
  return [...found.values()];
}

function add(
  found: Map<string, ErasableReview>,
  review: Review,
  state: ErasableReview["state"],
  number: number,
): void {
  const known = found.get(review.id) ?? { review, state, versions: [], revisions: [] };
  const isNew = !known.versions.some((version) => saysTheSame(version, review));
  found.set(review.id, {
    ...known,
    versions: isNew ? [...known.versions, review] : known.versions,
    revisions: [...known.revisions, number],
  });
}

function saysTheSame(a: Review, b: Review): boolean {
  return a.author === b.author && a.date === b.date && a.text === b.text && a.rating === b.rating &&
    String(a.aliases) === String(b.aliases);
}

const MARKS_A_COMMIT = 200;

/**
 * Erases reviews (GDPR 17): marks them first, so that no import brings them back, then removes them from everything. A
 * kill after the marks leaves a row by which the next command goes on.
 *
 * @param chosen What is erased.
 */
export async function eraseReviews(
  kv: Store,
  chosen: readonly ErasableReview[],
  settings: ErasureSettings,
): Promise<FinishedErasure> {
  await forgetSources(kv, tellingSource(chosen.flatMap(({ versions }) => versions.map(({ author }) => author))));
  const key = await erasureKey(kv);
  const now = settings.now();
  const versions = chosen.flatMap(({ versions }) => versions);
  for (let first = 0; first < versions.length; first += MARKS_A_COMMIT) {
    const erasing: Erasing = { since: now.toISOString(), tracesOnly: false };
    const operation = kv.atomic().set(ERASING, erasing);
    for (const review of versions.slice(first, first + MARKS_A_COMMIT)) writeMarks(operation, key, review, now);
    await operation.commit();
  }
  // Another process may have finished it in this moment.
  return await finishErasure(kv, settings) ?? { published: null, rewritten: [], removed: 0, traces: "gone" };
}

/** Takes the names of files out of the history that hold the name of an author. */
async function forgetSources(kv: Store, isTelling: (source: string) => boolean): Promise<void> {
  for (const { record, versionstamp } of (await readRevisions(kv)).entries) {
    const { publication } = record;
    if (publication === null || !publication.sources.some(isTelling)) continue;
    const sources = publication.sources.map((source) => isTelling(source) ? "(erased)" : source);
    const anew: RevisionRecord = { ...record, publication: { ...publication, sources } };
    const key = recordKey(record.head);
    // Pruned or written anew meanwhile: its new row is looked at by nobody else, so it is tried again.
    const { ok } = await kv.atomic().check({ key, versionstamp }).set(key, anew).commit();
    if (!ok) return await forgetSources(kv, isTelling);
  }
}
