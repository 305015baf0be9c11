import type { OpenAPIHono } from "@hono/zod-openapi";
import type { EntityInsight } from "../../domain/documents/insights_document.ts";
import type { PagePart } from "../../domain/page_settings.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import type { Services } from "../services.ts";
import { type Markup, markup, NOTHING } from "./frame/markup.ts";
import type { DataContext } from "./frame/page_context.ts";
import { pageFrame } from "./frame/page_frame.ts";
import { respondPreparedPage } from "./frame/respond_page.ts";
import { counted, timeOf } from "./frame/words.ts";
import { exampleLinks } from "./parts/example_links.ts";
import { monthChart, trendWords } from "./parts/month_chart.ts";
import { opinionBar, opinionCount } from "./parts/opinion_bar.ts";
import { directionOf, proseOf } from "./parts/prose.ts";

// A page for people; /insights.json has all of them.
const MOST_MONTHS = 60;
const MOST_ROWS = 100;

/** Registers GET `/summary`: all that the analysis says of the reviews together. */
export function registerSummaryPage(app: OpenAPIHono, services: Services): void {
  app.get("/summary", ({ req }) => respondPreparedPage(req.raw, services, "/summary", summaryPage));
}

function summaryPage(context: DataContext): Markup {
  const { snapshot, href } = context;
  const { name } = snapshot.business;
  const { summary, entities, aspects } = insightsOf(snapshot);
  const shown = (part: PagePart, make: () => Markup) => snapshot.pages.hide.includes(part) ? NOTHING : make();
  return pageFrame(context, {
    title: "Summary",
    description: (summary ?? `What the reviews of ${name} say together.`).slice(0, 300),
    path: "/summary",
    section: "/summary",
    main: markup`<h1 class="small">What the reviews of <bdi>${name}</bdi> say together</h1>
${origin(context)}
${
      summary === null
        ? NOTHING
        : shown("summary", () => markup`<p class="prose text" dir="${directionOf(summary)}">${proseOf(summary)}</p>`)
    }
${questions(context)}
${aspects.length === 0 ? NOTHING : shown("aspects", () => aspectTable(context))}
${shown("services", () => entityTable(context, "services", "Services", entities.services, (id) => `/services/${id}`))}
${
      shown("technicians", () =>
        entityTable(context, "technicians", "People", entities.technicians, (id) => `/technicians/${id}`))
    }
${entityTable(context, "problems", "Problems", entities.problems, (id) => `/?problem=${id}#reviews`, false)}
${entityTable(context, "areas", "Places", entities.service_areas, null)}
${topicTable(context)}
${shown("trend", () => monthSection(context))}
<p class="paging"><a class="button" href="${href("/insights.json")}">All of this as JSON</a></p>`,
  });
}

/** Who says so, and when. */
function origin({ snapshot, formats }: DataContext): Markup {
  const { model, generated_at, review_count, date_range: { earliest, latest } } = insightsOf(snapshot);
  const range = earliest === null || latest === null
    ? NOTHING
    : markup`, written from ${timeOf(formats, earliest)} to ${timeOf(formats, latest)}`;
  if (review_count === 0) return markup`<p class="quiet">There are no reviews yet.</p>`;
  return markup`<p class="quiet">Drawn from ${
    counted(formats, review_count, "review")
  }${range}, by a program (<bdi>${model}</bdi>)${
    generated_at === null ? NOTHING : markup`, as of ${timeOf(formats, generated_at.slice(0, 10))}`
  }.</p>`;
}

function questions(context: DataContext): Markup {
  const { faq } = insightsOf(context.snapshot);
  if (faq.length === 0) return NOTHING;
  const items = faq.map(({ question, answer, source_review_ids }) =>
    markup`<details class="question">
<summary><h3 dir="${directionOf(question)}">${proseOf(question)}</h3></summary>
<p class="text" dir="${directionOf(answer)}">${proseOf(answer)}</p>
${exampleLinks(context, source_review_ids, question, source_review_ids.length)}
</details>
`
  );
  return markup`<section class="part" aria-labelledby="questions">
<h2 id="questions">Questions that the reviews answer</h2>
${items}</section>`;
}

function aspectTable(context: DataContext): Markup {
  const { snapshot, formats, href } = context;
  const rows = insightsOf(snapshot).aspects.map((aspect) =>
    markup`<tr class="figures">
<th scope="row"><a href="${
      href(`/?aspect=${encodeURIComponent(aspect.id)}`)
    }#reviews"><bdi>${aspect.label}</bdi></a></th>
<td class="number">${formats.number(aspect.mention_count)}</td>
<td class="number">${opinionCount(context, aspect, "positive")}</td>
<td class="number">${opinionCount(context, aspect, "neutral")}</td>
<td class="number">${opinionCount(context, aspect, "negative")}</td>
<td class="share">${opinionBar(aspect)}</td>
</tr>
<tr><td colspan="6">${
      aspect.top_phrases.length === 0
        ? NOTHING
        : markup`<p class="quiet phrases">${
          aspect.top_phrases.slice(0, 5).map((phrase, at) => markup`${at === 0 ? "" : ", "}“<bdi>${phrase}</bdi>”`)
        }</p>`
    }${exampleLinks(context, aspect.example_review_ids, aspect.label)}</td></tr>
`
  );
  return markup`<section class="part">
<h2 id="aspects">What customers speak of</h2>
<div class="wide" tabindex="0" role="region" aria-labelledby="aspects">
<table>
<thead><tr><th scope="col">Aspect</th><th scope="col" class="number">Reviews</th><th scope="col" class="number">Good</th><th scope="col" class="number">Neutral</th><th scope="col" class="number">Bad</th><th scope="col" class="share"><span class="hidden">Share</span></th></tr></thead>
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
  /** Whether it is told how many of the reviews are positive; of those on a problem it says nothing of the problem. */
  hasOpinions = true,
): Markup {
  const { formats, href } = context;
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
<thead><tr><th scope="col">Name</th><th scope="col" class="number">Reviews</th><th scope="col" class="number">Stars</th>${
    hasOpinions ? markup`<th scope="col" class="number">Positive</th>` : NOTHING
  }</tr></thead>
<tbody>
${rows}</tbody>
</table>
</div>
${
    entities.length > MOST_ROWS
      ? markup`<p class="quiet">And ${formats.number(entities.length - MOST_ROWS)} more.</p>`
      : NOTHING
  }
</section>`;
}

function topicTable(context: DataContext): Markup {
  const { snapshot, formats } = context;
  const { topics } = insightsOf(snapshot);
  if (topics.length === 0) return NOTHING;
  const rows = topics.slice(0, MOST_ROWS).map((topic) =>
    markup`<tr><th scope="row"><bdi>${topic.label}</bdi>${
      exampleLinks(context, topic.example_review_ids, topic.label)
    }</th><td class="number">${formats.number(topic.mention_count)}</td></tr>\n`
  );
  return markup`<section class="part" aria-labelledby="topics">
<h2 id="topics">Topics</h2>
<table>
<thead><tr><th scope="col">Topic</th><th scope="col" class="number">Reviews</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
</section>`;
}

function monthSection(context: DataContext): Markup {
  const { monthly, trend } = insightsOf(context.snapshot).temporal;
  if (monthly.length === 0) return NOTHING;
  return markup`<section class="part" aria-labelledby="months">
<h2 id="months">Month by month</h2>
${trend === null ? NOTHING : markup`<p>${trendWords(trend)}</p>`}
${monthChart(context, monthly.slice(-MOST_MONTHS))}
</section>`;
}
