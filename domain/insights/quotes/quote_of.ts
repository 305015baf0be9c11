import { type Evidence, strongestEvidence } from "../figures/evidence.ts";
import { SILENCE } from "../sentiment/score_sentence.ts";
import { splitClauses } from "../text/clause_split.ts";
import { clausesAt } from "../text/clauses_at.ts";
import { isEnglish } from "../text/is_english.ts";
import { judgesNothing } from "./judges_nothing.ts";
import { isTornOut, needsContext } from "./needs_context.ts";
import { hasDeed, hasStatement, isQuotable, isWellWritten } from "./quotable_sentence.ts";

// Only the clearest reviews are searched, and only the beginning of very long ones.
const MOST_REVIEWS = 60;
const MOST_SENTENCES = 50;
const MOST_CLAUSES = 10;
// The reader would not see why a weaker sentence is quoted: it must express the judgement itself.
const LEAST_STRENGTH = { positive: 0.34, negative: 0.28 };
// Weights of the criteria, beside the sentence's own strength of at most 1.
const TELLS = 0.15;
const HANDY = 0.3;
const SUBJECT_FIRST = 0.12;
const DISTRACTS = 0.12;
/** A sentence that begins with its subject reads as one, "Kept me updated fast print service" does not. */
const SUBJECT =
  /^(?:The|A|An|All|Both|Each|Every|Our|My|Your|Their|We|I|You|Everyone|Everybody|Everything|Nobody|No one|Nothing|There|Staff|Service|Prices?|Food)\b|^\p{Lu}\p{L}+ (?:is|was|are|were|has|had|did|does|came|took|made|fixed|explained|arrived|showed|went|gave|kept|answered)\b/u;
/** "In the most beautiful setting" is a part of a sentence. */
const PLACED = /^(?:In|On|At|With|For|From|By|Of|To|After|Before|Without|Despite|During)\b/;
/** A sentence of many parts tells a story. */
const STORY = /(?:[,;:–—].*){3}/;
/** From this strength on a word of the other side makes a sentence one of two minds: "Amazing app sometimes doesn't work". */
const CONTRARY = 1.1;
const LISTS = /,[^,.!]*,/;
/** "Great care and professional service" is understood without a verb, a longer row of words is not. */
const LONGEST_UNSTATED = 60;

/** A verbatim sentence of a review. */
export interface Quote {
  readonly text: string;
  readonly reviewId: string;
  /** Day of the review, `YYYY-MM-DD`. */
  readonly date: string;
}

/** The criteria by which a sentence is chosen. */
export interface QuoteJudge {
  /** Splits a review's text into sentences. */
  readonly sentencesOf: (text: string) => readonly string[];
  /** Whether a sentence is about the subject. */
  readonly speaksOf: (sentence: string, evidence: Evidence) => boolean;
  /** Sentiment of a sentence, -1 to 1. */
  readonly scoreOf: (sentence: string) => number;
  /** Whether a sentence joins the subject and an opinion of it, so that a reader sees what is judged. */
  readonly isDirect: (sentence: string, sentiment: "positive" | "negative") => boolean;
  /** Strengths of all words of opinion in a sentence, whatever they judge. */
  readonly opinionsIn: (sentence: string) => readonly number[];
  /** Whether a sentence has no name of a person other than those of the business, and tells of no other firm. */
  readonly isOwn: (sentence: string) => boolean;
  /** Sentences that are quoted already. */
  readonly quoted: ReadonlySet<string>;
}

