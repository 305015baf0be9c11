import { UNKNOWN } from "../text/language_of.ts";
import type { Business } from "../../business.ts";
import type { AggregateRating } from "../../documents/aggregate_rating.ts";
import type { InsightsDocument } from "../../documents/insights_document.ts";
import { monthNumber } from "../figures/monthly_figures.ts";
import { sideOf, strengthsOf } from "../figures/strengths.ts";
import { FEWEST_REVIEWS } from "../evidence_minimum.ts";
import { wholePercent } from "../rounding.ts";
import { type Prose, type ProseLabel, proseName, proses, type Sentence } from "./wording.ts";

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

/**
 * Summarises the reviews in a few sentences of one language: ratings, praise, criticism, problems, named people and the
 * trend. Every number equals that of the tables; praise and criticism are those of `strengthsOf`. Null below five
 * reviews.
 */
export function summary(business: Business, figures: SummaryFigures, prose: Prose = proses()[0]): string | null {
  const { rating_value: average, review_count: count } = figures.rating;
  if (count < FEWEST_REVIEWS || average === null) return null;
  const { say } = prose;
  const alike = ([1, 2, 3, 4, 5] as const).find((stars) => figures.rating.distribution[stars] === count);
  const name = proseName(business.name);
  const opening = alike === undefined
    ? `${say("opening", { name, count, average })}${shares(figures.rating, prose)}`
    : say("opening_alike", { name, count, stars: prose.stars(alike) });
  return [
    `${opening}.`,
    ...aspectSentences(figures, prose),
    people(business, figures.entities.technicians, prose),
    direction(figures, prose),
    foreign(figures.languages, prose),
  ].filter((sentence) => sentence !== "").join(" ");
}

function shares({ review_count, distribution }: AggregateRating, prose: Prose): string {
  const [high, low] = [distribution[5] + distribution[4], distribution[2] + distribution[1]];
  if (high === review_count) return prose.say("all_high");
  if (low === review_count) return prose.say("all_low");
  if (high === 0 && low === 0) return "";
  return prose.say("shares", {
    high: shownShare(high, review_count, prose),
    low: shownShare(low, review_count, prose),
  });
}

/** Returns a percentage without decimals; 0 and 100 only for none and all. */
function shownShare(part: number, whole: number, { say }: Prose): string | number {
  const percent = wholePercent(part, whole);
  if (percent === 0 && part > 0) return say("almost_none");
  return percent === 100 && part < whole ? say("almost_all") : percent;
}

type Aspect = SummaryFigures["aspects"][number];

function aspectSentences({ aspects, entities, labelOf }: SummaryFigures, prose: Prose): readonly string[] {
  const { strengths, complaints } = strengthsOf({ aspects, entities });
  const least = Math.max(FEWEST_REVIEWS, ...aspects.map(({ mention_count }) => mention_count / WEIGHT));
  const withSide = (side: ReturnType<typeof sideOf>) =>
    aspects.filter((aspect) => aspect.mention_count >= least && sideOf(aspect) === side);
  const criticised = complaints.flatMap(({ kind, subject }) => kind === "aspects" ? [subject] : []);
  const listed = (sentence: Sentence, parts: readonly string[]) =>
    parts.length === 0 ? "" : prose.say(sentence, { list: prose.list(parts.slice(0, MOST_NAMED)) });
  // Burdens have separate sentences: a side effect is neither praised nor criticised.
  const ofSides = (sentence: "praised" | "criticised" | "divided", named: readonly Aspect[]) => {
    const [burdens = [], others = []] = [true, false].map((is) => named.filter(({ burden = false }) => burden === is));
    const said = (kind: "sides" | "burden_sides", of: readonly Aspect[]) =>
      of.map(({ label, positive_count: positive, negative_count: negative }, at) =>
        prose.say(at === 0 ? `${kind}_first` : kind, { label: labelOf(label), positive, negative })
      );
    return [listed(sentence, said("sides", others)), listed(`${sentence}_burdens`, said("burden_sides", burdens))];
  };
  const problems = entities.problems.filter(({ mention_count }) => mention_count >= FEWEST_REVIEWS)
    .map(({ label, mention_count: count }, at) =>
      prose.say(at === 0 ? "counted_first" : "counted", { label: labelOf(label), count })
    );
  return [
    ...ofSides("praised", [...strengths, ...withSide("praise").filter(isNamedBurden)]),
    ...ofSides("criticised", criticised),
    ...ofSides("divided", withSide("divided")),
    listed(problems.length === 1 ? "problem" : "problems", problems),
  ];
}

function isNamedBurden({ burden, praise_withheld }: Aspect): boolean {
  return burden === true && praise_withheld !== true;
}

function people(
  business: Business,
  technicians: InsightsDocument["entities"]["technicians"],
  { say, list }: Prose,
): string {
  const own = new Set(business.technicians.map(({ id }) => id));
  const named = technicians.filter(({ id, mention_count, praise_withheld }) =>
    own.has(id) && mention_count >= FEWEST_REVIEWS && praise_withheld !== true
  ).slice(0, MOST_NAMED).map(({ label, mention_count: count, average_rating: average }, index) =>
    say(index === 0 ? "person_first" : "person", { label: proseName(label), count, average: average ?? "" })
  );
  return named.length === 0 ? "" : say("people", { list: list(named) });
}

function direction({ trend, latest }: SummaryFigures, { say, month }: Prose): string {
  if (latest === null || trend !== "improving" && trend !== "declining") return "";
  const now = monthNumber(latest);
  return say(trend, { first: month(now - 3), last: month(now - 1) });
}

function foreign(languages: SummaryFigures["languages"], { say, list, languageName }: Prose): string {
  const count = languages.reduce((sum, { review_count }) => sum + review_count, 0);
  if (count < FEWEST_REVIEWS) return "";
  const named = languages.length > MOST_NAMED
    ? say("many_languages", { count: languages.filter(({ language }) => language !== UNKNOWN).length })
    : list(languages.map(({ language }) => languageName(language)));
  return say("foreign", { count, languages: named });
}
