import { cutText, padText } from "../insights/layout/fit_text.ts";
import { plainText } from "../insights/layout/plain_text.ts";
import type { StoredReview } from "./stored_reviews.ts";

const COLUMNS = 80;
const ID_COLUMNS = 26;
const AUTHOR_COLUMNS = 14;
const HEADER = `${"ID".padEnd(ID_COLUMNS)}  DATE        STARS  ${"AUTHOR".padEnd(AUTHOR_COLUMNS)}  TEXT`;
const TEXT_COLUMNS = COLUMNS - HEADER.indexOf("TEXT");

/** Reviews as a table of 80 columns; what is not published says so before its text. */
export function reviewTable(reviews: readonly StoredReview[]): string {
  return [HEADER, ...reviews.map(reviewLine)].join("\n");
}

function reviewLine({ review, state }: StoredReview): string {
  const { id, date, rating, author, text } = review;
  const mark = state === "published" ? "" : `(${state}) `;
  const cells = [id, date, String(rating).padEnd(5), padText(plainText(author), AUTHOR_COLUMNS)];
  return `${cells.join("  ")}  ${cutText(mark + plainText(text ?? "-"), TEXT_COLUMNS)}`.trimEnd();
}
