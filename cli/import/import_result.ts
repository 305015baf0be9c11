import type { ImportedReview } from "../../domain/review.ts";
import type { RowPlace } from "./cells/source_row.ts";
import type { FileRow } from "./file_reading.ts";
import { NewestReviews } from "./newest_reviews.ts";

/** A fault of one row, with file and line. */
export interface RowFault {
  /** The file as the operator named it. */
  readonly file: string;
  /** Line in the file, from 1, where the row begins. */
  readonly line: number;
  /** The column or member, by its name in the file. */
  readonly field: string;
  /** The value, cut to 80 characters. */
  readonly value: string;
  /** What is expected, as a phrase: `a whole number of stars from 1 to 5`. */
  readonly allowed: string;
}

/** How many faults are listed; further ones are only counted. */
const LISTED_FAULTS = 20;

/** Collects the rows of several files. */
export class ImportResult {
  readonly faults: RowFault[] = [];
  readonly skipped = new Map<string, number>();
  rows = 0;
  faultCount = 0;
  badRows = 0;
  readonly #newest = new NewestReviews();

  /** The valid reviews in file order, one version of each. */
  get reviews(): readonly ImportedReview[] {
    return this.#newest.reviews();
  }

  /**
   * Adds the rows of a file.
   *
   * @param linesOf Gives the lines of places in the file. Called at most once, for the few rows whose faults are
   * listed, because it may have to scan the whole file.
   */
  add(file: string, rows: readonly FileRow[], linesOf: (places: readonly RowPlace[]) => readonly number[]): void {
    const listed: FileRow[] = [];
    let free = LISTED_FAULTS - this.faults.length;
    for (const row of rows) {
      this.rows++;
      if (row.review !== null) this.#newest.add(row.review, row.updated);
      if (row.skipped !== null) {
        this.skipped.set(row.skipped, (this.skipped.get(row.skipped) ?? 0) + 1);
      }
      if (row.faults.length === 0) continue;
      this.badRows++;
      this.faultCount += row.faults.length;
      if (free > 0) listed.push(row);
      free -= row.faults.length;
    }
    if (listed.length === 0) return;
    const lines = linesOf(listed.map(({ place }) => place ?? 1));
    for (const [index, { faults }] of listed.entries()) {
      for (const fault of faults) {
        if (this.faults.length === LISTED_FAULTS) return;
        this.faults.push({ file, line: lines[index] ?? 1, ...fault });
      }
    }
  }
}
