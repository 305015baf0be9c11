import { type Evidence, strongestEvidence } from "../figures/evidence.ts";
import { seriousKinds } from "../serious_complaints.ts";
import { SILENCE } from "../sentiment/score_sentence.ts";
import { clausesAt, splitClauses } from "../text/clause_split.ts";
import type { OwnNames } from "./own_names.ts";
import { isQuotable, isTornOut, isWholeSentence } from "./quotable.ts";

// Only the clearest reviews are searched, and only the beginning of very long ones.
const MOST_REVIEWS = 60;
const MOST_SENTENCES = 50;
const MOST_CLAUSES = 10;
/** Maximum number of reviews searched for passages of a labeller. */
const MOST_LABELLED = 200;
/** Minimum rating of quoted praise and maximum rating of quoted criticism of a labeller. */
const [GOOD, BAD] = [4, 2];
/** Languages that write every noun with a capital (RFC 5646). */
const CAPITAL_NOUNS: readonly string[] = ["de", "lb"];
// Minimum strength of a quoted sentence, 0 to 1. It must express the judgement itself, or readers see no reason for it.
const LEAST_STRENGTH = { positive: 0.34, negative: 0.28 };
// Weights of the criteria; the sentence's strength adds at most 1.
const HANDY = 0.3;
const DISTRACTS = 0.12;
/**
 * Minimum strength at which a word of the opposite sentiment makes a sentence mixed, so that it is not quoted: "Amazing
 * app sometimes doesn't work".
 */
const CONTRARY = 1.1;

/** A verbatim sentence of a review. */
export interface Quote {
  readonly text: string;
  readonly reviewId: string;
  /** Day of the review, `YYYY-MM-DD`. */
  readonly date: string;
}

/** The criteria by which a sentence is chosen. */
export interface QuoteJudge {
  readonly sentencesOf: (text: string) => readonly string[];
  /** Returns whether a sentence is about the subject. */
  readonly speaksOf: (sentence: string, evidence: Evidence) => boolean;
  readonly scoreOf: (sentence: string) => number;
  /** Returns whether a sentence joins the subject and an opinion of it, so that a reader sees what is judged. */
  readonly isDirect: (sentence: string, sentiment: "positive" | "negative") => boolean;
  /** Returns the strengths of all opinion words in a sentence, whatever they judge. */
  readonly opinionsIn: (sentence: string) => readonly number[];
  /** Returns whether a sentence names only the business and its people: neither its author nor another customer. */
  readonly isOwn: OwnNames;
  readonly quoted: ReadonlySet<string>;
}

/**
 * Chooses the sentence that best represents the positive or negative reviews. It is whole, well written, verbatim, at
 * most 180 characters, and from one of the clearest reviews. It expresses that judgement of the subject and no other of
 * weight. It can stand alone, names no customer, and is not quoted yet. Strong sentences of a convenient length are
 * preferred. Null if there is none: no quotation is better than a poor one.
 *
 * @param evidence Newest first.
 */
export function quoteOf(
  evidence: readonly Evidence[],
  sentiment: "positive" | "negative",
  { sentencesOf, speaksOf, scoreOf, isDirect, opinionsIn, isOwn, quoted }: QuoteJudge,
): Quote | null {
  let best: Quote | null = null;
  let bestRank = 0;
  const sign = sentiment === "positive" ? 1 : -1;
  for (const { review, analysis, score, spans } of strongestEvidence(evidence, sentiment, MOST_REVIEWS)) {
    // Copied once, because evidence unpacks its analysis on every access.
    const item: Evidence = { review, analysis, sentiment, score, spans };
    if (!isFrom(item, sentiment)) continue;
    for (const text of sentencesOf(item.review.text ?? "").slice(0, MOST_SENTENCES)) {
      // Cheapest checks first: most sentences are about other subjects.
      if (quoted.has(text) || !speaksOf(text, item) || !isQuotable(text, sentiment)) continue;
      if (isTornOut(text, item.review.text ?? "") || !isOwn(text, item.review.author)) continue;
      const strength = sign * scoreOf(text);
      if (strength < LEAST_STRENGTH[sentiment]) continue;
      if (turnsAway(text, sentiment, scoreOf) || contradicts(text, sentiment, item)) continue;
      if (!isDirect(text, sentiment) || opinionsIn(text).some((strength) => -sign * strength >= CONTRARY)) continue;
      const rank = strength + (isHandy(text) ? HANDY : 0) - DISTRACTS * Math.max(0, aspectsIn(text, item) - 1);
      if (rank <= bestRank) continue;
      best = { text, reviewId: item.review.id, date: item.review.date };
      bestRank = rank;
    }
  }
  return best;
}

