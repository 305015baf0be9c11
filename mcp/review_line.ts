import type { Review } from "../domain/review.ts";
import { starsPhrase } from "../domain/stars_phrase.ts";
import { quoted } from "./wording/quoted.ts";

const MOST_NAME = 80;

/**
 * A review on one line. Everything that somebody wrote is quoted.
 *
 * @param most How many characters of the text, and half as many of the reply, are shown.
 */
export function reviewLine(review: Review, most: number): string {
  const { id, rating, date, author, source, text, owner_reply: reply } = review;
  const mentioned = [...review.mentioned_technicians, ...review.mentioned_services].slice(0, 10);
  return `${starsPhrase(rating)}, ${date}, id ${id}, by ${quoted(author, MOST_NAME)} on ${quoted(source, MOST_NAME)}` +
    (mentioned.length === 0 ? "" : `, mentions ${mentioned.map((name) => quoted(name, MOST_NAME)).join(", ")}`) +
    (text === null ? ", without words" : `: ${quoted(text, most)}`) +
    (reply === null ? "" : ` The business replied on ${reply.date}: ${quoted(reply.text, Math.ceil(most / 2))}`);
}
