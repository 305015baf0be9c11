import type { Business } from "../../business.ts";
import type { InsightsDocument } from "../../documents/insights_document.ts";
import { languageName } from "../text/language_of.ts";
import { countText, listed } from "./counted_words.ts";
import { type ProseLabel, proseName } from "./prose_name.ts";

/** No statement rests on fewer reviews. */
const FEWEST = 5;
const MOST_NAMED = 3;
/** An aspect needs at least an eighth of the praise, or of the complaints, that any has. */
const WEIGHT = 8;
/** The shares of praise from which, and of criticism up to which, most praise an aspect. */
const [MOSTLY, HARDLY] = [0.6, 0.3];
/** The share of criticism from which an aspect is often criticised, unless most praise it. */
const OFTEN = 0.2;
/** With so many per cent of criticism opinion is divided, but not with so many of praise. */
const DIVIDED = 20;
const SATISFIED = 70;

/** The figures from which the summary is written. */
export interface SummaryFigures extends Pick<InsightsDocument, "overall_sentiment" | "aspects" | "entities"> {
  /** What the business calls its customers, plural. */
  readonly customers: string;
  readonly reviewCount: number;
  /** Mean of all ratings, two decimals. */
  readonly averageRating: number | null;
  /** Number of analysed reviews; shares of sentiment refer to them. */
  readonly analysedCount: number;
  /** Languages other than English. */
  readonly languages: readonly { readonly language: string; readonly review_count: number }[];
  readonly trend: InsightsDocument["temporal"]["trend"];
  readonly labelOf: ProseLabel;
}

/**
 * Summarises the reviews in a few sentences, from figures alone: average rating, shares of opinion, what is praised,
 * what is criticised, the commonest problems, who is named most, and the trend. Null below five reviews; what fewer than
 * five mention is left out. All counts are of reviews.
 */
export function summary(business: Business, figures: SummaryFigures): string | null {
  if (figures.reviewCount < FEWEST || figures.averageRating === null) return null;
  const opening = `${proseName(business.name)} has ${countText(figures.reviewCount)} reviews with an average of ` +
    `${figures.averageRating} out of 5 stars.`;
  return [
    opening,
    opinion(figures),
    ...aspectSentences(figures),
    problems(figures),
    people(business, figures.entities.technicians),
    direction(figures.trend),
    foreign(figures.languages),
  ].filter((sentence) => sentence !== "").join(" ");
}

function opinion({ customers, overall_sentiment, analysedCount }: SummaryFigures): string {
  const { positive_pct, negative_pct } = overall_sentiment;
  if (analysedCount < FEWEST || positive_pct === null || negative_pct === null) return "";
  const [positive, negative] = [wholePercent(positive_pct), wholePercent(negative_pct)];
  if (positive === 100) return "All of them are positive.";
  if (negative === 100) return "All of them are negative.";
  const shares = `${positive}% of the reviews are positive and ${negative}% negative`;
  if (negative > positive) return `More ${customers} complain than praise: ${shares}.`;
  if (negative >= DIVIDED && positive < SATISFIED) return `Opinion is divided: ${shares}.`;
  return positive > 50 ? `Most ${customers} are satisfied: ${shares}.` : `Many are undecided: ${shares}.`;
}

/** Without decimals, which are no more precise in prose; but neither 0 nor 100 where some think otherwise. */
function wholePercent(percent: number): number {
  const whole = Math.round(percent);
  return (whole === 0 || whole === 100) && whole !== percent ? percent : whole;
}

function aspectSentences({ aspects, labelOf }: SummaryFigures): readonly string[] {
  const heard = aspects.filter(({ mention_count }) => mention_count >= FEWEST);
  // Nobody praises or criticises a side effect.
  const isBurden = ({ burden }: Aspect) => burden === true;
  const isWanted = (aspect: Aspect) => !isBurden(aspect);
  const positives = ({ positive_count }: Aspect) => positive_count;
  const negatives = ({ negative_count }: Aspect) => negative_count;
  const isOften = ({ mention_count, negative_count }: Aspect) => negative_count >= OFTEN * mention_count;
  const isPraised = ({ mention_count, positive_count, negative_count }: Aspect) =>
    positive_count >= MOSTLY * mention_count && negative_count < HARDLY * mention_count;
  const praised = heard.filter((aspect) => isPraised(aspect) && !isOften(aspect));
  const criticised = heard.filter((aspect) => isOften(aspect) && !isPraised(aspect));
  // Others may be praised more often, and criticised as well.
  return [
    ...ranked("Praised, with few complaints", praised.filter(isWanted), heard, positives, labelOf),
    ...ranked("Mostly spared", praised.filter(isBurden), heard, positives, labelOf),
    ...ranked("Often criticised", criticised.filter(isWanted), heard, negatives, labelOf),
    ...ranked("Often complained of", criticised.filter(isBurden), heard, negatives, labelOf),
  ];
}

type Aspect = SummaryFigures["aspects"][number];

/** Names the aspects of which most reviews say something, and how many. */
function ranked(
  how: string,
  aspects: readonly Aspect[],
  heard: readonly Aspect[],
  partOf: (aspect: Aspect) => number,
  labelOf: ProseLabel,
): readonly string[] {
  // What hardly anybody says is not worth a place beside what many say, of whatever aspect.
  const least = Math.max(FEWEST, ...heard.map((aspect) => partOf(aspect) / WEIGHT));
  const named = aspects.filter((aspect) => partOf(aspect) >= least).toSorted((a, b) => partOf(b) - partOf(a))
    .slice(0, MOST_NAMED).map((aspect, index) => {
      const whole = countText(aspect.mention_count);
      const all = index === 0 ? `the ${whole} reviews on this` : whole;
      return `${labelOf(aspect.label)} (${countText(partOf(aspect))} of ${all})`;
    });
  return named.length === 0 ? [] : [`${how}: ${listed(named)}.`];
}

function problems({ entities, labelOf }: SummaryFigures): string {
  const told = entities.problems.filter(({ mention_count }) => mention_count >= FEWEST).slice(0, MOST_NAMED)
    .map(({ label, mention_count }, index) =>
      `${labelOf(label)} (${countText(mention_count)}${index === 0 ? " reviews" : ""})`
    );
  return told.length === 0 ? "" : `The commonest problem${told.length === 1 ? "" : "s"}: ${listed(told)}.`;
}

function people(business: Business, technicians: InsightsDocument["entities"]["technicians"]): string {
  const own = new Set(business.technicians.map(({ id }) => id));
  const named = technicians.filter(({ id, mention_count }) => own.has(id) && mention_count >= FEWEST)
    .slice(0, MOST_NAMED).map(({ label, mention_count }, index) =>
      `${proseName(label)} (${countText(mention_count)}${index === 0 ? " reviews" : ""})`
    );
  const [first, ...others] = named;
  if (first === undefined) return "";
  return `${first} is named most often${others.length === 0 ? "" : `, followed by ${listed(others)}`}.`;
}

function direction(trend: SummaryFigures["trend"]): string {
  if (trend === "improving") return "Ratings have risen over the last three full months.";
  if (trend === "declining") return "Ratings have fallen over the last three full months.";
  return "";
}

function foreign(languages: SummaryFigures["languages"]): string {
  const count = languages.reduce((sum, { review_count }) => sum + review_count, 0);
  if (count < FEWEST) return "";
  const named = listed(languages.slice(0, MOST_NAMED).map(({ language }) => languageName(language)));
  const names = languages.length > MOST_NAMED ? `${languages.length} other languages` : named;
  return `${countText(count)} reviews are in ${names} and counted by the stars alone.`;
}
