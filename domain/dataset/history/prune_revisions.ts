import type { Store } from "../../store/store.ts";
import { removeOldRevisions } from "../archive/revision_chunks.ts";
import { readRevisions, recordKey, type RevisionList } from "./revision_records.ts";

/** How many revisions a store keeps if nothing else is said, the published one included. */
export const KEPT_REVISIONS = 10;

const ROWS_A_COMMIT = 400;

/** What was removed. */
export interface PrunedRevisions {
  /** Numbers of the revisions that are not in the history any more. */
  readonly numbers: readonly number[];
  /** How many archives were removed, those of broken-off imports included. */
  readonly archives: number;
}

/** The revisions that go where so many stay; the published one always does. */
export function prunableRevisions({ entries, published }: RevisionList, kept: number): RevisionList["entries"] {
  return entries.filter(({ record }, place) => place >= kept && record.head.number !== published);
}

/**
 * Removes all but the newest revisions, and what broken-off imports have left. The row of the history goes first: after a
 * crash in between, the archive is one that nobody names, and a later call removes it. Archives that are younger than 15
 * minutes stay until then.
 *
 * @param kept How many stay; the published one always does.
 */
export async function pruneRevisions(kv: Store, kept: number, now: Date): Promise<PrunedRevisions> {
  const revisions = await readRevisions(kv);
  const { entries } = revisions;
  const gone = prunableRevisions(revisions, kept);
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
