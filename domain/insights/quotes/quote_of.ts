import { type Evidence, strongestEvidence } from "../figures/evidence.ts";
import { SILENCE } from "../sentiment/score_sentence.ts";
import { splitClauses } from "../text/clause_split.ts";
import { clausesAt } from "../text/clauses_at.ts";
import { isEnglish } from "../text/is_english.ts";
import { hasSubjectOrVerb, isQuotable, isWellWritten } from "./quotable_sentence.ts";

// Only the clearest reviews are searched, and only the beginning of very long ones.
const MOST_REVIEWS = 30;
const MOST_SENTENCES = 50;
const MOST_CLAUSES = 10;
// The reader would not see why a weaker sentence is quoted.
const LEAST_STRENGTH = { positive: 0.2, negative: 0.1 };
// Complaints often state facts without any negative word; with so few stars they count as complaints.
const MOST_STARS_OF_FACTS = 2;
// Weights of the criteria, beside the sentence's own strength of at most 1.
const FIT = 4;
const FRESH = 2;
const WELL_WRITTEN = 1;
const NAMELESS = 0.4;
const NO_ROW = 0.4;
const TELLS = 0.15;
const HANDY = 0.3;
const LISTS = /,[^,.!]*,/;

/** A verbatim sentence of a review. */
export interface Quote {
  readonly text: string;
  readonly reviewId: string;
}

/** The criteria by which a sentence is chosen. */
export interface QuoteJudge {
  /** Splits a review's text into sentences. */
  readonly sentencesOf: (text: string) => readonly string[];
  /** Whether a sentence is about the subject. */
  readonly speaksOf: (sentence: string, evidence: Evidence) => boolean;
  /** Sentiment of a sentence, -1 to 1. */
  readonly scoreOf: (sentence: string) => number;
  /** Whether a sentence contains no name of a person other than those of the business; one that does ranks lower. */
  readonly isFreeOfNames: (sentence: string) => boolean;
  /** Sentences that are quoted already; they rank lower. */
  readonly quoted: ReadonlySet<string>;
}

/**
 * Chooses the sentence that best represents the positive or negative reviews: whole, verbatim, at most 180 characters,
 * of one of the clearest reviews, and of that sentiment itself. For complaints, bare facts serve if there is nothing
 * better. Preferred in this order: not quoted yet, well written, without unknown names and more than a list, of a handy
 * length, stronger. Null if there is none.
 *
 * @param evidence Newest first.
 */
export function quoteOf(
  evidence: readonly Evidence[],
  sentiment: "positive" | "negative",
  { sentencesOf, speaksOf, scoreOf, isFreeOfNames, quoted }: QuoteJudge,
): Quote | null {
  let best: Quote | null = null;
  let bestRank = 0;
  for (const item of strongestEvidence(evidence, sentiment, MOST_REVIEWS)) {
    if (!isFrom(item, sentiment)) continue;
    for (const text of sentencesOf(item.review.text ?? "").slice(0, MOST_SENTENCES)) {
      if (!isQuotable(text) || !isEnglish(text) || !speaksOf(text, item)) continue;
      const strength = (sentiment === "positive" ? 1 : -1) * scoreOf(text);
      const isFit = strength >= LEAST_STRENGTH[sentiment];
      if (!isFit && !(isOfFacts(item, sentiment) && strength >= 0)) continue;
      if (turnsAway(text, sentiment, scoreOf) || contradicts(text, sentiment, item)) continue;
      const rank = strength + (isFit ? FIT : 0) + (quoted.has(text) ? 0 : FRESH) +
        (isWellWritten(text) ? WELL_WRITTEN : 0) + (isFreeOfNames(text) ? NAMELESS : 0) + (isRow(text) ? 0 : NO_ROW) +
        (hasSubjectOrVerb(text) ? TELLS : 0) + (isHandy(text) ? HANDY : 0);
      if (rank <= bestRank) continue;
      best = { text, reviewId: item.review.id };
      bestRank = rank;
    }
  }
  return best;
}

/**
 * A sentence of a satisfied reviewer is no complaint and one of an unsatisfied reviewer no praise, whatever its own
 * score.
 */
function isFrom({ review: { rating }, analysis }: Evidence, sentiment: "positive" | "negative"): boolean {
  return analysis.sentiment === sentiment || (sentiment === "positive" ? rating > 3 : rating < 4);
}

/** Whether bare facts of the review count as a complaint. */
function isOfFacts({ review }: Evidence, sentiment: "positive" | "negative"): boolean {
  return sentiment === "negative" && review.rating <= MOST_STARS_OF_FACTS;
}

/** Whether a clause after "but" or the like is not of this sentiment. */
function turnsAway(sentence: string, sentiment: "positive" | "negative", scoreOf: (text: string) => number): boolean {
  const sign = sentiment === "positive" ? 1 : -1;
  return splitClauses(sentence).some(({ isTurn, text }) => isTurn && sign * scoreOf(text) < SILENCE);
}

/** A list of praise without a verb: "Great crew, great timing, great care." */
function isRow(sentence: string): boolean {
  return LISTS.test(sentence) && !hasSubjectOrVerb(sentence);
}

function isHandy({ length }: string): boolean {
  return length >= 35 && length <= 130;
}

/** Whether the sentence contains one of the clauses at the spans of a text. */
export function quotesClause(sentence: string, text: string | null, spans: readonly number[]): boolean {
  return clausesAt(text, spans.slice(0, 2 * MOST_CLAUSES)).some((clause) => clause !== "" && sentence.includes(clause));
}

/** Whether the sentence also mentions an aspect of which the review has another opinion. */
function contradicts(sentence: string, sentiment: Evidence["sentiment"], { review, analysis }: Evidence): boolean {
  return analysis.aspects.some((mention) =>
    mention.sentiment !== sentiment && quotesClause(sentence, review.text, mention.spans)
  );
}