/**
 * Chooses the sentence around a passage that a labeller has named, of the newest review whose stars agree with it. So a
 * language that the rules do not know has quotations. The sentence is whole, has no label of the other side, makes no
 * serious complaint, names no customer and is not quoted yet. In English it is quotable, and the rules find no opposite
 * opinion in it. Null if there is none.
 *
 * @param evidence Newest first.
 */
export function labelledQuote(
  evidence: readonly Evidence[],
  sentiment: "positive" | "negative",
  { sentencesOf, opinionsIn, scoreOf, isOwn, quoted }: QuoteJudge,
): Quote | null {
  const sign = sentiment === "positive" ? 1 : -1;
  const isAgreed = (rating: number) => sentiment === "positive" ? rating >= GOOD : rating <= BAD;
  for (const { review, analysis, sentiment: side, score, spans } of evidence.slice(0, MOST_LABELLED)) {
    const { id, text, rating, author, date } = review;
    if (side !== sentiment || !isAgreed(rating) || analysis.isLabelled !== true) continue;
    const { language } = analysis;
    const found = sentencesOf(text ?? "").find((sentence) =>
      !quoted.has(sentence) && quotesClause(sentence, text, spans) &&
      (language === undefined
        ? isQuotable(sentence, sentiment) && sign * scoreOf(sentence) > -SILENCE &&
          opinionsIn(sentence).every((strength) => sign * strength > -SILENCE)
        : isWholeSentence(sentence)) &&
      isOwn(sentence, author, CAPITAL_NOUNS.includes(language ?? "")) &&
      seriousKinds({ rating: 1, text: sentence }).length === 0 &&
      !contradicts(sentence, sentiment, { review, analysis, sentiment, score, spans })
    );
    if (found !== undefined) return { text: found, reviewId: id, date };
  }
  return null;
}

/** For a review in another language only the stars count: "Ana a fait un service excellent" could be English. */
function isFrom({ review: { rating }, analysis }: Evidence, sentiment: "positive" | "negative"): boolean {
  if (analysis.language !== undefined) return false;
  return analysis.sentiment === sentiment || (sentiment === "positive" ? rating > 3 : rating < 4);
}

function turnsAway(sentence: string, sentiment: "positive" | "negative", scoreOf: (text: string) => number): boolean {
  const sign = sentiment === "positive" ? 1 : -1;
  return splitClauses(sentence).some(({ isTurn, text }) => isTurn && sign * scoreOf(text) < SILENCE);
}

function isHandy({ length }: string): boolean {
  return length >= 35 && length <= 130;
}

/** Returns whether the sentence contains one of the clauses at the spans of a text. */
export function quotesClause(sentence: string, text: string | null, spans: readonly number[]): boolean {
  return clausesAt(text, spans.slice(0, 2 * MOST_CLAUSES)).some((clause) => clause !== "" && sentence.includes(clause));
}

function aspectsIn(sentence: string, { review, analysis }: Evidence): number {
  return analysis.aspects.filter(({ spans }) => quotesClause(sentence, review.text, spans)).length;
}

function contradicts(
  sentence: string,
  sentiment: Evidence["sentiment"],
  { review, analysis }: Evidence,
): boolean {
  return analysis.aspects.some((mention) =>
    mention.sentiment !== sentiment && quotesClause(sentence, review.text, mention.spans)
  );
}
