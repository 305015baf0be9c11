import type { Dataset } from "../../domain/dataset/dataset.ts";
import { compareReviews, type HiddenReview, type Review } from "../../domain/review.ts";
import { cutText, padText, plainText } from "../insights/terminal_text.ts";

/** A review of the store with its state. */
export interface StoredReview {
  readonly review: Review;
  /** `withdrawn`: only in earlier revisions. */
  readonly state: "published" | "hidden" | "withdrawn";
  /** Time of hiding, in RFC 3339; null if it is not hidden. */
  readonly hiddenAt: string | null;
}

/** Lists the published and hidden reviews of a dataset, newest first. */
export function storedReviews({ reviews, hidden = [] }: Dataset): readonly StoredReview[] {
  return [
    ...reviews.map(storedReview),
    ...hidden.map(hiddenReview),
  ].sort((a, b) => compareReviews(a.review, b.review));
}

/** Marks a review as published. */
export function storedReview(review: Review): StoredReview {
  return { review, state: "published", hiddenAt: null };
}

function hiddenReview({ hidden_at, ...review }: HiddenReview): StoredReview {
  return { review, state: "hidden", hiddenAt: hidden_at };
}

const COLUMNS = 80;
const ID_COLUMNS = 26;
const AUTHOR_COLUMNS = 14;
const HEADER = `${"ID".padEnd(ID_COLUMNS)}  DATE        STARS  ${"AUTHOR".padEnd(AUTHOR_COLUMNS)}  TEXT`;
const TEXT_COLUMNS = COLUMNS - HEADER.indexOf("TEXT");

/** Formats reviews as a table of 80 columns. An unpublished review has its state before its text. */
export function reviewTable(reviews: readonly StoredReview[]): string {
  return [HEADER, ...reviews.map(reviewLine)].join("\n");
}

function reviewLine({ review, state }: StoredReview): string {
  const { id, date, rating, author, text } = review;
  const mark = state === "published" ? "" : `(${state}) `;
  const cells = [id, date, String(rating).padEnd(5), padText(plainText(author), AUTHOR_COLUMNS)];
  return `${cells.join("  ")}  ${cutText(mark + plainText(text ?? "-"), TEXT_COLUMNS)}`.trimEnd();
}
