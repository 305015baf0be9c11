import { type ReviewFigures, reviewFigures } from "../../../domain/documents/review_figures.ts";
import type { AggregateRating } from "../../../domain/documents/aggregate_rating.ts";
import { mentionFigures } from "../../../domain/queries/named_things.ts";
import { aggregateRatingOf, insightsOf } from "../../../domain/queries/snapshot_insights.ts";
import { reviewAt } from "../../../domain/queries/snapshot_reviews.ts";
import { strengthsOf } from "../../../domain/insights/figures/strengths.ts";
import { wholePercents } from "../../../domain/insights/rounding.ts";
import { facetKey } from "../../../domain/search/review_facets.ts";
import { perSnapshot } from "../../../domain/snapshot/per_snapshot.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { counted, starsOf } from "../frame/formats.ts";
import { type Markup, NOTHING } from "../frame/markup.ts";
import type { DataContext, PageContext } from "../frame/page_context.ts";
import { filled } from "../language/page_language.ts";
import { insightsNote } from "./prose.ts";
import { bar, sourceInWords } from "./rating_figures.ts";
import { subjectLabel, subjectsHeading } from "./subject_list.ts";

const MOST_SOURCES = 5;
/** Minimum number of reviews of the last twelve months whose mean says something. */
const FEWEST_RECENT = 5;

/** What stands beside the reviews: their rating, and what they praise and criticise. Nothing without reviews. */
export function overview(context: DataContext): Markup {
  const { snapshot } = context;
  const { rating_value: mean, review_count: count, distribution } = aggregateRatingOf(snapshot);
  if (count === 0) return NOTHING;
  return (
    <>
      <div class="card">
        {ratingFigures(context, { mean, count, distribution })}
        {sourceChips(context)}
      </div>
      {snapshot.pages.hide.includes("summary") ? null : opinions(context)}
    </>
  );
}

/** Mean, number and distribution of some reviews' ratings; each row links to its reviews. */
export function ratingFigures(
  { formats }: PageContext,
  { mean, count, distribution }: {
    /** Null if there are no reviews. */
    readonly mean: number | null;
    readonly count: number;
    readonly distribution: AggregateRating["distribution"];
  },
  /** Query of the search for these reviews; empty for all. */
  search = "",
): Markup {
  const { words } = formats;
  if (mean === null) return <p class="quiet">{words.no_reviews}</p>;
  const rows = [5, 4, 3, 2, 1] as const;
  const shares = wholePercents(rows.map((stars) => distribution[`${stars}`]));
  return (
    <div class="rating">
      <p class="mean">
        <span class="big">{formats.stars(mean)}</span> {starsOf(formats, mean)}
        <br />
        <span class="quiet">{counted(formats, count, "review")}</span>
      </p>
      <ul class="distribution" aria-label={words.by_stars}>
        {rows.map((stars, at) => {
          const reviews = distribution[`${stars}`];
          const share = shares[at]!;
          const row = (
            <>
              <span aria-hidden="true">{stars}</span>
              <span class="hidden">{counted(formats, stars, "star")}:</span>
              {bar(["fill", reviews / count * 100])}
              <span class="number">
                {reviews > 0 && share === 0 ? `<${formats.percent(1)}` : formats.percent(share)}
              </span>
            </>
          );
          const query = `${search === "" ? "" : `${search}&`}rating=${stars}`;
          return <li>{reviews === 0 ? <span>{row}</span> : <a href={`/?${query}#reviews`}>{row}</a>}</li>;
        })}
      </ul>
    </div>
  );
}

/** The mean of the twelve months up to the newest review's, if there are enough of them and older ones as well. */
const recentFigures = perSnapshot((snapshot: Snapshot) => {
  const month = reviewAt(snapshot, 0).date.slice(0, "YYYY-MM".length);
  const [year = 0, number = 0] = month.split("-").map(Number);
  const since = new Date(Date.UTC(year - 1, number)).toISOString().slice(0, "YYYY-MM-DD".length);
  const { count, averageRating } = mentionFigures(snapshot, { since });
  const isTelling = averageRating !== null && count >= FEWEST_RECENT && count < snapshot.reviewCount;
  return isTelling ? { since, month, mean: averageRating } : null;
});

