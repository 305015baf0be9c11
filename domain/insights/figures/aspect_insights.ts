import type { InsightsDocument, Trend } from "../../documents/insights_document.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import { meanOf, percentOf } from "../numbers.ts";
import { type IsName, type SaidInReview, saysNoMore, topPhrases } from "../phrases/top_phrases.ts";
import { isWholeIn } from "../phrases/whole_phrase.ts";
import { SILENCE } from "../sentiment/score_sentence.ts";
import { clausesAt } from "../text/clauses_at.ts";
import { compareMentions, type Evidence, type EvidenceById, exampleReviews } from "./evidence.ts";
import { sentimentCounts } from "./sentiment_counts.ts";

// Enough reviews to find every frequent phrase.
const PHRASE_REVIEWS = 600;
const PHRASE_CLAUSES = 8;
/** How much larger the share of critical reviews is where a phrase without an opinion is a complaint. */
const MORE_CRITICAL = 0.6;
/** Share of the opinions from which on a side leads. */
const LEADS = 0.55;

/** The figures of every aspect that is mentioned: most mentioned first, then by id; at most 100. */
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
      top_phrases: topPhrases(mentions.slice(0, PHRASE_REVIEWS).map(saidOn(id, reader)), {
        isName,
        scoreOf: reader.scoreOf,
        isOnSubject: (phrase) => reader.aspects.isIn(phrase, id),
        // "Trip fee" tells what customers complain of, "dining room" nothing, and neither does "waiting list" where most
        // complain of waiting.
        isTelling: (phrase, critical) =>
          !saysNoMore(phrase, labels.get(id) ?? id) &&
          (Math.abs(reader.scoreOf(phrase)) >= SILENCE || critical - negative / mentions.length >= MORE_CRITICAL),
        // By those who say it, and by its own words: "feel stupid" of "didn't make me feel stupid" is no praise.
        isOfMost: (phrase, critical) => {
          const lead = Math.max(positive, negative) < LEADS * (positive + negative)
            ? 0
            : Math.sign(positive - negative);
          return lead === 0 || (critical > 0.5 ? -1 : 1) === lead && lead * reader.scoreOf(phrase) > -SILENCE;
        },
      }),
      example_review_ids: exampleReviews(mentions),
      ...burdens.has(id) ? { burden: true } : {},
    };
  }).sort(compareMentions).slice(0, 100);
}

function saidOn(aspect: string, { aspects: reader, scoreOf }: Pick<TextReader, "aspects" | "scoreOf">) {
  const isThing = (word: string) => reader.isIn(word, aspect) && Math.abs(scoreOf(word)) < SILENCE;
  return ({ review, spans, sentiment }: Evidence): SaidInReview => {
    const clauses = clausesAt(review.text, spans.slice(0, 2 * PHRASE_CLAUSES));
    const isCritical = sentiment === "negative";
    const opinionsOf = (clause: string) =>
      reader.opinionsOn(clause, aspect).filter((said) => isWholeIn(said, clause, isThing));
    return { clauses, isCritical, opinions: clauses.flatMap(opinionsOf) };
  };
}
