import { beginningOf } from "../../domain/cut_text.ts";
import { aggregateRating } from "../../domain/documents/aggregate_rating.ts";
import type { RevisionRecord } from "../../domain/dataset/dataset_store.ts";
import type { InsightsDocument } from "../../domain/documents/insights_document.ts";
import { monthName, monthNumber } from "../../domain/insights/figures/monthly_figures.ts";
import type { Review } from "../../domain/review.ts";

/** Number and average of some reviews. */
export interface Figures {
  readonly label: string;
  readonly count: number;
  /** Average rating with two decimals; null without reviews. */
  readonly average: number | null;
}

/** Reviews of a month that mention an aspect. */
export interface AspectLine {
  readonly label: string;
  readonly count: number;
  /** Words of one of the reviews; null if none has any. */
  readonly quote: string | null;
}

/** The report on a month. */
export interface MonthReport {
  readonly business: string;
  /** `2026-10` */
  readonly month: string;
  /** The month and the eleven before, oldest first. */
  readonly months: readonly Figures[];
  /** All reviews up to the end of the month. */
  readonly total: Figures;
  /** The month's reviews by source, the most frequent first. */
  readonly sources: readonly Figures[];
  readonly praised: readonly AspectLine[];
  readonly criticised: readonly AspectLine[];
  /** Reviews of the month with at most three stars and without a reply, the worst first. */
  readonly unanswered: readonly Review[];
  /** Publications of the month that the store still keeps, and the sums of their changes. */
  readonly published: {
    readonly publications: number;
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    readonly hidden: number;
  };
}

const MONTHS = 12;
const ASPECTS = 5;
const LOW = 3;
const LONGEST_QUOTE = 160;

/**
 * Makes the report on a month from what is published.
 *
 * @param records Revisions that the store keeps.
 */
export function monthReport(
  { business, reviews, insights, sourceLabel }: {
    readonly business: string;
    readonly reviews: readonly Review[];
    readonly insights: Pick<InsightsDocument, "per_review" | "aspects">;
    /** Name of a source for the reader. */
    readonly sourceLabel: (source: string) => string;
  },
  records: readonly RevisionRecord[],
  month: string,
): MonthReport {
  const own = reviews.filter(({ date }) => date.startsWith(month));
  const published = records.filter(({ head }) => head.published_at.startsWith(month));
  const sum = (of: "added" | "changed" | "removed" | "hidden") =>
    published.reduce((total, { publication }) => total + (publication?.changes[of] ?? 0), 0);
  return {
    business,
    month,
    months: monthsUntil(month).map((label) => figures(label, reviews.filter(({ date }) => date.startsWith(label)))),
    total: figures("all", reviews.filter(({ date }) => date.slice(0, 7) <= month)),
    sources: [...Map.groupBy(own, ({ source }) => source)].map(([source, of]) => figures(sourceLabel(source), of))
      .sort((a, b) => b.count - a.count),
    praised: aspectLines(own, insights, "positive"),
    criticised: aspectLines(own, insights, "negative"),
    unanswered: own.filter(({ rating, owner_reply }) => rating <= LOW && owner_reply === null)
      .sort((a, b) => a.rating - b.rating),
    published: {
      publications: published.length,
      added: sum("added"),
      changed: sum("changed"),
      removed: sum("removed"),
      hidden: sum("hidden"),
    },
  };
}

function monthsUntil(month: string): readonly string[] {
  const last = monthNumber(month);
  return Array.from({ length: MONTHS }, (_, back) => monthName(last - MONTHS + 1 + back));
}

function figures(label: string, reviews: readonly Review[]): Figures {
  return { label, count: reviews.length, average: aggregateRating(reviews).rating_value };
}

function aspectLines(
  reviews: readonly Review[],
  { per_review, aspects }: Pick<InsightsDocument, "per_review" | "aspects">,
  sentiment: "positive" | "negative",
): readonly AspectLine[] {
  return aspects.map(({ id, label }) => {
    const saying = reviews.filter((review) =>
      per_review[review.id]?.aspects.some((aspect) => aspect.id === id && aspect.sentiment === sentiment)
    );
    const clear = saying.toSorted((a, b) => sentiment === "positive" ? b.rating - a.rating : a.rating - b.rating);
    const text = clear.find(({ text }) => text !== null)?.text ?? null;
    return { label, count: saying.length, quote: text === null ? null : excerpt(text) };
  }).filter(({ count }) => count > 0).sort((a, b) => b.count - a.count).slice(0, ASPECTS);
}

/** The beginning of a text on one line, cut at a word. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= LONGEST_QUOTE ? line : `${beginningOf(line, LONGEST_QUOTE).replace(/\s\S*$/, "")} …`;
}
