import type { Review } from "../domain/review.ts";
import { starsPhrase } from "../domain/stars_phrase.ts";
import { cutText } from "./cut_text.ts";
import { quoted } from "./wording/quoted.ts";

const MOST = 100;

/** A title for a review: stars, author, day and the beginning of the text. */
export function reviewTitle({ rating, author, date, text }: Review): string {
  const beginning = text === null ? "" : `: ${quoted(text.length > MOST ? `${cutText(text, MOST)}…` : text)}`;
  return `${starsPhrase(rating)}, by ${quoted(author, MOST)}, ${date}${beginning}`;
}
