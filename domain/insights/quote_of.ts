import { clausesAt } from "./clauses_at.ts";
import { clearestEvidence } from "./clearest_evidence.ts";
import type { Evidence } from "./evidence.ts";
import { isEnglish } from "./is_english.ts";
import { isQuotable } from "./is_quotable.ts";
import { splitSentences } from "./sentence_split.ts";

// Quotations are looked for where opinion is clearest; a huge review is read from its beginning.
const MOST_REVIEWS = 30;
const MOST_SENTENCES = 50;
const MOST_CLAUSES = 10;
// A sentence that says less would leave the reader asking why it is quoted; complaints often tell facts without any
// word of blame.
const LEAST_STRENGTH = { positive: 0.2, negative: 0.05 };
const HANDY = 0.3;
const FRESH = 2;
// Written with a capital and a full stop: reads well between other sentences.
const WELL_FORMED = /^(?!(?:But|And|So|Or|Which|Because|Was|Were|Is|Has|Had|Did)\b)\p{Lu}.*[.!]$/u;

/** A sentence of a review, verbatim. */
export interface Quote {
  readonly text: string;
  readonly reviewId: string;
}

/** How sentences are judged for a quotation. */
export interface QuoteJudge {
  /** Tells whether a sentence speaks of the thing in question. */
  readonly speaksOf: (sentence: string, evidence: Evidence) => boolean;
  /** The sentiment of a sentence, from -1 to 1. */
  readonly scoreOf: (sentence: string) => number;
  /** Sentences that are quoted already; another one is preferred. */
  readonly quoted: ReadonlySet<string>;
}

/**
 * The sentence that says best what positive or negative reviews say: whole, verbatim, at most 180
 * characters, from one of the clearest reviews, and expressing that sentiment itself. Well-formed
 * sentences go first, then those of a length that reads well, then the stronger. Null when there is
 * none.
 *
 * @param evidence Newest first.
 */
export function quoteOf(
  evidence: readonly Evidence[],
  sentiment: "positive" | "negative",
  { speaksOf, scoreOf, quoted }: QuoteJudge,
): Quote | null {
  let best: Quote | null = null;
  let bestRank = 0;
  for (const item of clearestEvidence(evidence, sentiment, MOST_REVIEWS)) {
    if (!isFrom(item, sentiment)) continue;
    for (const text of splitSentences(item.review.text ?? "").slice(0, MOST_SENTENCES)) {
      if (!isQuotable(text) || !isEnglish(text) || !speaksOf(text, item)) continue;
      const strength = (sentiment === "positive" ? 1 : -1) * scoreOf(text);
      if (strength < LEAST_STRENGTH[sentiment] || contradicts(text, sentiment, item)) continue;
      const rank = strength + (WELL_FORMED.test(text) ? 1 : 0) + (isHandy(text) ? HANDY : 0) +
        (quoted.has(text) ? 0 : FRESH);
      if (rank <= bestRank) continue;
      best = { text, reviewId: item.review.id };
      bestRank = rank;
    }
  }
  return best;
}

/** A happy customer's words are no complaint, nor an unhappy one's praise, whatever they seem to say. */
function isFrom({ review: { rating }, analysis }: Evidence, sentiment: "positive" | "negative"): boolean {
  return analysis.sentiment === sentiment || (sentiment === "positive" ? rating > 3 : rating < 4);
}

function isHandy({ length }: string): boolean {
  return length >= 35 && length <= 130;
}

/** Tells whether a clause of the aspect in question stands in the sentence. */
export function quotesClause(sentence: string, text: string | null, spans: readonly number[]): boolean {
  return clausesAt(text, spans.slice(0, 2 * MOST_CLAUSES)).some((clause) => clause !== "" && sentence.includes(clause));
}

/** Whether the sentence also speaks of something of which the review is of another mind. */
function contradicts(sentence: string, sentiment: Evidence["sentiment"], { review, analysis }: Evidence): boolean {
  return analysis.aspects.some((mention) =>
    mention.sentiment !== sentiment && quotesClause(sentence, review.text, mention.spans)
  );
}
