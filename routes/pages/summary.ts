import type { OpenAPIHono } from "@hono/zod-openapi";
import type { EntityInsight, InsightsDocument } from "../../domain/documents/insights_document.ts";
import { sourceLink } from "./parts/rating_figures.ts";
import { reviewFigures } from "../../domain/documents/review_figures.ts";
import type { PagePart } from "../../domain/page_settings.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { reviewById } from "../../domain/queries/snapshot_reviews.ts";
import { strengthsOf } from "../../domain/queries/strengths.ts";
import { capital, counted, phrase, timeOf } from "./frame/formats.ts";
import { type Markup, markup, NOTHING } from "./frame/markup.ts";
import type { DataContext } from "./frame/page_context.ts";
import { pageFrame } from "./frame/page_frame.ts";
import { preparedPage } from "./frame/respond_page.ts";
import { filled } from "./language/page_language.ts";
import { monthChart, trendWords } from "./parts/month_chart.ts";
import { insightsNote, proseAttributes, proseOf, starsAlone, translated } from "./parts/prose.ts";
import { aspectList, subjectLabel } from "./parts/subject_list.ts";
import type { Services } from "../services.ts";

type Asked = Pick<InsightsDocument["faq"][number], "question" | "answer">;

const MOST_ROWS = 100;
const MOST_EXAMPLES = 2;
const MOST_SOURCES = 4;
const OPEN_QUESTIONS = 3;

/**
 * Registers GET `/summary`: the insights as a page. Its summary and its answers with quotations come from
 * `/insights.json` (`domain/insights/prose/`).
 */
export function registerSummaryPage(app: OpenAPIHono, services: Services): void {
  const page = preparedPage(services, summaryPage);
  app.get("/summary", ({ req }) => page(req.raw));
}

