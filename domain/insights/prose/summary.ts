import type { Business } from "../../business.ts";
import type { AggregateRating } from "../../documents/aggregate_rating.ts";
import type { InsightsDocument } from "../../documents/insights_document.ts";
import { monthNumber } from "../figures/monthly_figures.ts";
import { FEWEST_REVIEWS } from "../evidence_minimum.ts";
import { languageName } from "../text/language_of.ts";
import { type Majority, majorityOf } from "./majority.ts";
import { countText, listed, monthName, type ProseLabel, proseName, STARS } from "./wording.ts";

const MOST_NAMED = 3;
/** Maximum ratio of the most mentioned subject's count to that of a listed one. */
const WEIGHT = 8;

/** The figures from which the summary is written. */
export interface SummaryFigures extends Pick<InsightsDocument, "aspects" | "entities"> {
  readonly rating: AggregateRating;
  /** Day of the newest review. */
  readonly latest: string | null;
  /** Languages other than English. */
  readonly languages: readonly { readonly language: string; readonly review_count: number }[];
  readonly trend: InsightsDocument["temporal"]["trend"];
  readonly labelOf: ProseLabel;
}

type Aspect = SummaryFigures["aspects"][number];

/**
 * Summarises the reviews in a few sentences: ratings, praise, criticism, problems, named people and the trend. Every
 * number equals that of the tables. A majority side is stated only if it holds with a fifth of the judgements wrong.
 * Null below five reviews.
 */
export function summary(business: Business, figures: SummaryFigures): string | null {
  const { rating_value: average, review_count: count } = figures.rating;
  if (count < FEWEST_REVIEWS || average === null) return null;
  const alike = ([1, 2, 3, 4, 5] as const).find((stars) => figures.rating.distribution[stars] === count);
  const opening = `${proseName(business.name)} has ${countText(count)} reviews${
    alike === undefined ? ` with an average of ${average} out of 5 stars` : `, all with ${STARS[alike]}`
  }`;
  return [
    `${opening}${alike === undefined ? shares(figures.rating) : ""}.`,
    ...aspectSentences(figures),
    problems(figures),
    people(business, figures.entities.technicians),
    direction(figures),
    foreign(figures.languages),
  ].filter((sentence) => sentence !== "").join(" ");
}

function shares({ review_count, distribution }: AggregateRating): string {
  const [high, low] = [distribution[5] + distribution[4], distribution[2] + distribution[1]];
  if (high === review_count) return ", all of them with four or five";
  if (low === review_count) return ", all of them with one or two";
  if (high === 0 && low === 0) return "";
  // Halves are rounded up on one side only: 87.5 and 12.5 would otherwise add up to 101.
  return `; ${wholePercent(high, review_count, Math.round)}% give four or five stars and ${
    wholePercent(low, review_count, (percent) => Math.ceil(percent - 0.5))
  }% one or two`;
}

/** Returns a percentage without decimals; 0 and 100 only for none and all. */
function wholePercent(part: number, whole: number, round: (percent: number) => number): string {
  const rounded = round(part / whole * 100);
  if (rounded === 0 && part > 0) return "less than 1";
  return rounded === 100 && part < whole ? "more than 99" : String(rounded);
}

function aspectSentences({ aspects, labelOf }: SummaryFigures): readonly string[] {
  const least = Math.max(FEWEST_REVIEWS, ...aspects.map(({ mention_count }) => mention_count / WEIGHT));
  const heard = aspects.filter(({ mention_count }) => mention_count >= least).map((aspect) => ({
    aspect,
    majority: majorityOf({
      positive: aspect.positive_count,
      neutral: aspect.neutral_count,
      negative: aspect.negative_count,
    }),
  }));
  // Burdens are excluded: a side effect is neither praised nor criticised.
  const isBurden = ({ burden }: Aspect) => burden === true;
  const isWanted = (aspect: Aspect) => !isBurden(aspect);
  const sentence = (how: string, isOne: (aspect: Aspect) => boolean, ...sides: Majority[]) => {
    const named = heard.filter(({ aspect, majority }) => isOne(aspect) && sides.includes(majority))
      .slice(0, MOST_NAMED).map(({ aspect }, index) => counted(labelOf(aspect.label), aspect, index));
    return named.length === 0 ? "" : `${how} ${listed(named)}.`;
  };
  return [
    sentence("Mostly praised:", isWanted, "praise alone", "praise"),
    sentence("Little trouble:", isBurden, "praise alone", "praise"),
    sentence("Mostly criticised:", isWanted, "complaints alone", "complaints"),
    sentence("Common complaints:", isBurden, "complaints alone", "complaints"),
    sentence("Opinions differ:", isWanted, "divided"),
    sentence("Experiences differ:", isBurden, "divided"),
  ];
}

/** Returns a label with its count: `staff (24 reviews)` for the first, `waiting (17)` for the others. */
function counted(label: string, { mention_count }: { readonly mention_count: number }, index: number): string {
  return `${label} (${countText(mention_count)}${index === 0 ? " reviews" : ""})`;
}

function problems({ entities, labelOf }: SummaryFigures): string {
  const told = entities.problems.filter(({ mention_count }) => mention_count >= FEWEST_REVIEWS).slice(0, MOST_NAMED)
    .map((problem, index) => counted(labelOf(problem.label), problem, index));
  return told.length === 0
    ? ""
    : `${told.length === 1 ? "A problem" : "Problems"} that reviews tell of: ${listed(told)}.`;
}

function people(business: Business, technicians: InsightsDocument["entities"]["technicians"]): string {
  const own = new Set(business.technicians.map(({ id }) => id));
  const named = technicians.filter(({ id, mention_count }) => own.has(id) && mention_count >= FEWEST_REVIEWS)
    .slice(0, MOST_NAMED).map(({ label, mention_count, average_rating }, index) =>
      index === 0
        ? `${proseName(label)} (${countText(mention_count)} reviews, ${average_rating} stars on average)`
        : `${proseName(label)} (${countText(mention_count)}, ${average_rating})`
    );
  return named.length === 0 ? "" : `Often named: ${listed(named)}.`;
}

function direction({ trend, latest }: SummaryFigures): string {
  if (latest === null || trend !== "improving" && trend !== "declining") return "";
  const now = monthNumber(latest);
  return `From ${monthName(now - 3)} to ${monthName(now - 1)} ratings were ${
    trend === "improving" ? "higher" : "lower"
  } ` +
    "than in the three months before.";
}

function foreign(languages: SummaryFigures["languages"]): string {
  const count = languages.reduce((sum, { review_count }) => sum + review_count, 0);
  if (count < FEWEST_REVIEWS) return "";
  const named = listed(languages.slice(0, MOST_NAMED).map(({ language }) => languageName(language)));
  const names = languages.length > MOST_NAMED ? `${languages.length} other languages` : named;
  return `${countText(count)} reviews are in ${names} and counted by the stars alone.`;
}
