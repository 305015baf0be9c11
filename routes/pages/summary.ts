import type { OpenAPIHono } from "@hono/zod-openapi";
import type { EntityInsight } from "../../domain/documents/insights_document.ts";
import { reviewFigures } from "../../domain/documents/review_figures.ts";
import type { PagePart } from "../../domain/page_settings.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { reviewById } from "../../domain/queries/snapshot_reviews.ts";
import type { Review } from "../../domain/review.ts";
import { capital, counted, phrase, timeOf } from "./frame/formats.ts";
import { type Markup, markup, NOTHING } from "./frame/markup.ts";
import type { DataContext } from "./frame/page_context.ts";
import { pageFrame } from "./frame/page_frame.ts";
import { respondPreparedPage } from "./frame/respond_page.ts";
import { filled } from "./language/page_language.ts";
import { FEWEST_MONTHS, monthChart, monthTable, trendWords } from "./parts/month_chart.ts";
import { proseAttributes, proseOf, shortName } from "./parts/prose.ts";
import { opinionBar, opinionCount } from "./parts/rating_figures.ts";
import type { Services } from "../services.ts";

// Maximum number of months; `/insights.json` has all of them.
const MOST_MONTHS = 60;
const MOST_ROWS = 100;

/**
 * Registers GET `/summary`: the insights as a page. Its summary and its answers, with the quotations in them, are those
 * of `/insights.json` (written by `domain/insights/prose/`).
 */
export function registerSummaryPage(app: OpenAPIHono, services: Services): void {
  app.get("/summary", ({ req }) => respondPreparedPage(req.raw, services, "/summary", summaryPage));
}

