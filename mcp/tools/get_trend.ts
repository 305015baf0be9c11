import { z } from "zod";
import { MonthlyFigures, Trend } from "../../domain/documents/insights_document.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { balancedEvidence, byStars, type Evidence, evidenceIds, newestOfEachSide } from "../answers/evidence.ts";
import { evidencePages } from "../wording/review_list.ts";
import { measured } from "../wording/figure_text.ts";
import { defineTool } from "./define_tool.ts";

const MONTHS = "Expected a whole number of months from 1 to 120";
const EXAMPLES = 2;
// With more months the examples would take most of the answer.
const MOST_WITH_EXAMPLES = 24;

/** The tool `get_trend`. */
export const getTrend = defineTool({
  name: "get_trend",
  title: "Monthly trend",
  description:
    "How reviews developed: reviews, average stars and sentiment (null where not measured) of the most recent months, " +
    "oldest first, with an example of each side, and which way opinion moves. rank_subjects has the trend of single " +
    "aspects and problems.",
  input: z.object({
    months: z.int(MONTHS).min(1, MONTHS).max(120, MONTHS).default(12).meta({
      description: "How many of the most recent months to return; the last is the one of the newest review.",
      examples: [6],
    }),
  }),
  output: z.object({
    trend: Trend.nullable(),
    monthly: z.array(z.object({
      ...MonthlyFigures.shape,
      example_review_ids: z.array(z.string()).max(EXAMPLES),
    })).max(120),
    month_count: z.int().min(0).meta({ description: "How many months there are in all." }),
  }),
  answer: (snapshot, { months }, site) => {
    const { monthly, trend } = insightsOf(snapshot).temporal;
    const shown = monthly.slice(-months).map((figures, at, all) => ({
      figures,
      examples: all.length - at > MOST_WITH_EXAMPLES ? [] : examplesOf(snapshot, figures.month),
    }));
    const text = [
      shown.length === 0
        ? "There are no reviews, so there is no trend."
        : `Trend: ${trend ?? "not measured"}. The last ${shown.length} of ${monthly.length} months:`,
      ...shown.map(({ figures: { month, review_count: count, average_rating: mean, score }, examples }) =>
        `- ${month}: ${count} reviews${mean === null ? "" : `, ${mean} stars`}, sentiment ${measured(score)}` +
        (examples.length === 0 ? "" : `; ${evidencePages(examples, site)}`)
      ),
    ].join("\n");
    const rows = shown.map(({ figures, examples }) => ({ ...figures, example_review_ids: evidenceIds(examples) }));
    return { data: { trend, monthly: rows, month_count: monthly.length }, text };
  },
});

function examplesOf(snapshot: Snapshot, month: string): readonly Evidence[] {
  // Dates are compared as numbers, so day 32 is after every day of the month.
  const ids = newestOfEachSide(snapshot, { since: `${month}-01`, until: `${month}-32` }, 1);
  return balancedEvidence(snapshot, ids, EXAMPLES, byStars);
}
