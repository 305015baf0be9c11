import { bestQuotes } from "../../domain/queries/best_quotes.ts";
import { aggregateRatingOf, insightsOf } from "../../domain/queries/snapshot_insights.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { comparisonOf, comparisonSentence, lastYears } from "./comparison.ts";
import { quoted } from "./outline.ts";

const MOST_ASPECTS = 12;
const MOST_PROBLEMS = 5;
const MOST_MONTHS = 12;

/** The summary of a snapshot, as data and sentences. */
export function summaryOf(snapshot: Snapshot) {
  const { aspects, entities, temporal, date_range, overall_sentiment, pull_quote, summary } = insightsOf(snapshot);
  const { business: { name, sample } } = snapshot;
  const [last, before] = lastYears(snapshot, {});
  const comparison = before === null ? null : comparisonOf(snapshot, {}, before, last);
  const byMentions = <Of extends { readonly mention_count: number }>(all: readonly Of[], most: number) =>
    all.toSorted((a, b) => b.mention_count - a.mention_count).slice(0, most);
  const data = {
    business_name: name,
    sample,
    aggregate_rating: aggregateRatingOf(snapshot),
    date_range,
    overall_sentiment,
    aspects: byMentions(aspects, MOST_ASPECTS).map(({ id, label, mention_count, positive_pct }) => ({
      ...{ id, label, mention_count, positive_pct },
    })),
    problems: Object.fromEntries(
      byMentions(entities.problems, MOST_PROBLEMS).map(({ id, mention_count }) => [id, mention_count]),
    ),
    monthly: temporal.monthly.slice(-MOST_MONTHS),
    comparison,
    quotes: bestQuotes(snapshot).map(({ text, review: { id, rating, date, author } }) => ({
      ...{ id, rating, date, author, text },
    })),
    pull_quote,
    summary,
  };
  return {
    data,
    sentences: [
      ...sample ? ["These are fictional sample data."] : [],
      ...snapshot.reviewCount === 0 ? [`${quoted(name)} has no reviews yet.`] : [],
      ...aspects.length === 0 ? ["Aspects are not measured."] : [],
      ...comparison === null ? [] : [comparisonSentence(comparison)],
    ],
  };
}
