import type { InsightsDocument, Trend } from "../../documents/insights_document.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import { meanOf, percentOf } from "../rounding.ts";
import { type IsName, isWholeIn, type ReviewPhrases, topPhrases } from "../phrases/top_phrases.ts";
import { clausesAt } from "../text/clause_split.ts";
import { compareMentions, type Evidence, type EvidenceById, exampleReviews } from "./evidence.ts";
import { sentimentCounts } from "./sentiment_counts.ts";
import { isPrintable } from "../text/printable.ts";
import { wordsOf } from "../text/words_of.ts";

// Number of newest reviews searched for phrases; enough to find every frequent one.
const PHRASE_REVIEWS = 600;
const PHRASE_CLAUSES = 8;
/** Minimum share of the opinions for one side to be the majority, 0 to 1. */
const LEADS = 0.55;

/** Returns the figures of every mentioned aspect: most mentioned first, then by id; at most 100. */
export function aspectInsights(
  evidence: EvidenceById,
  labels: ReadonlyMap<string, string>,
  burdens: ReadonlySet<string>,
  reader: Pick<TextReader, "aspects" | "scoreOf">,
  isName: IsName,
  trendOf: (mentions: readonly Evidence[]) => Trend,
): InsightsDocument["aspects"] {
  return Array.from(evidence, ([id, mentions]) => {
    const { positive, neutral, negative } = sentimentCounts(mentions);
    return {
      id,
      label: labels.get(id) ?? id,
      mention_count: mentions.length,
      positive_count: positive,
      neutral_count: neutral,
      negative_count: negative,
      positive_pct: percentOf(positive, mentions.length),
      score: meanOf(mentions.map(({ score }) => score), 3),
      trend: trendOf(mentions),
      top_phrases: topPhrases(mentions.slice(0, PHRASE_REVIEWS).map(opinionsOn(id, reader)), {
        isName,
        label: labels.get(id) ?? id,
        scoreOf: reader.scoreOf,
        side: Math.max(positive, negative) < LEADS * (positive + negative) ? 0 : Math.sign(positive - negative),
      }),
      example_review_ids: exampleReviews(mentions),
      ...burdens.has(id) ? { burden: true } : {},
    };
  }).sort(compareMentions).slice(0, 100);
}

function opinionsOn(aspect: string, { aspects: reader }: Pick<TextReader, "aspects">) {
  return ({ review, analysis, spans, sentiment }: Evidence): ReviewPhrases => {
    // Word lists find phrases in English texts alone.
    if (analysis.language !== undefined) return { isCritical: false, opinions: [] };
    const clauses = clausesAt(review.text, spans.slice(0, 2 * PHRASE_CLAUSES));
    const isCritical = sentiment === "negative";
    const opinionsOf = (clause: string) =>
      reader.opinionsOn(clause, aspect).filter((said) => isWholeIn(said, clause) && isPrintable(wordsOf(said)));
    return { isCritical, opinions: clauses.flatMap(opinionsOf) };
  };
}
