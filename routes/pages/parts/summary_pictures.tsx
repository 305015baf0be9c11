import { reviewFigures } from "../../../domain/documents/review_figures.ts";
import { strengthsOf } from "../../../domain/insights/figures/strengths.ts";
import { aggregateRatingOf, insightsOf } from "../../../domain/queries/snapshot_insights.ts";
import { counted, phrase, starsOf } from "../frame/formats.ts";
import { type Markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { filled } from "../language/page_language.ts";
import { monthChart, monthTable, trendWords } from "./month_chart.ts";
import { ratingFigures, recentRating } from "./overview.tsx";
import { bar, sourceLink } from "./rating_figures.ts";
import { insightsNote } from "./prose.ts";
import { subjectLabel, subjectsHeading } from "./subject_list.ts";

const MOST_SOURCES = 5;
const FEWEST_CHARTED = 4;
/** Minimum number of reviews of a chart: a line through fewer says more than they do. */
const FEWEST_DRAWN = 10;

/** The pictures of the summary as cards: rating, trend, aspects, platforms and replies, as far as there are any. */
export function summaryPictures(context: DataContext, aspects: Markup): Markup {
  const { snapshot, formats, formats: { words } } = context;
  const insights = insightsOf(snapshot);
  const { temporal, temporal: { monthly: months } } = insights;
  const { ratings_by_source: sources, replies: { replied_pct, median_days } } = reviewFigures(snapshot);
  const { hide } = snapshot.pages;
  const sentence = trendWords(formats, temporal);
  const { rating_value: mean, review_count: count, distribution } = aggregateRatingOf(snapshot);
  const isDrawn = months.length >= FEWEST_CHARTED && count >= FEWEST_DRAWN;
  const pictures: readonly (readonly [heading: string, content: Markup] | null)[] = [
    count === 0 ? null : [
      words.rating,
      <>
        {ratingFigures(context, { mean, count, distribution })}
        {recentRating(context)}
      </>,
    ],
    months.length === 0 || hide.includes("trend") ? null : [
      words.trend,
      <>
        {sentence !== null && <p>{sentence}</p>}
        {strengthsOf(insights).changes.map(({ subject, trend }) => (
          <p>
            {phrase(words[`subject_${trend}`], { subject: <bdi>{subjectLabel(context, "aspects", subject)}</bdi> })}
          </p>
        ))}
        {isDrawn && monthChart(formats, months)}
        <details class="figures-of" open={!isDrawn}>
          <summary>{words.all_figures}</summary>
          {monthTable(formats, months)}
        </details>
      </>,
    ],
    aspects === NOTHING ? null : [
      subjectsHeading(context),
      <>
        {aspects}
        {insightsNote(context)}
      </>,
    ],
    sources.length < 2 ? null : [
      words.by_source,
      <ul class="sources">
        {sources.slice(0, MOST_SOURCES).map(({ review_count, rating_value, ...source }) => (
          <li>
            <p>
              {sourceLink(words, source)}{" "}
              <span class="quiet">
                {filled(words.stars_and_reviews, {
                  stars: formats.stars(rating_value ?? 0),
                  reviews: counted(formats, review_count, "review"),
                })}
              </span>{" "}
              {starsOf(formats, rating_value ?? 0)}
            </p>
          </li>
        ))}
      </ul>,
    ],
    median_days === null || replied_pct === null ? null : [
      words.replies_heading,
      <>
        <p class="mean">
          <span class="big">{formats.percent(replied_pct)}</span>
        </p>
        {bar(["fill", replied_pct])}
        <p class="quiet">
          {filled(median_days < 1 ? words.replies_at_once : words.replies_said, {
            share: formats.percent(replied_pct),
            days: formats.days(median_days),
          })}
        </p>
      </>,
    ],
  ];
  return (
    <div class="pictures">
      {pictures.filter((picture) => picture !== null).map(([heading, content]) => (
        <section class="picture card">
          <h2>{heading}</h2>
          {content}
        </section>
      ))}
    </div>
  );
}
