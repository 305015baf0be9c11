import type { InsightsDocument, Trend } from "../../documents/insights_document.ts";
import type { SubjectReader } from "../analysis/text_reader.ts";
import { meanOf, percentOf } from "../numbers.ts";
import { type IsName, type SaidInReview, topPhrases } from "../phrases/top_phrases.ts";
import { clausesAt } from "../text/clauses_at.ts";
import { compareMentions, type Evidence, type EvidenceById, exampleReviews } from "./evidence.ts";
import { sentimentCounts } from "./sentiment_counts.ts";

// Enough reviews to find every frequent phrase.
const PHRASE_REVIEWS = 600;
const PHRASE_CLAUSES = 8;

/** The figures of every aspect that is mentioned: most mentioned first, then by id; at most 100. */
export function aspectInsights(
  evidence: EvidenceById,
  labels: ReadonlyMap<string, string>,
  reader: SubjectReader,
  isName: IsName,
  trendOf: (mentions: readonly Evidence[]) => Trend,
): InsightsDocument["aspects"] {
  return [...evidence].map(([id, mentions]) => {
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
      top_phrases: topPhrases(mentions.slice(0, PHRASE_REVIEWS).map(saidOn(id, reader)), {
        isName,
        isOnSubject: (phrase) => reader.isIn(phrase, id),
      }),
      example_review_ids: exampleReviews(mentions),
    };
  }).sort(compareMentions).slice(0, 100);
}

function saidOn(aspect: string, reader: SubjectReader) {
  return ({ review, spans }: Evidence): SaidInReview => {
    const clauses = clausesAt(review.text, spans.slice(0, 2 * PHRASE_CLAUSES));
    return { clauses, opinions: clauses.flatMap((clause) => reader.opinionsOn(clause, aspect)) };
  };
}
