import { shortened } from "../../domain/cut_text.ts";
import { sourceLabel } from "../../domain/documents/review_figures.ts";
import type { Review } from "../../domain/review.ts";
import { reviewUrl, type Site } from "../../domain/site.ts";
import { counted } from "../../terminal/print.ts";
import type { PublishedFacts } from "./alert_facts.ts";
import type { News, ReviewNews } from "./find_news.ts";

/** A message to a receiver. */
export interface AlertMessage {
  /** One line. */
  readonly subject: string;
  /** Plain text. Lines that begin with `> `, and no others, are what strangers wrote. */
  readonly text: string;
  /** Address for the answer to the only review of the message, otherwise that of the service. */
  readonly url: string;
}

const IN_FULL = 5;
const LONGEST_TEXT = 1000;
const LONGEST_NAME = 60;

/**
 * Writes a message with everything that an answer needs.
 * @param published Null if nothing is published; then the message has notes only and names the host.
 */
export function alertMessage(news: News, published: PublishedFacts | null, site: Site): AlertMessage {
  const { reviews, notes } = news;
  const [first] = reviews;
  const rest = reviews.slice(IN_FULL);
  const dates = rest.map(({ review }) => review.date).sort();
  const parts = [
    ...notes,
    ...published === null ? [] : reviews.slice(0, IN_FULL).map((one) => reviewLines(one, published, site)),
    ...rest.length === 0
      ? []
      : [`… and ${counted(rest.length, "more review")}, from ${dates[0]} to ${dates.at(-1)}: deno task review list`],
  ];
  const about = first === undefined || notes.length > 0 && reviews.length > 1
    ? notes[0] ?? ""
    : reviews.length === 1
    ? `${counted(first.review.rating, "star")} from ${oneLine(first.review.author)} (${
      oneLine(sourceLabel(first.review.source))
    })`
    : `${reviews.length} new reviews`;
  return {
    subject: `${oneLine(published?.business.name ?? new URL(site.baseUrl).host)}: ${oneLine(about, 150)}`,
    text: parts.join("\n\n"),
    url: first !== undefined && reviews.length === 1 ? answerUrl(first.review, site) : `${site.baseUrl}/`,
  };
}

function reviewLines({ review, reasons }: ReviewNews, { insights }: PublishedFacts, site: Site): string {
  const { author, date, source, rating, text, owner_reply } = review;
  const facts = suggestedFacts(review, insights);
  const written = `${oneLine(author)} (${oneLine(sourceLabel(source))})\n${
    text === null ? "no words" : shortened(text, LONGEST_TEXT)
  }`;
  return [
    `${"★".repeat(rating)}${"☆".repeat(5 - rating)} ${counted(rating, "star")}, ${date}`,
    `Why: ${reasons.join(", ")}.`,
    ...written.split(/\r\n|[\n-\r\x85\u2028\u2029]/).map((line) => `> ${line}`),
    ...facts.length === 0 ? [] : [`To know: ${facts.join("; ")}.`],
    `${owner_reply !== null ? `Answered on ${owner_reply.date}` : review.source_url === null ? "Page" : "Answer"}: ${
      answerUrl(review, site)
    }`,
  ].join("\n");
}

const MOST_FACTS = 5;

function suggestedFacts(
  { id, mentioned_technicians }: Review,
  insights: PublishedFacts["insights"],
): readonly string[] {
  const { aspects = [], problems = [] } = insights.per_review[id] ?? {};
  const criticised = new Set(aspects.flatMap(({ id, sentiment }) => sentiment === "negative" ? [id] : []));
  const isOften = ({ mention_count }: { readonly mention_count: number }) => mention_count > 1;
  return [
    ...mentioned_technicians.map((name) => `${name} is named`),
    ...insights.entities.problems.filter(({ id }) => problems.includes(id)).filter(isOften)
      .map(({ label, mention_count }) => `${label}: in ${mention_count} reviews`),
    ...insights.aspects.filter(({ id }) => criticised.has(id)).filter(isOften)
      .map(({ label, mention_count, negative_count }) =>
        `${label}: criticised in ${negative_count} of ${mention_count}`
      ),
  ].slice(0, MOST_FACTS);
}

function answerUrl({ id, source_url }: Review, site: Site): string {
  return source_url ?? reviewUrl(site, id);
}

/** Removes line breaks, which would end a header field of a mail, and shortens. */
function oneLine(text: string, longest = LONGEST_NAME): string {
  return shortened(text.replace(/[\p{C}\s]+/gu, " ").trim(), longest);
}
