import { z } from "zod";
import { monthName, monthNumber } from "../../domain/insights/figures/monthly_figures.ts";
import { counted } from "../../domain/insights/prose/wording.ts";
import { insightsOf, monthsOfReviews } from "../../domain/queries/snapshot_insights.ts";
import { CalendarDate } from "../../domain/string_formats.ts";
import { unknownNames } from "../../domain/queries/known_names.ts";
import { comparisonOf, comparisonSentence, type Days, type Period, shiftedDay } from "../answers/comparison.ts";
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
      description: "What a row is.",
      examples: ["quarter"],
    }),
    compare_since: CalendarDate.optional().meta({
      description:
        "Compare the reviews since this day with all before; else the last three whole months, or the last whole " +
        "quarter, with the three months before.",
      examples: ["2026-05-01"],
    }),
    ...REVIEW_SCOPE,
  })),
  examples: (snapshot) => ({ source: snapshot.tally.sources[0]?.source }),
  answer: (snapshot, { months, by, compare_since: from, ...chosen }) => {
    const [unknown] = unknownNames(snapshot, chosen);
    if (unknown !== undefined) return { fault: unknown };
    const width = by === "quarter" ? QUARTER : 1;
    const rows = monthsOfReviews(snapshot, chosen, width);
    const { since, until } = chosen;
    const { latest } = insightsOf(snapshot).date_range;
    const shown = rows.slice(-months);
    const counts = by === "month" ? { monthly: shown, month_count: rows.length } : {
      quarterly: shown.map(({ month, ...figures }) => ({ quarter: quarterName(month), ...figures })),
      quarter_count: rows.length,
    };
    const newest = rows.at(-1);
    if (newest === undefined || latest === null) {
      return {
        data: { ...counts, comparison: null },
        sentences: [nothingCounted(snapshot.reviewCount, latest, chosen)],
      };
    }
    const running = runningPeriod(latest, until, width);
    const [earlier, later] = from === undefined
      ? wholePeriods(running, since)
      : [{ since, until: shiftedDay(from, -1) }, { since: from, until }];
    const isCut = since !== undefined && since > (earlier.until ?? "");
    const comparison = isCut ? null : comparisonOf(snapshot, chosen, earlier, later);
    const periodName = (period: Period) =>
      from === undefined && by === "quarter" ? quarterName(period.until ?? "") : null;
    return {
      data: { ...counts, comparison },
      sentences: [
        `${counted(shown.length, by)} of ${rows.length}, the newest last.`,
        ...newest.month === monthName(running)
          ? [`${by === "month" ? newest.month : quarterName(newest.month)} is unfinished.`]
          : [],
        comparison === null
          ? `since leaves no earlier ${by === "quarter" ? "quarter" : "months"} to compare.`
          : comparisonSentence(comparison, periodName),
      ],
    };
  },
});

function nothingCounted(reviews: number, latest: string | null, { source }: { readonly source?: string | undefined }) {
  if (latest === null) return "There are no reviews yet.";
  const which = source === undefined ? "" : " of this source";
  return `No review${which} is of this period; the newest of ${counted(reviews, "review")} is of ${latest}.`;
}

/** The quarter of a day or month: `2026-Q3`. */
function quarterName(day: string): string {
  return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / QUARTER)}`;
}

/**
 * Number of the first month of the period that is not over: that of the newest review, or of the day after `until` if
 * that is earlier.
 */
function runningPeriod(latest: string, until: string | undefined, width: number): number {
  const day = until === undefined || until >= latest ? latest : shiftedDay(until, 1);
  return Math.floor(monthNumber(day) / width) * width;
}

/** The three months before a month, after the three before them; cut at the first counted day. */
function wholePeriods(running: number, since: string | undefined): readonly [Days, Days] {
  const months = (first: number): Days => {
    const start = `${monthName(first)}-01`;
    return {
      since: since !== undefined && since > start ? since : start,
      until: shiftedDay(`${monthName(first + QUARTER)}-01`, -1),
    };
  };
  return [months(running - 2 * QUARTER), months(running - QUARTER)];
}
