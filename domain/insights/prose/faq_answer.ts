import type { InsightsDocument } from "../../documents/insights_document.ts";
import { type Evidence, exampleReviews } from "../figures/evidence.ts";
import { type SentimentCounts, sentimentCounts } from "../figures/sentiment_counts.ts";
import { quoteOf } from "../quotes/quote_of.ts";
import type { Customer } from "../taxonomy/taxonomy.ts";
import { divided, isDivided } from "./counted_words.ts";

/** What a question is about. */
export interface FaqSubject {
  readonly question: string;
  /** Whether `yes` is an answer to it. */
  readonly isYesNo: boolean;
  /** Who speaks of it, as the subject of a sentence: `reviews that mention the price`. */
  readonly reviews: string;
  /** The mean stars where they are told, two decimals; else null. */
  readonly stars: number | null;
  /** Newest first. */
  readonly evidence: readonly Evidence[];
  /** The sentences of a review's text. */
  readonly sentencesOf: (text: string) => readonly string[];
  readonly speaksOf: (sentence: string, evidence: Evidence) => boolean;
  /** The sentiment of a sentence, from -1 to 1. */
  readonly scoreOf: (sentence: string) => number;
  /** Tells whether a sentence names nobody whom the business does not name. */
  readonly isFreeOfNames: (sentence: string) => boolean;
  /** Sentences that other answers quote; those of this one are added. */
  readonly quoted: Set<string>;
  readonly customer: Customer;
}

// Fifty answers that all begin their quotation alike read like a form. Their numbers are odd, as an answer uses up
// one or two of them.
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
 * Answers a question by counts and a verbatim sentence. Where a fifth or more of the reviews are
 * negative, both sides are told and quoted. The quoted reviews are the first sources.
 */
export function faqAnswer(subject: FaqSubject): InsightsDocument["faq"][number] {
  const { evidence, quoted } = subject;
  const turn = quoted.size;
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

function countsSentence({ isYesNo, reviews, stars, evidence }: FaqSubject): string {
  const counts = sentimentCounts(evidence);
  const average = stars === null ? "" : `, with ${stars} ${stars === 1 ? "star" : "stars"} on average`;
  if (counts.positive === evidence.length) return `All ${evidence.length} ${reviews} are positive${average}.`;
  if (counts.negative === evidence.length) return `All ${evidence.length} ${reviews} are negative${average}.`;
  return `${lead(counts, isYesNo)} of the ${evidence.length} ${reviews}, ${divided(counts)}${average}.`;
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
