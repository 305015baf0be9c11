import type { InsightsDocument } from "../../documents/insights_document.ts";
import { type Evidence, exampleReviews } from "../figures/evidence.ts";
import { type SentimentCounts, sentimentCounts } from "../figures/sentiment_counts.ts";
import { quoteOf } from "../quotes/quote_of.ts";
import type { Customer } from "../taxonomy/taxonomy.ts";
import { countText, divided, isDivided } from "./counted_words.ts";

/** A question and the evidence for its answer. */
export interface FaqSubject {
  readonly question: string;
  /** Whether it can be answered with yes or no. */
  readonly isYesNo: boolean;
  /** The reviews as a noun phrase for the answer: `reviews that mention the price`. */
  readonly reviews: string;
  /** The same in two parts: `mention` and `the price`. */
  readonly verb: string;
  readonly name: string;
  /** The average rating, two decimals; null to leave it out of the answer. */
  readonly stars: number | null;
  /** Newest first. */
  readonly evidence: readonly Evidence[];
  /** Splits a review's text into sentences. */
  readonly sentencesOf: (text: string) => readonly string[];
  /** Whether a sentence of the review is about the subject. */
  readonly speaksOf: (sentence: string, evidence: Evidence) => boolean;
  /** Sentiment of a sentence, -1 to 1. */
  readonly scoreOf: (sentence: string) => number;
  /** Whether a sentence contains no name of a person other than those of the business. */
  readonly isFreeOfNames: (sentence: string) => boolean;
  /** Sentences that earlier answers quote; this answer adds its own. */
  readonly quoted: Set<string>;
  readonly customer: Customer;
  /** How many answers stand before: frames and openings take turns. */
  readonly turn: number;
}

// Varied openings, because fifty answers with the same one read like a form. The lists have odd lengths, as an answer
// advances by one or two.
const PRAISE = (customer: string) => [
  `A satisfied ${customer} wrote`,
  `In the words of one ${customer}`,
  `One ${customer} wrote`,
  "One review puts it like this",
  "To quote one review",
];
const COMPLAINT = (customer: string) => [
  `A less satisfied ${customer} wrote`,
  "Another saw it differently",
  "A critical review says",
];
const COMPLAINT_ALONE = () => ["A complaint reads", "A critical review says", "One of the complaints"];
const KINDER = (customer: string) => ["A kinder review says", `A more content ${customer} wrote`, "Another is kinder"];

/**
 * Answers a question with counts and verbatim sentences. With a fifth or more negative reviews both sides are given and
 * quoted. The quoted reviews come first among the sources.
 */
export function faqAnswer(subject: FaqSubject): InsightsDocument["faq"][number] {
  const { evidence, quoted, turn } = subject;
  const counts = sentimentCounts(evidence);
  const praise = quoteOf(evidence, "positive", subject);
  const complaint = isDivided(counts) ? quoteOf(evidence, "negative", subject) : null;
  const leans = counts.negative > counts.positive;
  const quotes = (leans ? [complaint, praise] : [praise, complaint]).filter((quote) => quote !== null);
  const told = quotes.map((quote, index) =>
    `${inTurn(openingsOf(quote === praise, index, leans)(subject.customer.one), turn)}: “${quote.text}”`
  );
  for (const { text } of quotes) quoted.add(text);
  return {
    question: subject.question,
    answer: [countsSentence(subject), ...told].join(" "),
    source_review_ids: [...new Set([...quotes.map(({ reviewId }) => reviewId), ...exampleReviews(evidence)])],
  };
}

function countsSentence(subject: FaqSubject): string {
  const { isYesNo, reviews, verb, name, stars, evidence, turn } = subject;
  const counts = sentimentCounts(evidence);
  const total = evidence.length;
  const all = countText(total);
  const average = stars === null ? "" : `, with ${stars} ${stars === 1 ? "star" : "stars"} on average`;
  for (const kind of ["positive", "negative"] as const) {
    if (counts[kind] !== total) continue;
    return inTurn([
      `All ${all} ${reviews} are ${kind}${average}.`,
      `${all} reviews ${verb} ${name}, and all are ${kind}${average}.`,
    ], turn);
  }
  return inTurn([
    `${lead(counts, isYesNo)} of the ${all} ${reviews}, ${divided(counts)}${average}.`,
    `${lead(counts, isYesNo)} ${all} reviews ${verb} ${name}; ${divided(counts)}${average}.`,
  ], turn);
}

function lead(counts: SentimentCounts, isYesNo: boolean): string {
  const { positive, neutral, negative } = counts;
  const all = positive + neutral + negative;
  if (!isDivided(counts) && positive * 2 <= all) return "Few complain:";
  if (negative > positive) return isYesNo ? "Often not:" : "More complaints than praise:";
  if (negative * 4 >= all || positive * 2 <= all) return "Opinions differ:";
  if (positive * 10 >= 9 * all) return isYesNo ? "Almost always:" : "Nearly all is praise:";
  return isYesNo ? "Mostly, yes:" : "Mostly praise:";
}

function openingsOf(isPraise: boolean, index: number, leans: boolean): (customer: string) => readonly string[] {
  if (isPraise) return leans && index > 0 ? KINDER : PRAISE;
  return index > 0 ? COMPLAINT : COMPLAINT_ALONE;
}

function inTurn(openings: readonly string[], turn: number): string {
  return openings[turn % openings.length] ?? "";
}
