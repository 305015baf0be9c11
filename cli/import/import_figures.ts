import { type StarCounts, starCounts } from "../../domain/documents/aggregate_rating.ts";
import { type WithheldState, withheldState } from "../../domain/review.ts";
import type { ImportChanges } from "../../domain/dataset/import_changes.ts";
import type { ImportedDataset } from "../../domain/dataset/import_dataset.ts";
import type { ImportFiles } from "./reading/import_result.ts";

/** Row counts of an import: `read` = `added` + `updated` + `unchanged` + the rows of `leftOut`. */
interface ImportFigures {
  readonly read: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  /**
   * Counts of left-out rows by reason, as words that follow `Left out N rows: `, with the places of the first ones where
   * known. No count is 0.
   */
  readonly leftOut: readonly {
    readonly reason: string;
    readonly rows: number;
    readonly first: readonly { readonly file: string; readonly line: number }[];
  }[];
  /** Number of published reviews that are withdrawn. They are not rows. */
  readonly withdrawn: number;
  /** Number of published reviews that could be withdrawn: those of the files' sources, or all with `--replace-all`. */
  readonly withdrawnOf: number;
}

const SHOWN_ROWS = 3;
const WITH_PROBLEMS = "with problems";

type ReadFigures = Pick<ImportFiles, "rows" | "badRows" | "faultKinds" | "skipped" | "skippedAt" | "repeated">;

/**
 * Counts the rows of an import by outcome.
 *
 * @throws {Error} If the counts do not add up, which is a bug.
 */
export function importFigures(
  { rows, badRows, faultKinds, skipped, skippedAt, repeated }: ReadFigures,
  changes: ImportChanges,
): ImportFigures {
  const { added, updated, unchanged, withdrawn, withdrawable } = changes;
  const faulty = faultKinds.slice(0, SHOWN_ROWS).map(({ first: { file, line } }) => ({ file, line }));
  const places = new Map([...skippedAt, [WITH_PROBLEMS, faulty]]);
  const leftOut = [
    ...skipped,
    [WITH_PROBLEMS, badRows] as const,
    ["another version of the same review", repeated] as const,
    ["joined with another review of the files", changes.joined] as const,
    ["not verified", changes.unverified] as const,
    ["hidden by you", changes.keptHidden] as const,
    ["erased before", changes.erased] as const,
  ].flatMap(([reason, rows]) => rows === 0 ? [] : [{ reason, rows, first: places.get(reason) ?? [] }]);
  const sum = leftOut.reduce((sum, { rows }) => sum + rows, added + updated + unchanged);
  if (sum !== rows) throw new Error(`The figures of the import do not add up: ${rows} rows were read, ${sum} counted.`);
  return { read: rows, added, updated, unchanged, leftOut, withdrawn, withdrawnOf: withdrawable };
}

/** Reviews that an import leaves out or withdraws, by stars. Rows with problems count if their stars could be read. */
interface AbsentReviews {
  readonly not_verified: StarCounts;
  readonly not_published: StarCounts;
  /** Hidden by the operator. */
  readonly hidden: StarCounts;
  readonly withdrawn: StarCounts;
  readonly invalid: StarCounts;
}

/** Counts the reviews of the files, and the withdrawn ones, that are not published. */
export function absentReviews(
  { badStars, skipped }: Pick<ImportFiles, "badStars" | "skipped">,
  { dataset: { hidden = [] }, changes }: ImportedDataset,
): AbsentReviews {
  const inState = (state: WithheldState, rows: number) =>
    starCounts(rows === 0 ? [] : hidden.filter(({ hidden_reason }) => withheldState(hidden_reason) === state));
  return {
    not_verified: inState("not verified", changes.unverified),
    not_published: inState("not published", skipped.size),
    hidden: inState("hidden", changes.keptHidden),
    withdrawn: changes.withdrawnByStars,
    invalid: badStars,
  };
}
