import { reviewFigures } from "../../../domain/documents/review_figures.ts";
import { strengthsOf } from "../../../domain/insights/figures/strengths.ts";
import { insightsOf } from "../../../domain/queries/snapshot_insights.ts";
import { counted, phrase } from "../frame/formats.ts";
import { type Markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { filled } from "../language/page_language.ts";
import { monthChart, monthTable, trendWords } from "./month_chart.ts";
import { bar, sourceLink } from "./rating_figures.ts";
import { insightsNote } from "./prose.ts";
import { subjectLabel, subjectsHeading } from "./subject_list.ts";

const MOST_SOURCES = 5;
const FEWEST_CHARTED = 4;

/** One screen of pictures: aspects, trend, sources and replies. */
export function summaryPictures(context: DataContext, aspects: Markup): Markup {
  const { snapshot, formats, formats: { words } } = context;
  const insights = insightsOf(snapshot);
  const { temporal, temporal: { monthly: months } } = insights;
  const { ratings_by_source: sources, replies: { replied_pct, median_days } } = reviewFigures(snapshot);
  const { hide } = snapshot.pages;
  const all = Math.max(1, ...sources.map(({ review_count }) => review_count));
  const sentence = trendWords(formats, temporal);
  const pictures: readonly (readonly [heading: string, content: Markup] | null)[] = [
    aspects === NOTHING ? null : [
      subjectsHeading(context),
      <>
        {aspects}
        {insightsNote(context)}
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
        {months.length >= FEWEST_CHARTED && monthChart(formats, months)}
        <details class="figures-of" open={months.length < FEWEST_CHARTED}>
          <summary>{words.all_figures}</summary>
          {monthTable(formats, months)}
        </details>
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
              </span>
            </p>
            {bar(["fill", review_count / all * 100])}
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
          {filled(words.replies_said, { share: formats.percent(replied_pct), days: formats.days(median_days) })}
        </p>
      </>,
    ],
  ];
  const shown = pictures.filter((picture) => picture !== null);
  if (shown.length === 0) return NOTHING;
  return (
    <div class="pictures">
      {shown.map(([heading, content]) => (
        <section class="picture card">
          <h2>{heading}</h2>
          {content}
        </section>
      ))}
    </div>
  );
}
