import { ratingText, type Review } from "../../domain/review.ts";
import { MOST_TEXT_CHARACTERS } from "./answer_limits.ts";
import { cutText, quoted } from "./quoted.ts";

const MOST_OF_ONE = 1000;
const MOST_NAME = 80;
const MOST_OF_TITLE = 100;

/** Reviews as lines of text. The longer the list, the less is shown of each text; a note says how to get the rest. */
export function reviewList(reviews: readonly Review[]): string {
  if (reviews.length === 0) return "";
  const most = Math.min(MOST_OF_ONE, Math.floor(MOST_TEXT_CHARACTERS / reviews.length / 1.5));
  const isCut = reviews.some(({ text, owner_reply: reply }) =>
    (text?.length ?? 0) > most || (reply?.text.length ?? 0) > Math.ceil(most / 2)
  );
  return reviews.map((review) => `- ${reviewLine(review, most)}`).join("\n") +
    (isCut ? "\nLong texts are cut here; get_review with an id shows the whole." : "");
}

/**
 * A review as one line. User text is quoted.
 *
 * @param most Maximum number of characters of the text; half as many of the reply.
 */
export function reviewLine(review: Review, most: number): string {
  const { id, rating, date, author, source, text, owner_reply: reply } = review;
  const mentioned = [...review.mentioned_technicians, ...review.mentioned_services].slice(0, 10);
  return `${ratingText(rating)}, ${date}, id ${id}, by ${quoted(author, MOST_NAME)} on ${quoted(source, MOST_NAME)}` +
    (mentioned.length === 0 ? "" : `, mentions ${mentioned.map((name) => quoted(name, MOST_NAME)).join(", ")}`) +
    (text === null ? ", without words" : `: ${quoted(text, most)}`) +
    (reply === null ? "" : ` The business replied on ${reply.date}: ${quoted(reply.text, Math.ceil(most / 2))}`);
}

/** A title for a review: stars, author, date and the beginning of the text. */
export function reviewTitle({ rating, author, date, text }: Review): string {
  const beginning = text === null
    ? ""
    : `: ${quoted(text.length > MOST_OF_TITLE ? `${cutText(text, MOST_OF_TITLE)}…` : text)}`;
  return `${ratingText(rating)}, by ${quoted(author, MOST_OF_TITLE)}, ${date}${beginning}`;
}
