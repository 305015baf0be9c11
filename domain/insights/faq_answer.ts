import { divided, isDivided } from "./counted_words.ts";
import type { Evidence } from "./evidence.ts";
import { type Quote, quoteOf } from "./quote_of.ts";
import { exampleReviews } from "./example_reviews.ts";
import { type SentimentCounts, sentimentCounts } from "./sentiment_counts.ts";
import type { InsightsDocument } from "../insights_document.ts";

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
  readonly speaksOf: (sentence: string, evidence: Evidence) => boolean;
}

/**
 * Answers a question by counts and a verbatim sentence. Where a fifth or more of the reviews are
 * negative, both sides are told and quoted. The quoted reviews are the first sources.
 */
export function faqAnswer(subject: FaqSubject): InsightsDocument["faq"][number] {
  const { evidence, speaksOf } = subject;
  const counts = sentimentCounts(evidence);
  const praise = quoteOf(evidence, "positive", speaksOf);
  const complaint = isDivided(counts) ? quoteOf(evidence, "negative", speaksOf) : null;
  const leans = counts.negative > counts.positive;
  const told = [sentenceOf(praise, "A satisfied customer wrote"), sentenceOf(complaint, "A less satisfied one wrote")];
  if (leans) told.splice(0, 2, sentenceOf(complaint, "A complaint reads"), sentenceOf(praise, "A kinder review says"));
  if (praise === null && !leans) told[1] = sentenceOf(complaint, "A complaint reads");
  const quoted = (leans ? [complaint, praise] : [praise, complaint]).flatMap((quote) => quote?.reviewId ?? []);
  return {
    question: subject.question,
    answer: [countsSentence(subject), ...told].filter((sentence) => sentence !== "").join(" "),
    source_review_ids: [...new Set([...quoted, ...exampleReviews(evidence)])],
  };
}

function countsSentence({ isYesNo, reviews, stars, evidence }: FaqSubject): string {
  const counts = sentimentCounts(evidence);
  const average = stars === null ? "" : `, with ${stars} stars on average`;
  if (counts.positive === evidence.length) return `All ${evidence.length} ${reviews} are positive${average}.`;
  if (counts.negative === evidence.length) return `All ${evidence.length} ${reviews} are negative${average}.`;
  return `${lead(counts, isYesNo)} of the ${evidence.length} ${reviews}, ${divided(counts)}${average}.`;
}

function lead(counts: SentimentCounts, isYesNo: boolean): string {
  if (counts.negative > counts.positive) return "More complaints than praise:";
  if (isDivided(counts)) return "Opinions differ:";
  if (counts.positive <= counts.neutral) return "Few complain:";
  return isYesNo ? "Mostly, yes:" : "Mostly praise:";
}

function sentenceOf(quote: Quote | null, opening: string): string {
  return quote === null ? "" : `${opening}: “${quote.text}”`;
}
