import type { FileRow } from "./file_reading.ts";
import type { ImportedReview, RowProblem } from "../../domain/import/imported_review.ts";
import { NewestReviews } from "./newest_reviews.ts";
import type { RowPlace } from "./cells/source_row.ts";

/** How many problems are listed; the others are only counted. */
const LISTED_PROBLEMS = 20;

/** Collects what was read from several files. */
export class ImportResult {
  readonly problems: RowProblem[] = [];
  readonly skipped = new Map<string, number>();
  rows = 0;
  problemCount = 0;
  badRows = 0;
  readonly #newest = new NewestReviews();

  /** The valid reviews in file order, one version of each. */
  get reviews(): readonly ImportedReview[] {
    return this.#newest.reviews();
  }

  /**
   * Adds the rows of a file.
   *
   * @param linesOf Gives the lines of places in the file. It is called once, for the few rows whose
   * problems are listed, because it may have to go through the whole file.
   */
  add(
    file: string,
    rows: readonly FileRow[],
    linesOf: (places: readonly RowPlace[]) => readonly number[],
  ): void {
    const listed: FileRow[] = [];
    let free = LISTED_PROBLEMS - this.problems.length;
    for (const row of rows) {
      this.rows++;
      if (row.review !== null) this.#newest.add(row.review, row.updated);
      if (row.skipped !== null) {
        this.skipped.set(row.skipped, (this.skipped.get(row.skipped) ?? 0) + 1);
      }
      if (row.problems.length === 0) continue;
      this.badRows++;
      this.problemCount += row.problems.length;
      if (free > 0) listed.push(row);
      free -= row.problems.length;
    }
    if (listed.length === 0) return;
    const lines = linesOf(listed.map(({ place }) => place ?? 1));
    for (const [index, { problems }] of listed.entries()) {
      for (const problem of problems) {
        if (this.problems.length === LISTED_PROBLEMS) return;
        this.problems.push({ file, line: lines[index] ?? 1, ...problem });
      }
    }
  }
}
