import { shortened } from "../../domain/cut_text.ts";
import { type Sentence, sentence, type Text } from "../../domain/sentences/sentence.ts";
import { formatsOf, timeText } from "../../routes/pages/frame/formats.ts";
import { sourceInWords } from "../../routes/pages/parts/rating_figures.ts";
import { ownerLocale, translator } from "../command/owner_language.ts";
import { compareReviews, namedDate, type Review } from "../../domain/review.ts";
import { reviewUrl, type Site } from "../../domain/site.ts";
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
 * Writes a message with everything that an answer needs, in the language of the business.
 * @param published Null if nothing is published; then the message has notes only and names the host.
 */
export function alertMessage(news: News, published: PublishedFacts | null, site: Site): AlertMessage {
  const language = messageLanguage(published);
  const { say, source } = language;
  const { reviews } = news;
  const notes = news.notes.map(say);
  const [first] = reviews;
  const rest = reviews.slice(IN_FULL);
  const dates = rest.map(({ review }) => review).toSorted(compareReviews).map((review) => namedDate(review));
  const parts = [
    ...notes,
    ...published === null ? [] : reviews.slice(0, IN_FULL).map((one) => reviewLines(one, published, site, language)),
    ...rest.length === 0
      ? []
      : [say(sentence("… and {count|# more review|# more reviews}, from {first:day} to {last:day}.", {
        ...{ count: rest.length, first: dates.at(-1) ?? "", last: dates[0] ?? "" },
      }))],
  ];
  const about = first === undefined || notes.length > 0 && reviews.length > 1
    ? notes[0] ?? ""
    : reviews.length === 1
    ? say(sentence("{count|# star|# stars} from {author} ({source})", {
      ...{ count: first.review.rating, author: oneLine(first.review.author), source: oneLine(source(first.review)) },
    }))
    : say(sentence("{count} new reviews", { count: reviews.length }));
  return {
    subject: `${oneLine(published?.business.name ?? new URL(site.baseUrl).host)}: ${oneLine(about, 150)}`,
    text: parts.join("\n\n"),
    url: first !== undefined && reviews.length === 1 ? answerUrl(first.review, site) : `${site.baseUrl}/`,
  };
}

/** How messages about what is published are written: in English if nothing is. */
export function messageLanguage(published: PublishedFacts | null) {
  const formats = formatsOf(published === null ? "en" : ownerLocale(published.language, published.business));
  const translated = translator(formats);
  return {
    say: (text: Text) => translated(text) ?? String(text),
    day: (review: Review) => timeText(formats, namedDate(review)),
    source: ({ source }: Review) => sourceInWords(formats.words, source),
  };
}

function reviewLines(
  { review, reasons }: ReviewNews,
  { insights }: PublishedFacts,
  site: Site,
  { say, day, source }: ReturnType<typeof messageLanguage>,
): string {
  const { author, rating, text, owner_reply } = review;
  const facts = suggestedFacts(review, insights);
  const written = `${oneLine(author)} (${oneLine(source(review))})\n${
    text === null ? say(sentence("no words")) : shortened(text, LONGEST_TEXT)
  }`;
  const url = answerUrl(review, site);
  return [
    `${"★".repeat(rating)}${"☆".repeat(5 - rating)} ${say(sentence("{count|# star|# stars}", { count: rating }))}, ${
      day(review)
    }`,
    say(sentence("Why: {reasons}.", { reasons })),
    ...written.split(/\r\n|[\n-\r\x85\u2028\u2029]/).map((line) => `> ${line}`),
    ...facts.length === 0 ? [] : [say(sentence("To know: {facts}.", { facts }))],
    say(
      owner_reply !== null
        ? sentence("Answered on {day:day}: {url}", {
          day: namedDate(review, owner_reply.date),
          url,
        })
        : sentence(review.source_url === null ? "Page: {url}" : "Answer: {url}", { url }),
    ),
  ].join("\n");
}

const MOST_FACTS = 5;

function suggestedFacts(
  { id, mentioned_technicians }: Review,
  insights: PublishedFacts["insights"],
): readonly Sentence[] {
  const { aspects = [], problems = [] } = insights.per_review[id] ?? {};
  const criticised = new Set(aspects.flatMap(({ id, sentiment }) => sentiment === "negative" ? [id] : []));
  const isOften = ({ mention_count }: { readonly mention_count: number }) => mention_count > 1;
  return [
    ...mentioned_technicians.map((name) => sentence("{name} is named", { name })),
    ...insights.entities.problems.filter(({ id }) => problems.includes(id)).filter(isOften)
      .map(({ label, mention_count }) => sentence("{label}: in {count} reviews", { label, count: mention_count })),
    ...insights.aspects.filter(({ id }) => criticised.has(id)).filter(isOften)
      .map(({ label, mention_count, negative_count }) =>
        sentence("{label}: criticised in {count} of {all}", { label, count: negative_count, all: mention_count })
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
