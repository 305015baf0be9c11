import type { ImportChanges } from "../../domain/dataset/import_changes.ts";
import type { ImportFiles } from "./reading/read_import_files.ts";

/** The arithmetic of an import: `read` = `added` + `updated` + `unchanged` + the rows of `leftOut`. */
export interface ImportFigures {
  /** Rows of all files. */
  readonly read: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Rows that were left out, each with one reason: words that follow `Left out N rows: `. None has 0 rows. */
  readonly leftOut: readonly { readonly reason: string; readonly rows: number }[];
  /** Published reviews that go: no row. */
  readonly withdrawn: number;
  /** Of how many published reviews those are: of the files' sources, or all with `--replace-all`. */
  readonly withdrawnOf: number;
}

/** What the figures are made of. */
export type ReadFigures = Pick<ImportFiles, "rows" | "badRows" | "skipped" | "repeated">;

/**
 * Adds up what became of the rows of an import.
 *
 * @throws {Error} If a row is counted twice or not at all, which is a fault of the program.
 */
export function importFigures(
  { rows, badRows, skipped, repeated }: ReadFigures,
  changes: ImportChanges,
): ImportFigures {
  const { added, updated, unchanged, withdrawn, withdrawable } = changes;
  const leftOut = [
    ...skipped,
    ["bad rows", badRows] as const,
    ["other versions of a review that the files hold", repeated] as const,
    ["made one with another review of the files", changes.joined] as const,
    ["not verified", changes.unverified] as const,
    ["hidden by you", changes.keptHidden] as const,
    ["erased before", changes.erased] as const,
  ].flatMap(([reason, rows]) => rows === 0 ? [] : [{ reason, rows }]);
  const sum = leftOut.reduce((sum, { rows }) => sum + rows, added + updated + unchanged);
  if (sum !== rows) throw new Error(`The figures of the import do not add up: ${rows} rows were read, ${sum} counted.`);
  return { read: rows, added, updated, unchanged, leftOut, withdrawn, withdrawnOf: withdrawable };
}