/**
 * Chooses the sentence that best represents the positive or negative reviews: whole, well written, verbatim, at most 180
 * characters, of one of the clearest reviews, expressing that judgement of the subject itself and no other of weight, understandable alone,
 * without unknown names, no list, and not quoted yet. A strong one of a handy length is preferred. Null if there is none:
 * no quotation is better than a poor one.
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
    // Evidence unpacks its analysis each time that it is asked for it.
    const item: Evidence = { review, analysis, sentiment, score, spans };
    if (!isFrom(item, sentiment)) continue;
    for (const text of sentencesOf(item.review.text ?? "").slice(0, MOST_SENTENCES)) {
      // Most sentences are of something else.
      if (quoted.has(text) || !speaksOf(text, item) || !isQuotable(text) || !isEnglish(text)) continue;
      if (!isWellWritten(text) || judgesNothing(text, sentiment)) continue;
      if (needsContext(text) || isTornOut(text, item.review.text ?? "") || !isOwn(text)) continue;
      const strength = sign * scoreOf(text);
      if (strength < LEAST_STRENGTH[sentiment]) continue;
      if (turnsAway(text, sentiment, scoreOf) || contradicts(text, sentiment, item)) continue;
      if (!isDirect(text, sentiment) || opinionsIn(text).some((strength) => -sign * strength >= CONTRARY)) continue;
      const isStated = hasStatement(text);
      if (!isStated && (text.length > LONGEST_UNSTATED && !hasDeed(text) || LISTS.test(text) || PLACED.test(text))) {
        continue;
      }
      const rank = strength + (isStated ? TELLS : 0) + (isHandy(text) ? HANDY : 0) +
        (SUBJECT.test(text) ? SUBJECT_FIRST : 0) -
        DISTRACTS * Math.max(0, aspectsIn(text, item) - 1);
      if (rank <= bestRank) continue;
      best = { text, reviewId: item.review.id, date: item.review.date };
      bestRank = rank;
    }
  }
  return best;
}

/** Whether a sentence is whole, plain and well written, states something of this sentiment and can be understood alone. */
export function standsAlone(sentence: string, sentiment: "positive" | "negative"): boolean {
  return isQuotable(sentence) && isEnglish(sentence) && isWellWritten(sentence) && hasStatement(sentence) &&
    !needsContext(sentence) && !judgesNothing(sentence, sentiment) && !PLACED.test(sentence) && !STORY.test(sentence);
}

/**
 * A sentence of a satisfied reviewer is no complaint and one of an unsatisfied reviewer no praise, whatever its own
 * score. Of a review in another language only the stars count: "Ana a fait un service excellent" could be English.
 */
function isFrom({ review: { rating }, analysis }: Evidence, sentiment: "positive" | "negative"): boolean {
  if (analysis.language !== undefined) return false;
  return analysis.sentiment === sentiment || (sentiment === "positive" ? rating > 3 : rating < 4);
}

/** Whether a clause after "but" or the like is not of this sentiment. */
function turnsAway(sentence: string, sentiment: "positive" | "negative", scoreOf: (text: string) => number): boolean {
  const sign = sentiment === "positive" ? 1 : -1;
  return splitClauses(sentence).some(({ isTurn, text }) => isTurn && sign * scoreOf(text) < SILENCE);
}

function isHandy({ length }: string): boolean {
  return length >= 35 && length <= 130;
}

/** Whether the sentence contains one of the clauses at the spans of a text. */
export function quotesClause(sentence: string, text: string | null, spans: readonly number[]): boolean {
  return clausesAt(text, spans.slice(0, 2 * MOST_CLAUSES)).some((clause) => clause !== "" && sentence.includes(clause));
}

/** How many aspects of its review a sentence speaks of: one that speaks of many says little of each. */
function aspectsIn(sentence: string, { review, analysis }: Evidence): number {
  return analysis.aspects.filter(({ spans }) => quotesClause(sentence, review.text, spans)).length;
}

/** Whether the sentence also mentions an aspect of which the review has another opinion. */
function contradicts(sentence: string, sentiment: Evidence["sentiment"], { review, analysis }: Evidence): boolean {
  return analysis.aspects.some((mention) =>
    mention.sentiment !== sentiment && quotesClause(sentence, review.text, mention.spans)
  );
}
