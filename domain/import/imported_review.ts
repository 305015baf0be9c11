import type { Review } from "../review.ts";

/**
 * A review as a file gives it, in the published shape. The mentions are those that the file itself
 * states; the import adds those found in the text.
 */
export type ImportedReview = Review;

/** What is wrong with one row of a file. */
export interface RowProblem {
  /** The file as the operator named it. */
  readonly file: string;
  /** Line in the file, from 1, where the row begins. */
  readonly line: number;
  /** The column or member at fault, by its name in the file. */
  readonly field: string;
  /** The value found, cut to 80 characters. */
  readonly value: string;
  /** What would be right, as a phrase: `a whole number of stars from 1 to 5`. */
  readonly allowed: string;
}
