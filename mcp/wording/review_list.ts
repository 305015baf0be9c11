import type { Review } from "../../domain/review.ts";
import { MOST_TEXT_CHARACTERS } from "./answer_limits.ts";
import { reviewLine } from "../review_line.ts";

const MOST_OF_ONE = 1000;

/**
 * Reviews as lines of text. The longer the list, the less of each text is shown; a note tells how to
 * get the whole.
 */
export function reviewList(reviews: readonly Review[]): string {
  if (reviews.length === 0) return "";
  const most = Math.min(MOST_OF_ONE, Math.floor(MOST_TEXT_CHARACTERS / reviews.length / 1.5));
  const isCut = reviews.some(({ text, owner_reply: reply }) =>
    (text?.length ?? 0) > most || (reply?.text.length ?? 0) > Math.ceil(most / 2)
  );
  return reviews.map((review) => `- ${reviewLine(review, most)}`).join("\n") +
    (isCut ? "\nLong texts are cut here; get_review with an id shows the whole." : "");
}
