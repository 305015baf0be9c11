import { z } from "zod";
import { monthName, monthNumber } from "../../domain/insights/figures/monthly_figures.ts";
import { counted } from "../../domain/insights/prose/wording.ts";
import { insightsOf, monthsOfReviews } from "../../domain/queries/snapshot_insights.ts";
import { CalendarDate } from "../../domain/string_formats.ts";
import { comparisonOf, comparisonSentence, dayBefore, type Days } from "../answers/comparison.ts";
import { unknownNames } from "../answers/known_names.ts";
import { defineTool } from "./define_tool.ts";
import { REVIEW_SCOPE, withPeriodRule } from "./tool_schema.ts";

const MONTHS = "Expected a whole number of months from 1 to 120";
const BY = "Expected month or quarter";
const QUARTER = 3;

/** The tool `get_trend`. */
export const getTrend = defineTool({
  name: "get_trend",
  title: "Trend",
  description: "Reviews, average stars and sentiment (null where not measured) by month or quarter; two periods " +
    "beside each other, with whether chance alone explains the difference. An empty period says so.",
  input: withPeriodRule(z.object({
    months: z.int(MONTHS).min(1, MONTHS).max(120, MONTHS).default(12).meta({
      description: "How many rows; the last is that of the newest review.",
      examples: [6],
    }),
    by: z.enum(["month", "quarter"], BY).default("month").meta({
      description: "A row; a quarter is named by its first month.",
      examples: ["quarter"],
    }),
    compare_since: CalendarDate.optional().meta({
      description:
        "Compare the reviews since this day with all before; else the last three whole months with the three " +
        "before.",
      examples: ["2026-05-01"],
    }),
    ...REVIEW_SCOPE,
  })),
  examples: (snapshot) => ({ source: snapshot.tally.sources[0]?.source }),
  answer: (snapshot, { months, by, compare_since: from, ...chosen }) => {
    const [unknown] = unknownNames(snapshot, chosen);
    if (unknown !== undefined) return { fault: unknown };
    const monthly = monthsOfReviews(snapshot, chosen, by === "quarter" ? QUARTER : 1);
    const { since, until } = chosen;
    const { latest } = insightsOf(snapshot).date_range;
    const [earlier, later] = from === undefined
      ? wholeMonths(until ?? latest ?? "0001-01-01", since)
      : [{ since, until: dayBefore(from) }, { since: from, until }];
    const isEmpty = monthly.length === 0;
    const comparison = isEmpty ? null : comparisonOf(snapshot, chosen, earlier, later);
    const data = { monthly: monthly.slice(-months), month_count: monthly.length, comparison };
    const sentences = isEmpty
      ? [
        latest === null
          ? "There are no reviews yet."
          : `No review${chosen.source === undefined ? "" : " of this source"} is of this period; the newest of ${
            counted(snapshot.reviewCount, "review")
          } is of ${latest}.`,
      ]
      : [`${counted(data.monthly.length, by)} of ${monthly.length}, the newest last.`];
    return { data, sentences: [...sentences, ...comparison === null ? [] : [comparisonSentence(comparison)]] };
  },
});

/** The three whole months before the month of a day, after the three before them; cut at the first counted day. */
function wholeMonths(day: string, since: string | undefined): readonly [Days, Days] {
  const month = monthNumber(day);
  const months = (first: number, last: number): Days => {
    const start = `${monthName(first)}-01`;
    return {
      since: since !== undefined && since > start ? since : start,
      until: dayBefore(`${monthName(last + 1)}-01`),
    };
  };
  return [months(month - 6, month - 4), months(month - 3, month - 1)];
}
