import { type Evidence, strongestEvidence } from "../figures/evidence.ts";
import { SILENCE } from "../sentiment/score_sentence.ts";
import { splitClauses } from "../text/clause_split.ts";
import { clausesAt } from "../text/clauses_at.ts";
import { isEnglish } from "../text/is_english.ts";
import { hasSubjectOrVerb, isQuotable, isWellWritten } from "./quotable_sentence.ts";

// Quotations are looked for where opinion is clearest; a huge review is read from its beginning.
const MOST_REVIEWS = 30;
const MOST_SENTENCES = 50;
const MOST_CLAUSES = 10;
// A sentence that says less would leave the reader asking why it is quoted.
const LEAST_STRENGTH = { positive: 0.2, negative: 0.1 };
// Complaints often tell facts without any word of blame. Who gives so few stars tells them as complaints.
const MOST_STARS_OF_FACTS = 2;
// What puts a sentence before others, each beside a strength of at most 1.
const FIT = 4;
const FRESH = 2;
const WELL_WRITTEN = 1;
const NAMELESS = 0.4;
const NO_ROW = 0.4;
const TELLS = 0.15;
const HANDY = 0.3;
const LISTS = /,[^,.!]*,/;

/** A sentence of a review, verbatim. */
export interface Quote {
  readonly text: string;
  readonly reviewId: string;
}

/** How sentences are judged for a quotation. */
export interface QuoteJudge {
  /** The sentences of a review's text. */
  readonly sentencesOf: (text: string) => readonly string[];
  /** Tells whether a sentence speaks of the thing in question. */
  readonly speaksOf: (sentence: string, evidence: Evidence) => boolean;
  /** The sentiment of a sentence, from -1 to 1. */
  readonly scoreOf: (sentence: string) => number;
  /** Tells whether a sentence names nobody whom the business does not name; one that does is a second choice. */
  readonly isFreeOfNames: (sentence: string) => boolean;
  /** Sentences that are quoted already; another one is preferred. */
  readonly quoted: ReadonlySet<string>;
}

/**
 * The sentence that says best what positive or negative reviews say: whole, verbatim, at most 180
 * characters, from one of the clearest reviews, and expressing that sentiment itself; of complaints
 * else the bare facts. Sentences that are not quoted yet go first, then well-written ones, then those
 * that name nobody unknown and do more than list, at a length that reads well, then the stronger.
 * Null when there is none.
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

/** A happy customer's words are no complaint, nor an unhappy one's praise, whatever they seem to say. */
function isFrom({ review: { rating }, analysis }: Evidence, sentiment: "positive" | "negative"): boolean {
  return analysis.sentiment === sentiment || (sentiment === "positive" ? rating > 3 : rating < 4);
}

/** Whether bare facts of it may stand for a complaint. */
function isOfFacts({ review }: Evidence, sentiment: "positive" | "negative"): boolean {
  return sentiment === "negative" && review.rating <= MOST_STARS_OF_FACTS;
}

/** Whether the sentence turns, as with "but", to something that is not of this sentiment. */
function turnsAway(sentence: string, sentiment: "positive" | "negative", scoreOf: (text: string) => number): boolean {
  const sign = sentiment === "positive" ? 1 : -1;
  return splitClauses(sentence).some(({ isTurn, text }) => isTurn && sign * scoreOf(text) < SILENCE);
}

/** "Great crew, great timing, great care." */
function isRow(sentence: string): boolean {
  return LISTS.test(sentence) && !hasSubjectOrVerb(sentence);
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
