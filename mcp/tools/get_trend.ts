import { z } from "zod";
import { MonthlyFigures, Trend } from "../../domain/documents/insights_document.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { measured } from "../wording/figure_text.ts";
import { defineTool } from "./define_tool.ts";

const MONTHS = "Expected a whole number of months from 1 to 120";

/** The tool `get_trend`. */
export const getTrend = defineTool({
  name: "get_trend",
  title: "Monthly trend",
  description:
    "Tells how reviews developed: for each of the most recent calendar months with data the number of reviews, their " +
    "average stars and the sentiment where it is measured (else null), oldest first, and which way opinion moves. " +
    "12 months unless `months` says otherwise, 120 at most; the last month is the one of the newest review. A month " +
    "without reviews has the count 0 and no average. Before the first review the list is empty.",
  input: z.object({
    months: z.int(MONTHS).min(1, MONTHS).max(120, MONTHS).default(12).meta({
      description: "How many of the most recent months to return.",
      examples: [6],
    }),
  }),
  output: z.object({
    trend: Trend.nullable(),
    monthly: z.array(MonthlyFigures).max(120),
    month_count: z.int().min(0).meta({ description: "How many months there are in all." }),
  }),
  answer: (snapshot, { months }) => {
    const { monthly, trend } = insightsOf(snapshot).temporal;
    const shown = monthly.slice(-months);
    const text = [
      shown.length === 0
        ? "There are no reviews, so there is no trend."
        : `Trend: ${trend ?? "not measured"}. The last ${shown.length} of ${monthly.length} months:`,
      ...shown.map(({ month, review_count: count, average_rating: mean, score }) =>
        `- ${month}: ${count} reviews${mean === null ? "" : `, ${mean} stars`}, sentiment ${measured(score)}`
      ),
    ].join("\n");
    return { data: { trend, monthly: shown, month_count: monthly.length }, text };
  },
});
