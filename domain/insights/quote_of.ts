import { clausesAt } from "./clauses_at.ts";
import { clearestEvidence } from "./clearest_evidence.ts";
import type { Evidence } from "./evidence.ts";
import { isQuotable } from "./is_quotable.ts";
import { splitSentences } from "./sentence_split.ts";

// Quotations are looked for where opinion is clearest; a huge review is read from its beginning.
const MOST_REVIEWS = 12;
const MOST_SENTENCES = 50;
const MOST_CLAUSES = 10;
// Written with a capital and a full stop: reads well between other sentences.
const WELL_FORMED = /^(?!(?:But|And|So|Or|Which|Because)\b)\p{Lu}.*[.!]$/u;

/** A sentence of a review, verbatim. */
export interface Quote {
  readonly text: string;
  readonly reviewId: string;
}

/**
 * The sentence that says best what positive or negative reviews say: whole, verbatim, at most 180
 * characters, from one of the clearest reviews, and expressing that sentiment itself. Well-formed
 * sentences go first, then the stronger, then the clearer review. Null when there is none.
 *
 * @param evidence Newest first.
 * @param speaksOf Tells whether a sentence speaks of the thing in question.
 */
export function quoteOf(
  evidence: readonly Evidence[],
  sentiment: Evidence["sentiment"],
  speaksOf: (sentence: string, evidence: Evidence) => boolean,
): Quote | null {
  let best: Quote | null = null;
  let bestRank = 0;
  for (const item of clearestEvidence(evidence, sentiment, MOST_REVIEWS)) {
    for (const text of splitSentences(item.review.text ?? "").slice(0, MOST_SENTENCES)) {
      if (!isQuotable(text) || !speaksOf(text, item) || !item.review.text?.includes(text)) continue;
      const strength = strengthOf(text, sentiment, item);
      const rank = strength === 0 ? 0 : strength + (WELL_FORMED.test(text) ? 1 : 0);
      if (rank <= bestRank) continue;
      best = { text, reviewId: item.review.id };
      bestRank = rank;
    }
  }
  return best;
}

/** Tells whether a clause of the aspect in question stands in the sentence. */
export function quotesClause(sentence: string, text: string | null, spans: readonly number[]): boolean {
  return clausesAt(text, spans.slice(0, 2 * MOST_CLAUSES)).some((clause) => clause !== "" && sentence.includes(clause));
}

/** How strongly a sentence expresses a sentiment, 0..1; 0 when it says nothing or also something else. */
function strengthOf(sentence: string, sentiment: Evidence["sentiment"], { review, analysis }: Evidence): number {
  const said = analysis.aspects.filter(({ spans }) => quotesClause(sentence, review.text, spans));
  if (said.some((mention) => mention.sentiment !== sentiment)) return 0;
  return Math.max(0, ...said.map(({ score }) => Math.abs(score)));
}
