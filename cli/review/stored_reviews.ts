import type { Dataset } from "../../domain/dataset/dataset.ts";
import {
  compareReviews,
  type HiddenMark,
  hiddenMark,
  namedDate,
  type Review,
  type WithheldState,
  withheldState,
  withoutHiddenMark,
} from "../../domain/review.ts";
import { cutText, padText, terminalText } from "../../terminal/terminal_text.ts";

/** A review of the store with its state. */
export interface StoredReview {
  readonly review: Review;
  /** `withdrawn`: only in earlier revisions. */
  readonly state: "published" | WithheldState | "withdrawn";
  /** Null if it is published or withdrawn. */
  readonly mark: HiddenMark | null;
}

/** Lists the published and the withheld reviews of a dataset, newest first. */
export function storedReviews({ reviews, hidden = [] }: Dataset): readonly StoredReview[] {
  return [
    ...reviews.map(storedReview),
    ...hidden.map((review) => ({
      review: withoutHiddenMark(review),
      state: withheldState(review.hidden_reason),
      mark: hiddenMark(review),
    })),
  ].sort((a, b) => compareReviews(a.review, b.review));
}

/** Marks a review as published. */
export function storedReview(review: Review): StoredReview {
  return { review, state: "published", mark: null };
}

const COLUMNS = 80;
const ID_COLUMNS = 26;
const DATE_COLUMNS = 10;
const AUTHOR_COLUMNS = 14;
const HEADER = `${"ID".padEnd(ID_COLUMNS)}  DATE        STARS  ${"AUTHOR".padEnd(AUTHOR_COLUMNS)}  TEXT`;
const TEXT_COLUMNS = COLUMNS - HEADER.indexOf("TEXT");

/** Formats reviews as a table of 80 columns. An unpublished review has its state before its text. */
export function reviewTable(reviews: readonly StoredReview[]): string {
  return [HEADER, ...reviews.map((one) => `${one.review.id}  ${reviewCells(one)}`)].join("\n");
}

/** The row of a review in {@linkcode reviewTable}, without its id. */
export function reviewCells({ review, state }: StoredReview): string {
  const { rating, author, text } = review;
  const mark = state === "published" ? "" : `(${state}) `;
  const cells = [
    namedDate(review).padEnd(DATE_COLUMNS),
    String(rating).padEnd(5),
    padText(terminalText(author), AUTHOR_COLUMNS),
  ];
  return `${cells.join("  ")}  ${cutText(mark + terminalText(text ?? "-"), TEXT_COLUMNS)}`.trimEnd();
}
