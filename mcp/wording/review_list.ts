import { POLICY_WORDS } from "../../domain/documents/policy_words.ts";
import { platformOf, ratingText, type Review } from "../../domain/review.ts";
import { reviewUrl, type Site } from "../../domain/site.ts";
import { MOST_TEXT_CHARACTERS } from "./answer_limits.ts";
import { cutText, quoted } from "./quoted.ts";

const MOST_OF_ONE = 1000;
const MOST_OF_EXAMPLE = 400;
const MOST_NAME = 80;
const MOST_OF_TITLE = 100;

/** A review that may lack members; missing members are not mentioned. */
export type ListedReview = Pick<Review, "id"> & Partial<Review>;

/** Writes reviews as lines of text. The longer the list, the shorter each text; a note says how to get the rest. */
export function reviewList(reviews: readonly ListedReview[], site: Site): string {
  if (reviews.length === 0) return "";
  const most = Math.min(MOST_OF_ONE, Math.floor(MOST_TEXT_CHARACTERS / reviews.length / 1.5));
  const isCut = reviews.some(({ text, owner_reply: reply }) =>
    (text?.length ?? 0) > most || (reply?.text.length ?? 0) > Math.ceil(most / 2)
  );
  return reviews.map((review) => `- ${reviewLine(review, most, site)}`).join("\n") +
    (isCut ? "\nLong texts are cut here; get_review with an id shows the whole." : "");
}

/**
 * Writes a review as one line with the URL of its page. User text is quoted.
 *
 * @param most Maximum number of characters of the text; half as many of the reply.
 */
export function reviewLine(review: ListedReview, most: number, site: Site): string {
  const { id, rating, date, author, source, text, owner_reply: reply, verification, incentive } = review;
  const mentioned = [...review.mentioned_technicians ?? [], ...review.mentioned_services ?? []].slice(0, 10);
  const head = [
    ...rating === undefined ? [] : [ratingText(rating)],
    ...date === undefined ? [] : [date],
    ...author === undefined ? [] : [`by ${quoted(author, MOST_NAME)}`],
    ...source === undefined || platformOf({ source }) === null ? [] : [`on ${quoted(source, MOST_NAME)}`],
    ...verification === undefined ? [] : [POLICY_WORDS[`vouched_${verification}`]],
    ...incentive == null ? [] : [`its author got ${quoted(incentive, MOST_NAME)}`],
    reviewUrl(site, id),
    ...mentioned.length === 0 ? [] : [`mentions ${mentioned.map((name) => quoted(name, MOST_NAME)).join(", ")}`],
    ...text === null ? ["without words"] : [],
  ].join(", ");
  return head + (typeof text === "string" ? `: ${quoted(text, most)}` : "") +
    (reply ? ` The business replied on ${reply.date}: ${quoted(reply.text, Math.ceil(most / 2))}` : "");
}

/** Title of a review: stars, author, date and the beginning of the text. */
export function reviewTitle({ rating, author, date, text }: Review): string {
  const beginning = text === null
    ? ""
    : `: ${quoted(text.length > MOST_OF_TITLE ? `${cutText(text, MOST_OF_TITLE)}…` : text)}`;
  return `${ratingText(rating)}, by ${quoted(author, MOST_OF_TITLE)}, ${date}${beginning}`;
}

interface Example {
  readonly review: Review;
  /** Side that it shows. */
  readonly sentiment: string;
}

/** Writes the reviews behind a figure as lines, each with the side that it shows. */
export function exampleLines(evidence: readonly Example[], site: Site): readonly string[] {
  if (evidence.length === 0) return [];
  const isCut = evidence.some(({ review: { text } }) => (text?.length ?? 0) > MOST_OF_EXAMPLE);
  return [
    `Examples of each side${isCut ? " (get_review shows long ones whole)" : ""}:`,
    ...evidence.map(({ review, sentiment }) => `- ${sentiment}, ${reviewLine(review, MOST_OF_EXAMPLE, site)}`),
  ];
}

/** Writes the reviews behind a figure as URLs: `positive https://…, negative https://…`. */
export function evidencePages(evidence: readonly Example[], site: Site): string {
  if (evidence.length === 0) return "none";
  return evidence.map(({ review: { id }, sentiment }) => `${sentiment} ${reviewUrl(site, id)}`).join(", ");
}
