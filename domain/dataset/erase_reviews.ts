import { type Review, type WithheldState, withheldState, withoutHiddenMark } from "../review.ts";
import type { Store } from "../store/store.ts";
import { unarchiveDataset } from "./dataset_archive.ts";
import type { RevisionRecord } from "./dataset_store.ts";
import { erasureKey, writeMarks } from "./erased_marks.ts";
import { readRevision, readRevisions, recordKey } from "./history.ts";
import { ERASING, type Erasing, type ErasureSettings, type FinishedErasure, finishErasure } from "./finish_erasure.ts";
import { foldText } from "../normalize_text.ts";
import { foldName } from "../mentions.ts";

/** A review with its versions from all revisions of the store. */
export interface ErasableReview {
  /** The published or hidden version, else the latest. */
  readonly review: Review;
  /** `withdrawn`: only in earlier revisions. */
  readonly state: "published" | WithheldState | "withdrawn";
  /** Distinct versions, the newest first. */
  readonly versions: readonly Review[];
  /** Numbers of the revisions that contain it. */
  readonly revisions: readonly number[];
}

/** Reads the reviews of all revisions of the store, including hidden ones; newest revision first. */
export async function erasableReviews(kv: Store): Promise<readonly ErasableReview[]> {
  const { entries, published } = await readRevisions(kv);
  const found = new Map<string, ErasableReview>();
  for (const { record } of entries) {
    const archive = await readRevision(kv, record);
    if (archive === null) continue;
    const { number } = record.head;
    const { reviews, hidden = [] } = unarchiveDataset(archive, record.head);
    const isPublished = number === published;
    for (const review of reviews) add(found, review, isPublished ? "published" : "withdrawn", number);
    for (const review of hidden) {
      const state = isPublished ? withheldState(review.hidden_reason) : "withdrawn";
      add(found, withoutHiddenMark(review), state, number);
    }
  }
  return [...found.values()];
}

function add(found: Map<string, ErasableReview>, review: Review, state: ErasableReview["state"], number: number): void {
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

const REVIEWS_A_COMMIT = 100;

/**
 * Erases reviews (GDPR 17). First writes their marks, so that no import adds them again, then removes them from all
 * revisions. If the process is killed after the marks, the next command finds the row `ERASING` and continues.
 *
 * @param chosen The reviews to erase.
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
  for (let first = 0; first < versions.length; first += REVIEWS_A_COMMIT) {
    const erasing: Erasing = { since: now.toISOString(), tracesOnly: false };
    const operation = kv.atomic().set(ERASING, erasing);
    for (const review of versions.slice(first, first + REVIEWS_A_COMMIT)) writeMarks(operation, key, review, now);
    await operation.commit();
  }
  // Null if another process has just finished the erasure.
  return await finishErasure(kv, settings) ?? { published: null, rewritten: [], removed: 0, traces: "gone" };
}

async function forgetSources(kv: Store, isTelling: (source: string) => boolean): Promise<void> {
  for (const { record, versionstamp } of (await readRevisions(kv)).entries) {
    const { publication } = record;
    if (publication === null || !publication.sources.some(isTelling)) continue;
    const sources = publication.sources.map((source) => isTelling(source) ? "(erased)" : source);
    const anew: RevisionRecord = { ...record, publication: { ...publication, sources } };
    const key = recordKey(record.head);
    // If another process has changed the row meanwhile, start over: no other check covers its new version.
    const { ok } = await kv.atomic().check({ key, versionstamp }).set(key, anew).commit();
    if (!ok) return await forgetSources(kv, isTelling);
  }
}

/**
 * Returns a predicate: true for a file name that contains the name of one of these authors. Ignores case, accents,
 * separators and the order of the words: `garcia_jose.csv` contains `José García`.
 */
export function tellingSource(authors: readonly string[]): (source: string) => boolean {
  const tests = [...new Set(authors)].map(tellingTest);
  return (source) => tests.some((isTelling) => isTelling(source));
}

function tellingTest(author: string): (source: string) => boolean {
  const words = wordsOf(author);
  if (words.length === 0) {
    const name = foldText(author);
    return (source) => name !== "" && foldText(source).includes(name);
  }
  const joined = words.join("");
  return (source) => {
    const found = wordsOf(source);
    return found.join("").includes(joined) || words.every((word) => found.includes(word));
  };
}

function wordsOf(text: string): readonly string[] {
  return foldName(text).split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}