function summaryPage(context: DataContext): Markup {
  const { snapshot, href, formats: { words } } = context;
  const { name } = snapshot.business;
  const { summary, entities, aspects } = insightsOf(snapshot);
  const shown = (part: PagePart, make: () => Markup) => snapshot.pages.hide.includes(part) ? NOTHING : make();
  return pageFrame(context, {
    title: words.nav_summary,
    description: (summary ?? filled(words.say_together, { name })).slice(0, 300),
    path: "/summary",
    section: "/summary",
    main: markup`<h1 class="small">${phrase(words.say_together, { name: markup`<bdi>${name}</bdi>` })}</h1>
${sourceNote(context)}
${
      summary === null ? NOTHING : shown(
        "summary",
        () => markup`<p class="prose text"${proseAttributes(context, summary)}>${proseOf(summary)}</p>`,
      )
    }
${questionSection(context)}
${sourceSection(context)}
${aspects.length === 0 ? NOTHING : shown("aspects", () => aspectTable(context))}
${
      shown("services", () =>
        entityTable(context, "services", words.services, entities.services, (id) => `/services/${id}`))
    }
${
      shown("technicians", () =>
        entityTable(context, "technicians", words.people, entities.technicians, (id) => `/technicians/${id}`))
    }
${entityTable(context, "problems", words.problems, entities.problems, (id) => `/?problem=${id}#reviews`, false)}
${entityTable(context, "areas", words.places, entities.service_areas, null)}
${topicTable(context)}
${shown("trend", () => monthSection(context))}
<p class="paging"><a class="button" href="${href("/insights.json")}">${words.summary_as_json}</a></p>`,
  });
}

/** Source and time of the insights. */
function sourceNote({ snapshot, formats }: DataContext): Markup {
  const { words } = formats;
  const { model, generated_at, review_count, date_range: { earliest, latest } } = insightsOf(snapshot);
  if (earliest === null || latest === null) return markup`<p class="quiet">${words.there_are_none}</p>`;
  const said = phrase(generated_at === null ? words.drawn_from : words.drawn_from_on, {
    reviews: counted(formats, review_count, "review"),
    first: timeOf(formats, earliest),
    last: timeOf(formats, latest),
    model: markup`<bdi>${model}</bdi>`,
    day: generated_at === null ? NOTHING : timeOf(formats, generated_at.slice(0, 10)),
  });
  return markup`<p class="quiet">${said}</p>`;
}

/** Ratings by source, where there are several, and how the business replies. */
function sourceSection({ snapshot, formats }: DataContext): Markup {
  const { words } = formats;
  const { ratings_by_source: sources, replies: { replied_pct, median_days } } = reviewFigures(snapshot.tally);
  if (sources.length < 2 && median_days === null) return NOTHING;
  const rows = sources.slice(0, MOST_ROWS).map(({ source, review_count, rating_value }) =>
    markup`<tr><th scope="row"><bdi>${source}</bdi></th><td class="number">${
      formats.number(review_count)
    }</td><td class="number">${rating_value === null ? "–" : formats.number(rating_value, 2)}</td></tr>\n`
  );
  return markup`<section class="part">
<h2 id="sources">${words.by_source}</h2>
<table>
<thead><tr><th scope="col">${words.filter_source}</th><th scope="col" class="number">${words.how_many}</th><th scope="col" class="number">${words.stars}</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
${
    median_days === null || replied_pct === null
      ? NOTHING
      : markup`<p class="quiet">${
        filled(words.replies_said, { share: formats.percent(replied_pct), days: formats.days(median_days) })
      }</p>`
  }
</section>`;
}

function questionSection(context: DataContext): Markup {
  const { faq } = insightsOf(context.snapshot);
  if (faq.length === 0) return NOTHING;
  const items = faq.map(({ question, answer, source_review_ids }) =>
    markup`<details class="question">
<summary><h3${proseAttributes(context, question)}>${proseOf(question)}</h3></summary>
<p class="text"${proseAttributes(context, answer)}>${proseOf(answer)}</p>
${exampleLinks(context, source_review_ids, question, source_review_ids.length)}
</details>
`
  );
  return markup`<section class="part" aria-labelledby="questions">
<h2 id="questions">${context.formats.words.questions}</h2>
${items}</section>`;
}

function aspectTable(context: DataContext): Markup {
  const { snapshot, formats, href } = context;
  const { words } = formats;
  const rows = insightsOf(snapshot).aspects.map((aspect) =>
    markup`<tr class="figures">
<th scope="row"><a href="${
      href(`/?aspect=${encodeURIComponent(aspect.id)}`)
    }#reviews"><bdi>${aspect.label}</bdi></a></th>
<td class="number">${formats.number(aspect.mention_count)}</td>
<td class="number">${opinionCount(context, aspect, "positive")}</td>
<td class="number middle">${opinionCount(context, aspect, "neutral")}</td>
<td class="number">${opinionCount(context, aspect, "negative")}</td>
<td class="share">${opinionBar(aspect)}</td>
</tr>
<tr><td colspan="6">${exampleLinks(context, aspect.example_review_ids, aspect.label)}</td></tr>
`
  );
  return markup`<section class="part">
<h2 id="aspects">${
    filled(words.subjects, { customers: insightsOf(context.snapshot).customer?.many ?? "customers" })
  }</h2>
<div class="wide" tabindex="0" role="region" aria-labelledby="aspects">
<table>
<thead><tr><th scope="col">${words.aspect}</th><th scope="col" class="number">${words.how_many}</th><th scope="col" class="number">${words.good}</th><th scope="col" class="number middle">${
    capital(words.neutral)
  }</th><th scope="col" class="number">${words.bad}</th><th scope="col" class="share"><span class="hidden">${words.share}</span></th></tr></thead>
<tbody>
${rows}</tbody>
</table>
</div>
</section>`;
}

function entityTable(
  context: DataContext,
  id: string,
  heading: string,
  entities: readonly EntityInsight[],
  path: ((id: string) => string) | null,
  /** Whether to show the share of positive reviews; for problems it says nothing about the problem. */
  hasOpinions = true,
): Markup {
  const { formats, href } = context;
  const { words } = formats;
  if (entities.length === 0) return NOTHING;
  const rows = entities.slice(0, MOST_ROWS).map((entity) => {
    const label = markup`<bdi>${entity.label}</bdi>`;
    return markup`<tr class="figures">
<th scope="row">${
      path === null ? label : markup`<a href="${href(path(encodeURIComponent(entity.id)))}">${label}</a>`
    }</th>
<td class="number">${formats.number(entity.mention_count)}</td>
<td class="number">${entity.average_rating === null ? "–" : formats.number(entity.average_rating, 2)}</td>
${
      hasOpinions
        ? markup`<td class="number">${entity.positive_pct === null ? "–" : formats.percent(entity.positive_pct)}</td>\n`
        : NOTHING
    }</tr>
<tr><td colspan="${hasOpinions ? 4 : 3}">${exampleLinks(context, entity.example_review_ids, entity.label)}</td></tr>
`;
  });
  return markup`<section class="part">
<h2 id="${id}">${heading}</h2>
<div class="wide" tabindex="0" role="region" aria-labelledby="${id}">
<table>
<thead><tr><th scope="col">${words.name}</th><th scope="col" class="number">${words.how_many}</th><th scope="col" class="number">${words.stars}</th>${
    hasOpinions ? markup`<th scope="col" class="number">${capital(words.positive)}</th>` : NOTHING
  }</tr></thead>
<tbody>
${rows}</tbody>
</table>
</div>
${
    entities.length > MOST_ROWS
      ? markup`<p class="quiet">${
        capital(filled(words.and_more, { count: formats.number(entities.length - MOST_ROWS) }))
      }.</p>`
      : NOTHING
  }
</section>`;
}

function topicTable(context: DataContext): Markup {
  const { snapshot, formats } = context;
  const { words } = formats;
  const { topics } = insightsOf(snapshot);
  if (topics.length === 0) return NOTHING;
  const rows = topics.slice(0, MOST_ROWS).map((topic) =>
    markup`<tr><th scope="row"><bdi>${topic.label}</bdi>${
      exampleLinks(context, topic.example_review_ids, topic.label)
    }</th><td class="number">${formats.number(topic.mention_count)}</td></tr>\n`
  );
  return markup`<section class="part" aria-labelledby="topics">
<h2 id="topics">${words.topics}</h2>
<table>
<thead><tr><th scope="col">${words.topic}</th><th scope="col" class="number">${words.how_many}</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
</section>`;
}

function monthSection(context: DataContext): Markup {
  const { temporal } = insightsOf(context.snapshot);
  const { monthly } = temporal;
  if (monthly.length === 0) return NOTHING;
  const told = trendWords(context.formats, temporal);
  return markup`<section class="part" aria-labelledby="months">
<h2 id="months">${context.formats.words.months}</h2>
${told === null ? NOTHING : markup`<p>${told}</p>`}
${
    monthly.length < FEWEST_MONTHS
      ? monthTable(context.formats, monthly)
      : monthChart(context, monthly.slice(-MOST_MONTHS))
  }
</section>`;
}

/**
 * Links to reviews by their authors' names. Equal names are shown with dates, or, if all are equal, by dates alone:
 * "Anonymous, Anonymous" helps nobody.
 *
 * @param subject Subject of the examples, of which there may be more.
 * @param most Maximum number of links.
 */
function exampleLinks(
  { snapshot, href, formats }: DataContext,
  ids: readonly string[],
  subject: string,
  most = 4,
): Markup {
  const { words } = formats;
  const reviews = ids.slice(0, most).flatMap((id) => reviewById(snapshot, id) ?? []);
  if (reviews.length === 0) return NOTHING;
  const names = reviews.map(({ author }) => author);
  const isOneName = reviews.length > 1 && names.every((name) => name === names[0]);
  const textOf = ({ author, date }: Review) => {
    const name = markup`<bdi>${shortName(author)}</bdi>`;
    if (isOneName) return timeOf(formats, date);
    return names.indexOf(author) === names.lastIndexOf(author) ? name : markup`${name} (${timeOf(formats, date)})`;
  };
  const of = markup`<span class="hidden">${filled(words.examples_of, { subject })}</span>`;
  return markup`<p class="examples quiet">${phrase(words.examples, { of })} ${
    reviews.map((review, at) =>
      markup`${at === 0 ? "" : ", "}<a href="${href(`/reviews/${review.id}`)}">${textOf(review)}</a>`
    )
  }</p>`;
}
