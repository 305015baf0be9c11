import type { InsightsDocument, Trend } from "../../documents/insights_document.ts";
import { type Evidence, exampleReviews } from "../figures/evidence.ts";
import { sentimentCounts } from "../figures/sentiment_counts.ts";
import { type QuoteJudge, quoteOf } from "../quotes/quote_of.ts";
import type { Customer } from "../taxonomy/taxonomy.ts";
import { isDivided } from "./counted_words.ts";
import { quoteOpening, type QuoteRole } from "./quote_opening.ts";
import { verdict } from "./verdict.ts";

/** A question and the evidence for its answer. */
export interface FaqSubject extends QuoteJudge {
  readonly question: string;
  /** Whether it can be answered with yes or no. */
  readonly isYesNo: boolean;
  /** What a review does with the subject (`speak of`, `mention`, `name`), and the subject in a sentence. */
  readonly verb: string;
  readonly name: string;
  /** Whether the evidence says who praises the subject; otherwise, which reviews are positive. */
  readonly isPraised: boolean;
  /** Whether nobody wants it (see `Judged`). */
  readonly isBurden?: boolean;
  /** The average rating, two decimals; null to leave it out of the answer. */
  readonly stars: number | null;
  readonly trend: Trend | null;
  /** Newest first. */
  readonly evidence: readonly Evidence[];
  /** Sentences that earlier answers quote; this answer adds its own. */
  readonly quoted: Set<string>;
  readonly customer: Customer;
  /** How many answers stand before: frames and openings take turns. */
  readonly turn: number;
}

/**
 * Answers a question with counts and verbatim sentences. With a fifth or more negative reviews both sides are given and
 * quoted, or the one that more reviews take. The quoted reviews come first among the sources.
 */
export function faqAnswer(subject: FaqSubject): InsightsDocument["faq"][number] {
  const { question, evidence, quoted, customer, turn } = subject;
  const counts = sentimentCounts(evidence);
  const praise = quoteOf(evidence, "positive", subject);
  const complaint = isDivided(counts) ? quoteOf(evidence, "negative", subject) : null;
  const [first, second] = counts.negative > counts.positive ? [complaint, praise] : [praise, complaint];
  // What fewer say is not quoted alone: it would stand for all.
  const quotes = first === null ? [] : [first, ...(second === null ? [] : [second])];
  const told = quotes.map((quote, index) =>
    `${quoteOpening(roleOf(quote === praise, index), customer, quote.date, turn)}: “${quote.text}”`
  );
  for (const { text } of quotes) quoted.add(text);
  return {
    question,
    answer: [verdict({ ...subject, counts }), ...told].join(" "),
    source_review_ids: [...new Set([...quotes.map(({ reviewId }) => reviewId), ...exampleReviews(evidence)])],
  };
}

function roleOf(isPraise: boolean, index: number): QuoteRole {
  if (isPraise) return index === 0 ? "praise" : "praise after complaint";
  return index === 0 ? "complaint" : "complaint after praise";
}
