import { z } from "zod";
import { AggregateRating } from "../../domain/documents/aggregate_rating.ts";
import {
  AspectInsight,
  DateRange,
  InsightsDocument,
  MonthlyFigures,
  Trend,
} from "../../domain/documents/insights_document.ts";
import { aggregateRatingOf, insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { absoluteUrl, type Site } from "../../domain/site.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { balancedEvidence, bySentiment, evidenceIds } from "./evidence.ts";
import { aspectLine, distributionText, overallText } from "../wording/figure_text.ts";
import { quoted, UNTRUSTED, Untrusted, UNTRUSTED_LINE } from "../wording/quoted.ts";
import { evidencePages } from "../wording/review_list.ts";

const MOST_ASPECTS = 12;
const EXAMPLES = 2;
const MOST_MONTHS = 24;

/** Answer of `get_summary`. */
export const Summary = z.object({
  business_name: z.string(),
  sample: z.boolean().meta({ description: "Whether these are fictional sample data." }),
  aggregate_rating: AggregateRating,
  date_range: DateRange,
  overall_sentiment: InsightsDocument.shape.overall_sentiment,
  aspects: z.array(AspectInsight.pick({
    id: true,
    label: true,
    mention_count: true,
    positive_pct: true,
    score: true,
    example_review_ids: true,
  })).max(MOST_ASPECTS).meta({ description: "The most mentioned aspects; empty when they are not measured." }),
  trend: Trend.nullable(),
  monthly: z.array(MonthlyFigures).max(MOST_MONTHS).meta({ description: "The most recent months, oldest first." }),
  pull_quote: InsightsDocument.shape.pull_quote,
  summary: InsightsDocument.shape.summary,
  untrusted: Untrusted,
});

/** The summary that the schema of the same name describes. */
export type Summary = z.output<typeof Summary>;

/** The summary of a snapshot, as data and as text. */
export function summaryOf(snapshot: Snapshot, site: Site): { readonly data: Summary; readonly text: string } {
  const insights = insightsOf(snapshot);
  const aspects = insights.aspects.toSorted((a, b) => b.mention_count - a.mention_count).slice(0, MOST_ASPECTS)
    .map((aspect) => ({
      aspect,
      examples: balancedEvidence(snapshot, aspect.example_review_ids, EXAMPLES, bySentiment(snapshot, aspect.id)),
    }));
  const data: Summary = {
    business_name: snapshot.business.name,
    sample: snapshot.business.sample,
    aggregate_rating: aggregateRatingOf(snapshot),
    date_range: insights.date_range,
    overall_sentiment: insights.overall_sentiment,
    aspects: aspects.map(({ aspect: { id, label, mention_count, positive_pct, score }, examples }) => ({
      id,
      label,
      mention_count,
      positive_pct,
      score,
      example_review_ids: evidenceIds(examples),
    })),
    trend: insights.temporal.trend,
    monthly: insights.temporal.monthly.slice(-MOST_MONTHS),
    pull_quote: insights.pull_quote,
    summary: insights.summary,
    untrusted: UNTRUSTED,
  };
  const { rating_value: mean, review_count: count, distribution } = data.aggregate_rating;
  const { earliest, latest } = data.date_range;
  const text = [
    UNTRUSTED_LINE,
    mean === null
      ? `${quoted(data.business_name)} has no reviews yet.`
      : `${quoted(data.business_name)}: ${mean} of 5 stars from ${count} reviews, ${earliest} to ${latest}.`,
    ...data.sample ? ["These are fictional sample data."] : [],
    `Distribution: ${distributionText(distribution)}.`,
    overallText(data.overall_sentiment),
    ...aspects.length === 0 ? ["Aspects: not measured."] : [
      "Aspects:",
      ...aspects.map(({ aspect, examples }) => `- ${aspectLine(aspect)}; examples ${evidencePages(examples, site)}`),
    ],
    `Trend: ${data.trend ?? "not measured"} (get_trend has the months).`,
    ...data.pull_quote === null
      ? []
      : [`A ${insights.customer?.one ?? "customer"}'s words: ${quoted(data.pull_quote)}`],
    data.summary === null ? "Summary in words: not written yet." : `Summary: ${quoted(data.summary)}`,
  ].join("\n");
  return { data, text };
}

/** Id of the summary of all reviews in `search` and `fetch`. */
export const OVERVIEW_ID = "overview";

/** The summary of all reviews as a result of `search`. */
export function overviewDocument({ business, reviewCount }: Snapshot, site: Site) {
  return {
    id: OVERVIEW_ID,
    title: `Overview of all ${reviewCount} reviews of ${quoted(business.name)}`,
    url: absoluteUrl(site, "/"),
  };
}