function summaryPage(context: DataContext): Markup {
  const { snapshot, formats: { words } } = context;
  const { name } = snapshot.business;
  const { summary, summary_translations, entities, aspects } = insightsOf(snapshot);
  const told = translated(context, summary, summary_translations);
  const problems = entities.problems.map((problem) => ({
    ...problem,
    label: subjectLabel(context, "problems", problem),
  }));
  const shown = (part: PagePart, make: () => Markup) => snapshot.pages.hide.includes(part) ? NOTHING : make();
  return pageFrame(context, {
    title: words.nav_summary,
    description: (told.text ?? filled(words.say_together, { name })).slice(0, 300),
    path: "/summary",
    section: "/summary",
    main: markup`<h1 class="small">${phrase(words.say_together, { name: markup`<bdi>${name}</bdi>` })}</h1>
${shown("summary", () => strengthSection(context))}
${
      told.text === null ? NOTHING : shown(
        "summary",
        () =>
          markup`<p class="prose text"${proseAttributes(context, told.text ?? "", told.isTranslated)}>${
            proseOf(told.text ?? "")
          }</p>`,
      )
    }
${aspects.length === 0 ? NOTHING : shown("aspects", () => aspectSection(context))}
${questionSection(context)}
${sourceSection(context)}
${
      shown("services", () =>
        entityTable(context, "services", words.services, entities.services, ({ id }) =>
          `/services/${encodeURIComponent(id)}`))
    }
${
      shown("technicians", () =>
        entityTable(context, "technicians", words.people, entities.technicians, ({ id }) =>
          `/technicians/${encodeURIComponent(id)}`))
    }
${
      entityTable(context, "problems", words.problems, problems, ({ id }) =>
        `/?problem=${encodeURIComponent(id)}#reviews`, false)
    }
${entityTable(context, "areas", words.places, entities.service_areas, null)}
${topicTable(context)}
${shown("trend", () => monthSection(context))}
${sourceNote(context)}
<p class="paging"><a class="button" href="/insights.json">${words.summary_as_json}</a></p>`,
  });
}

function strengthSection(context: DataContext): Markup {
  const { snapshot, formats } = context;
  const { words } = formats;
  const insights = insightsOf(snapshot);
  const { strengths, complaints, changes } = strengthsOf(insights);
  const item = (query: string, label: string, count: string) =>
    markup`<li><a href="/?${query}#reviews"><bdi>${label}</bdi></a> <span class="quiet">${count}</span></li>\n`;
  // Uses the words of the list of aspects, because the prose counts the reviews of both sides.
  const said = (words: string, count: number) => filled(words, { count: formats.number(count) });
  const praised = strengths.map((subject) =>
    item(
      `aspect=${encodeURIComponent(subject.id)}&sentiment=positive`,
      subjectLabel(context, "aspects", subject),
      said(words.count_good, subject.positive_count),
    )
  );
  const criticised = complaints.map(({ kind, subject, count }) =>
    item(
      kind === "problems"
        ? `problem=${encodeURIComponent(subject.id)}`
        : `aspect=${encodeURIComponent(subject.id)}&sentiment=negative`,
      subjectLabel(context, kind, subject),
      kind === "problems" ? counted(formats, count, "review") : said(words.count_bad, count),
    )
  );
  const told = trendWords(context.formats, insights.temporal);
  const changed = [
    ...told === null ? [] : [markup`<li>${told}</li>\n`],
    ...changes.map(({ subject, trend }) =>
      markup`<li>${
        phrase(words[`subject_${trend}`], { subject: markup`<bdi>${subjectLabel(context, "aspects", subject)}</bdi>` })
      }</li>\n`
    ),
  ];
  const part = (id: string, heading: string, items: readonly Markup[]) =>
    items.length === 0 ? NOTHING : markup`<section aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
<ul>
${items}</ul>
</section>
`;
  if (praised.length + criticised.length + changed.length === 0) return NOTHING;
  return markup`<div class="strengths">
${part("praised", words.strengths, praised)}${part("criticised", words.complaints, criticised)}${
    part("changed", words.changed, changed)
  }</div>`;
}

function sourceNote(context: DataContext): Markup {
  const { snapshot, formats } = context;
  const { words } = formats;
  const { aspects, model, generated_at, review_count, date_range: { earliest, latest } } = insightsOf(snapshot);
  if (earliest === null || latest === null) return markup`<p class="quiet">${words.there_are_none}</p>`;
  const computed = generated_at === null ? words.drawn_from : words.drawn_from_on;
  const said = phrase(snapshot.operatorInsights ? words.supplied_for : computed, {
    reviews: counted(formats, review_count, "review"),
    first: timeOf(formats, earliest),
    last: timeOf(formats, latest),
    model: markup`<bdi>${model}</bdi>`,
    day: generated_at === null ? NOTHING : timeOf(formats, generated_at.slice(0, 10)),
  });
  return markup`<p class="quiet">${said}${aspects.length === 0 ? starsAlone(context) : ""}</p>`;
}

function sourceSection({ snapshot, formats }: DataContext): Markup {
  const { words } = formats;
  const { ratings_by_source: sources, replies: { replied_pct, median_days } } = reviewFigures(snapshot);
  if (sources.length < 2 && median_days === null) return NOTHING;
  const rows = sources.slice(0, MOST_ROWS).map(({ review_count, rating_value, ...source }) =>
    markup`<tr><th scope="row">${sourceLink(words, source)}</th><td class="number">${
      formats.number(review_count)
    }</td><td class="number">${rating_value === null ? "–" : formats.stars(rating_value)}</td></tr>\n`
  );
  return markup`<section class="part">
<h2 id="sources">${words.by_source}</h2>
<div class="wide" tabindex="0" role="region" aria-labelledby="sources">
<table>
<thead><tr><th scope="col">${words.filter_source}</th><th scope="col" class="number">${words.how_many}</th><th scope="col" class="number">${words.stars}</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
</div>
${
    median_days === null || replied_pct === null
      ? NOTHING
      : markup`<p class="quiet">${
        filled(words.replies_said, { share: formats.percent(replied_pct), days: formats.days(median_days) })
      }</p>`
  }
</section>`;
}

function aspectSection(context: DataContext): Markup {
  const { snapshot, formats: { words } } = context;
  const { aspects, customer } = insightsOf(snapshot);
  return markup`<section class="part" aria-labelledby="aspects">
<h2 id="aspects">${filled(words.subjects, { customers: customer?.many ?? "customers" })}</h2>
${aspectList(context, aspects, ({ example_review_ids }) => exampleLinks(context, example_review_ids))}
${insightsNote(context)}
</section>`;
}

function questionSection(context: DataContext): Markup {
  const { faq } = insightsOf(context.snapshot);
  if (faq.length === 0) return NOTHING;
  const items = faq.map((entry, at) => {
    const { text: { question, answer }, isTranslated } = translated<Asked>(context, entry, entry.translations);
    return markup`<details class="question"${at < OPEN_QUESTIONS ? markup` open` : NOTHING}>
<summary><h3${proseAttributes(context, question, isTranslated)}>${proseOf(question)}</h3></summary>
<p class="text"${proseAttributes(context, answer, isTranslated)}>${proseOf(answer)}</p>
${exampleLinks(context, entry.source_review_ids, MOST_SOURCES)}
</details>
`;
  });
  return markup`<section class="part" aria-labelledby="questions">
<h2 id="questions">${context.formats.words.questions}</h2>
${items}</section>`;
}

function entityTable(
  context: DataContext,
  id: string,
  heading: string,
  entities: readonly EntityInsight[],
  path: ((entity: EntityInsight) => string) | null,
  /** Whether to show the share of positive reviews, which is meaningless for problems. */
  hasOpinions = true,
): Markup {
  const { formats } = context;
  const { words } = formats;
  if (entities.length === 0) return NOTHING;
  const rows = entities.slice(0, MOST_ROWS).map((entity) => {
    const label = markup`<bdi>${entity.label}</bdi>`;
    return markup`<tr>
<th scope="row">${path === null ? label : markup`<a href="${path(entity)}">${label}</a>`}${
      path === null ? exampleLinks(context, entity.example_review_ids) : NOTHING
    }</th>
<td class="number">${formats.number(entity.mention_count)}</td>
<td class="number">${entity.average_rating === null ? "–" : formats.stars(entity.average_rating)}</td>
${
      hasOpinions
        ? markup`<td class="number">${entity.positive_pct === null ? "–" : formats.percent(entity.positive_pct)}</td>\n`
        : NOTHING
    }</tr>
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
    markup`<tr><th scope="row"><bdi>${subjectLabel(context, "topics", topic)}</bdi>${
      exampleLinks(context, topic.example_review_ids)
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
  const { monthly } = insightsOf(context.snapshot).temporal;
  if (monthly.length === 0) return NOTHING;
  return markup`<section class="part" aria-labelledby="months">
<h2 id="months">${context.formats.words.months}</h2>
${monthChart(context, monthly)}
</section>`;
}

function exampleLinks({ snapshot, formats }: DataContext, ids: readonly string[], most = MOST_EXAMPLES): Markup {
  const { words } = formats;
  const reviews = ids.slice(0, most).flatMap((id) => reviewById(snapshot, id) ?? []);
  if (reviews.length === 0) return NOTHING;
  const links = reviews.map(({ id, rating, date }) =>
    markup`<li><a href="/reviews/${id}">${
      phrase(words.example, {
        stars: counted(formats, rating, "star"),
        day: timeOf(formats, date, formats.shortDay(date)),
      })
    }</a></li>\n`
  );
  return markup`<ul class="tags examples" aria-label="${words.examples}">
${links}</ul>`;
}