/** The mean of the last twelve months, as a link to their reviews; nothing where it says little. */
export function recentRating({ snapshot, formats }: DataContext): Markup {
  const recent = recentFigures(snapshot);
  if (recent === null) return NOTHING;
  const { since, month, mean } = recent;
  return (
    <p class="recent">
      <a href={`/?since=${since}#reviews`}>
        {filled(formats.words.last_year, { stars: formats.stars(mean), month: formats.month(month) })}
      </a>
    </p>
  );
}

/** Ratings by source beside a blended average, each a link to its reviews. Nothing for a single source. */
function sourceChips({ snapshot, formats }: DataContext): Markup {
  const { ratings_by_source: sources } = reviewFigures(snapshot);
  if (sources.length < 2) return NOTHING;
  const { words } = formats;
  const chip = (
    { source, rating_value: mean, review_count: count }: ReviewFigures["ratings_by_source"][number],
  ) => (
    <li>
      <a href={`/?source=${encodeURIComponent(facetKey(source))}#reviews`}>
        <b>
          <bdi>{sourceInWords(words, source)}</bdi>
        </b>{" "}
        {formats.stars(mean ?? 0)} ({formats.number(count)})
      </a>
    </li>
  );
  return <ul class="platforms" aria-label={words.by_source}>{sources.slice(0, MOST_SOURCES).map(chip)}</ul>;
}

/** What is praised and criticised most, each a link to its reviews. */
function opinions(context: DataContext): Markup {
  const { snapshot, formats } = context;
  const { words } = formats;
  const { strengths, complaints } = strengthsOf(insightsOf(snapshot));
  const list = (kind: "praised" | "criticised", heading: string, items: readonly Markup[]) =>
    items.length === 0 ? null : (
      <div class={kind}>
        <h3>{heading}</h3>
        <ul>{items}</ul>
      </div>
    );
  const item = (label: string, query: string, count: number, others: Markup = NOTHING) => (
    <li>
      <a href={`/?${query}#reviews`}>
        <bdi>{label}</bdi>{" "}
        <b>
          {formats.number(count)}
          {others}
        </b>
      </a>
    </li>
  );
  // The words are read aloud, and shown on a pointer's rest.
  const countedSide = (side: "praise_it" | "criticise_it", count: number) =>
    count === 0 ? NOTHING : (
      <small class="quiet" title={counted(formats, count, side)}>
        <span aria-hidden="true">:{formats.number(count)}</span>
        <span class="hidden">, {counted(formats, count, side)}</span>
      </small>
    );
  const lists = [
    list(
      "praised",
      words.praised,
      strengths.map((subject) =>
        item(
          subjectLabel(context, "aspects", subject),
          `aspect=${encodeURIComponent(subject.id)}&sentiment=positive`,
          subject.positive_count,
          countedSide("criticise_it", subject.negative_count),
        )
      ),
    ),
    list(
      "criticised",
      words.criticised,
      complaints.map(({ kind, subject, count }) => {
        const id = encodeURIComponent(subject.id);
        const query = kind === "problems" ? `problem=${id}` : `aspect=${id}&sentiment=negative`;
        const praise = kind === "aspects" ? countedSide("praise_it", subject.positive_count) : NOTHING;
        return item(subjectLabel(context, kind, subject), query, count, praise);
      }),
    ),
  ].filter((list) => list !== null);
  if (lists.length === 0) return NOTHING;
  return (
    <details class="card subjects">
      <summary>
        <h2>{subjectsHeading(context)}</h2>
      </summary>
      <div class="opinions">{lists}</div>
      {snapshot.operatorInsights ? insightsNote(context) : null}
      <p>
        <a class="more" href="/summary">{words.nav_summary}</a>
      </p>
    </details>
  );
}
