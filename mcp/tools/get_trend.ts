import { z } from "zod";
import { MonthlyFigures, Trend } from "../../domain/documents/insights_document.ts";
import { monthName, monthNumber } from "../../domain/insights/figures/monthly_figures.ts";
import { insightsOf, trendOfReviews } from "../../domain/queries/snapshot_insights.ts";
import { facetKey } from "../../domain/search/review_facets.ts";
import type { SearchCriteria } from "../../domain/search/search_index.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { balancedEvidence, byStars, type Evidence, evidenceIds, newestOfEachSide } from "../answers/evidence.ts";
import { evidencePages } from "../wording/review_list.ts";
import { measured } from "../wording/figure_text.ts";
import { noneCalled } from "../wording/quoted.ts";
import { defineTool } from "./define_tool.ts";
import { REVIEW_SCOPE } from "./tool_schema.ts";

const MONTHS = "Expected a whole number of months from 1 to 120";
const BY = "Expected month or quarter";
const EXAMPLES = 2;
const QUARTER = 3;
// With more months the examples would take most of the answer.
const MOST_WITH_EXAMPLES = 24;

/** The tool `get_trend`. */
export const getTrend = defineTool({
  name: "get_trend",
  title: "Monthly trend",
  description:
    "How reviews developed: reviews, average stars and sentiment (null where not measured) of the latest months, " +
    "oldest first, an example of each side, and where opinion moves. rank_subjects has aspects and problems.",
  input: z.object({
    months: z.int(MONTHS).min(1, MONTHS).max(120, MONTHS).default(12).meta({
      description: "How many rows; the last is that of the newest review.",
      examples: [6],
    }),
    by: z.enum(["month", "quarter"], BY).default("month").meta({
      description: "A row; a quarter is named by its first month.",
      examples: ["quarter"],
    }),
    ...REVIEW_SCOPE,
  }),
  examples: (snapshot) => ({ source: snapshot.tally.sources[0]?.source }),
  output: z.object({
    trend: Trend.nullable(),
    monthly: z.array(z.object({
      ...MonthlyFigures.shape,
      example_review_ids: z.array(z.string()).max(EXAMPLES),
    })).max(120),
    month_count: z.int().min(0).meta({ description: "How many rows there are in all." }),
  }),
  answer: (snapshot, { months, by, ...chosen }, site) => {
    const sources = snapshot.tally.sources.map(({ source }) => ({ id: source }));
    const { source } = chosen;
    if (source !== undefined && !sources.some(({ id }) => facetKey(id) === facetKey(source))) {
      return { fault: noneCalled("source", source, sources) };
    }
    const isAll = by === "month" && Object.values(chosen).every((value) => value === undefined);
    const { monthly, trend } = isAll
      ? insightsOf(snapshot).temporal
      : trendOfReviews(snapshot, chosen, by === "quarter" ? QUARTER : 1);
    const shown = monthly.slice(-months).map((figures, at, all) => ({
      figures,
      examples: all.length - at > MOST_WITH_EXAMPLES ? [] : examplesOf(snapshot, figures.month, by, chosen),
    }));
    const text = [
      shown.length === 0
        ? "There are no reviews, so there is no trend."
        : `Trend: ${trend ?? "not measured"}. The last ${shown.length} of ${monthly.length} ${by}s:`,
      ...shown.map(({ figures: { month, review_count: count, average_rating: mean, score }, examples }) =>
        `- ${month}: ${count} reviews${mean === null ? "" : `, ${mean} stars`}, sentiment ${measured(score)}` +
        (examples.length === 0 ? "" : `; ${evidencePages(examples, site)}`)
      ),
    ].join("\n");
    const rows = shown.map(({ figures, examples }) => ({ ...figures, example_review_ids: evidenceIds(examples) }));
    return { data: { trend, monthly: rows, month_count: monthly.length }, text };
  },
});

function examplesOf(
  snapshot: Snapshot,
  month: string,
  by: "month" | "quarter",
  { since = "", until = "9999-12-31", source }: Pick<SearchCriteria, "since" | "until" | "source">,
): readonly Evidence[] {
  const last = by === "month" ? month : monthName(monthNumber(month) + QUARTER - 1);
  // Dates are compared as numbers, so day 32 is after every day of the month.
  const [first, end] = [`${month}-01`, `${last}-32`];
  const criteria = { since: since > first ? since : first, until: until < end ? until : end, source };
  return balancedEvidence(snapshot, newestOfEachSide(snapshot, criteria, 1), EXAMPLES, byStars);
}
