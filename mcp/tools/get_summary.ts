import { z } from "zod";
import { bestQuotes } from "../../domain/queries/best_quotes.ts";
import { aggregateRatingOf, insightsOf } from "../../domain/queries/snapshot_insights.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { comparisonOf, comparisonSentence, lastYears } from "../answers/comparison.ts";
import { quoted } from "../answers/outline.ts";
import { SUMMARY_CARD_URI } from "../summary_card.ts";
import { defineTool } from "./define_tool.ts";

const MOST_ASPECTS = 12;
const MOST_PROBLEMS = 5;
const MOST_MONTHS = 12;

/** The tool `get_summary`; clients with MCP Apps show its answer as a card. */
export const getSummary = defineTool({
  name: "get_summary",
  title: "Summary of all reviews",
  description:
    "All reviews on one page: stars, sentiment, the most mentioned aspects and problems, 12 months, the last " +
    "year beside the one before, a summary, and sentences to quote with the ids of their reviews. What nothing has " +
    "measured is null.",
  input: z.object({}),
  // The second key is for hosts of drafts before the first release of MCP Apps.
  meta: { ui: { resourceUri: SUMMARY_CARD_URI }, "ui/resourceUri": SUMMARY_CARD_URI },
  answer: summaryOf,
});

/** The summary of a snapshot. */
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
