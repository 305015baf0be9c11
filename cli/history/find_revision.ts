import type { RevisionRecord } from "../../domain/dataset/dataset_store.ts";
import type { RevisionList } from "../../domain/dataset/history/revision_records.ts";
import { shownName } from "../command/escaped_controls.ts";
import { UsageError } from "../command/run_command.ts";

/**
 * The number of a revision as it was given.
 *
 * @throws {UsageError} If it is none.
 */
export function revisionNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`"${shownName(text)}" is not a revision; expected is a number, as \`deno task history\` shows.`);
}

/**
 * Finds a revision in the history.
 *
 * @throws {UsageError} If the store does not keep it.
 */
export function findRevision({ entries }: RevisionList, number: number): RevisionRecord {
  const found = entries.find(({ record }) => record.head.number === number);
  if (found !== undefined) return found.record;
  const kept = entries.map(({ record }) => record.head.number).join(", ") || "none";
  throw new UsageError(`The store does not keep revision ${number}; it has ${kept}.`);
}

/** The error for a revision whose archive is gone. */
export function lostRevision({ head }: RevisionRecord): UsageError {
  return new UsageError(`The archive of revision ${head.number} is not in the store any more, or not whole.`);
}
