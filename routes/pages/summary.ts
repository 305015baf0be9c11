import type { OpenAPIHono } from "@hono/zod-openapi";
import type { EntityInsight, InsightsDocument } from "../../domain/documents/insights_document.ts";
import { bar, sourceLink } from "./parts/rating_figures.ts";
import { reviewFigures } from "../../domain/documents/review_figures.ts";
import type { PagePart } from "../../domain/page_settings.ts";
import { isPrintable } from "../../domain/insights/text/printable.ts";
import { splitSentences } from "../../domain/insights/text/sentence_split.ts";
import { wordsOf } from "../../domain/insights/text/words_of.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { reviewById } from "../../domain/queries/snapshot_reviews.ts";
import { strengthsOf } from "../../domain/insights/figures/strengths.ts";
import { capital, counted, phrase, timeOf } from "./frame/formats.ts";
import { jsonAlternate, type Markup, markup, NOTHING } from "./frame/markup.ts";
import type { DataContext } from "./frame/page_context.ts";
import { pageFrame } from "./frame/page_frame.ts";
import { preparedPage } from "./frame/respond_page.ts";
import { filled } from "./language/page_language.ts";
import { monthChart, monthTable, trendWords } from "./parts/month_chart.ts";
import { insightsNote, proseAttributes, proseOf, starsAlone, translated } from "./parts/prose.ts";
import { aspectList, subjectLabel } from "./parts/subject_list.ts";
import type { Services } from "../services.ts";

type Asked = Pick<InsightsDocument["faq"][number], "question" | "answer">;

const MOST_ROWS = 100;
const MOST_PICTURED = 5;
const MOST_EVIDENCE = 160;
const OPEN_QUESTIONS = 1;

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
  const { summary, summary_translations } = insightsOf(snapshot);
  const told = translated(context, summary, summary_translations);
  const tabs = tabsOf(context).filter(({ parts }) => parts.some((part) => part !== NOTHING));
  return pageFrame(context, {
    title: words.nav_summary,
    description: (told.text ?? filled(words.say_together, { name })).slice(0, 300),
    path: "/summary",
    section: "/summary",
    head: jsonAlternate("/insights.json"),
    main: markup`<div class="summary">
<h1 class="small">${phrase(words.say_together, { name: markup`<bdi>${name}</bdi>` })}</h1>
${pictures(context)}
${
      tabs.length < 2 ? NOTHING : markup`<fieldset class="tabs">
<legend class="hidden">${words.nav_summary}</legend>
${
        tabs.map(({ id, label }, at) =>
          markup`<label><input type="radio" name="tab" id="tab-${id}"${
            at === 0 ? markup` checked` : NOTHING
          }>${label}</label>\n`
        )
      }</fieldset>`
    }
${tabs.map(({ id, parts }) => markup`<div class="panel" id="panel-${id}">${parts}</div>\n`)}
${sourceNote(context)}
</div>`,
  });
}

interface Tab {
  readonly id: string;
  readonly label: string;
  readonly parts: readonly Markup[];
}

/** Tabs of the page. A part that is hidden, or without content, is `NOTHING`. */
function tabsOf(context: DataContext): readonly Tab[] {
  const { snapshot, formats: { words } } = context;
  const { summary, summary_translations, entities } = insightsOf(snapshot);
  const { text, isTranslated } = translated(context, summary, summary_translations);
  const shown = (part: PagePart, make: () => Markup) => snapshot.pages.hide.includes(part) ? NOTHING : make();
  const labelled = (kind: "problems" | "topics", found: readonly Counted[]) =>
    found.map((one) => ({ ...one, label: subjectLabel(context, kind, one) }));
  const path = (kind: string) => ({ id }: Counted) => `/${kind}/${encodeURIComponent(id)}`;
  const ofProblem = ({ id }: Counted) => `/?problem=${encodeURIComponent(id)}#reviews`;
  return [
    {
      id: "subjects",
      label: words.subjects_tab,
      parts: [
        text === null ? NOTHING : shown(
          "summary",
          () => markup`<p class="prose text"${proseAttributes(context, text, isTranslated)}>${proseOf(text)}</p>`,
        ),
        shown("aspects", () => aspectSection(context)),
        questionSection(context),
        allFigures(context, [
          table(context, "problems", words.problems, labelled("problems", entities.problems), ofProblem),
          table(context, "areas", words.places, entities.service_areas),
          table(context, "topics", words.topics, labelled("topics", insightsOf(snapshot).topics)),
        ]),
      ],
    },
    {
      id: "people",
      label: words.people,
      parts: [
        shown(
          "technicians",
          () => thingSection(context, "technicians", words.people, entities.technicians, path("technicians")),
        ),
      ],
    },
    {
      id: "services",
      label: words.services,
      parts: [
        shown("services", () => thingSection(context, "services", words.services, entities.services, path("services"))),
      ],
    },
    {
      id: "trend",
      label: words.trend,
      parts: [shown("trend", () => trendSection(context))],
    },
  ];
}

function trendSection(context: DataContext): Markup {
  const { formats, formats: { words } } = context;
  const { temporal } = insightsOf(context.snapshot);
  if (temporal.monthly.length === 0) return NOTHING;
  const told = trendWords(formats, temporal);
  return markup`<section class="part" aria-labelledby="months">
<h2 id="months">${words.months}</h2>
<ul class="plain">
${told === null ? NOTHING : markup`<li>${told}</li>\n`}${
    strengthsOf(insightsOf(context.snapshot)).changes.map(({ subject, trend }) =>
      markup`<li>${
        phrase(words[`subject_${trend}`], { subject: markup`<bdi>${subjectLabel(context, "aspects", subject)}</bdi>` })
      }</li>\n`
    )
  }</ul>
${allFigures(context, [monthTable(formats, temporal.monthly)])}
</section>`;
}

/** One screen of pictures: aspects, trend, sources and replies. */
function pictures(context: DataContext): Markup {
  const { snapshot, formats } = context;
  const { words } = formats;
  const { aspects, customer, temporal } = insightsOf(snapshot);
  const { ratings_by_source: sources, replies: { replied_pct, median_days } } = reviewFigures(snapshot);
  const { hide } = snapshot.pages;
  const card = (heading: string, content: Markup | readonly Markup[]) =>
    markup`<section class="picture">
<h2>${heading}</h2>
${content}
</section>
`;
  const all = Math.max(1, ...sources.map(({ review_count }) => review_count));
  const told = trendWords(formats, temporal);
  const cards = [
    ...aspects.length === 0 || hide.includes("aspects") ? [] : [card(
      filled(words.subjects, { customers: customer?.many ?? "customers" }),
      markup`${aspectList(context, aspects.slice(0, MOST_PICTURED))}
<p class="quiet">${words.counts_are_reviews}</p>`,
    )],
    ...temporal.monthly.length === 0 || hide.includes("trend") ? [] : [card(
      words.trend,
      markup`${told === null ? NOTHING : markup`<p>${told}</p>`}${monthChart(context, temporal.monthly)}`,
    )],
    ...sources.length < 2 ? [] : [card(
      words.by_source,
      markup`<ul class="sources">
${
        sources.slice(0, MOST_PICTURED).map(({ review_count, rating_value, ...source }) =>
          markup`<li><p>${sourceLink(words, source)} <span class="quiet">${
            filled(words.stars_and_reviews, {
              stars: formats.stars(rating_value ?? 0),
              reviews: counted(formats, review_count, "review"),
            })
          }</span></p>${bar(review_count / all * 100)}</li>\n`
        )
      }</ul>`,
    )],
    ...median_days === null || replied_pct === null ? [] : [card(
      words.replies_heading,
      markup`<p class="mean"><span class="big">${formats.percent(replied_pct)}</span></p>
${bar(replied_pct)}
<p class="quiet">${
        filled(words.replies_said, { share: formats.percent(replied_pct), days: formats.days(median_days) })
      }</p>`,
    )],
  ];
  return cards.length === 0 ? NOTHING : markup`<div class="pictures">
${cards}</div>`;
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

function aspectSection(context: DataContext): Markup {
  const { snapshot, formats: { words } } = context;
  const { aspects, customer } = insightsOf(snapshot);
  if (aspects.length === 0) return NOTHING;
  return markup`<section class="part" aria-labelledby="aspects">
<h2 id="aspects">${filled(words.subjects, { customers: customer?.many ?? "customers" })}</h2>
${
    aspectList(context, aspects, ({ label, top_phrases, example_review_ids }) =>
      evidence(context, example_review_ids, hasOneOf([...top_phrases, label])))
  }
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
${evidence(context, entry.source_review_ids, (sentence) => entry.answer.includes(`“${sentence}”`))}
</details>
`;
  });
  return markup`<section class="part" aria-labelledby="questions">
<h2 id="questions">${context.formats.words.questions}</h2>
${items}</section>`;
}

type Counted = Pick<EntityInsight, "id" | "label" | "mention_count" | "example_review_ids"> & Partial<EntityInsight>;

/** People or services: cards with their stars and a quotation, then the table of all. */
function thingSection(
  context: DataContext,
  id: string,
  heading: string,
  things: readonly EntityInsight[],
  path: (entity: Counted) => string,
): Markup {
  const { formats } = context;
  if (things.length === 0) return NOTHING;
  const cards = things.slice(0, 2 * MOST_PICTURED).map((thing) =>
    markup`<li><p><a href="${path(thing)}"><bdi>${thing.label}</bdi></a> <span class="quiet">${
      filled(formats.words.stars_and_reviews, {
        stars: thing.average_rating === null ? "–" : formats.stars(thing.average_rating),
        reviews: counted(formats, thing.mention_count, "review"),
      })
    }</span></p>${evidence(context, thing.example_review_ids, hasOneOf(thing.label.split(" ")))}</li>\n`
  );
  return markup`<section class="part" aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
<ul class="cards">
${cards}</ul>
${allFigures(context, [table(context, `${id}-figures`, `${heading}: ${formats.words.all_figures}`, things, path)])}
</section>`;
}

function allFigures({ formats: { words } }: DataContext, tables: readonly Markup[]): Markup {
  if (tables.every((one) => one === NOTHING)) return NOTHING;
  return markup`<details class="figures-of">
<summary>${words.all_figures}</summary>
${tables}</details>`;
}

function table(
  { formats }: DataContext,
  id: string,
  heading: string,
  things: readonly Counted[],
  path?: (thing: Counted) => string,
): Markup {
  const { words } = formats;
  if (things.length === 0) return NOTHING;
  const hasStars = things.some(({ average_rating }) => average_rating !== undefined);
  const number = (text: string) => markup`<td class="number">${text}</td>`;
  const rows = things.slice(0, MOST_ROWS).map((thing) => {
    const label = markup`<bdi>${thing.label}</bdi>`;
    return markup`<tr><th scope="row">${
      path === undefined ? label : markup`<a href="${path(thing)}">${label}</a>`
    }</th>${number(formats.number(thing.mention_count))}${
      hasStars ? number(thing.average_rating == null ? "–" : formats.stars(thing.average_rating)) : NOTHING
    }</tr>\n`;
  });
  return markup`<section>
<h3 id="${id}">${heading}</h3>
<div class="wide" tabindex="0" role="region" aria-labelledby="${id}">
<table>
<thead><tr><th scope="col">${words.name}</th><th scope="col" class="number">${words.how_many}</th>${
    hasStars ? markup`<th scope="col" class="number">${words.stars}</th>` : NOTHING
  }</tr></thead>
<tbody>
${rows}</tbody>
</table>
</div>
${
    things.length > MOST_ROWS
      ? markup`<p class="quiet">${
        capital(filled(words.and_more, { count: formats.number(things.length - MOST_ROWS) }))
      }.</p>`
      : NOTHING
  }
</section>`;
}

function hasOneOf(terms: readonly string[]): (sentence: string) => boolean {
  return (sentence) => terms.some((term) => sentence.toLowerCase().includes(term.toLowerCase()));
}

/** Sentences of reviews as evidence, each a link to its review: those with one of the terms, whole, without accusations. */
function evidence({ snapshot }: DataContext, ids: readonly string[], isAbout: (sentence: string) => boolean): Markup {
  const quotes = ids.flatMap((id) => {
    const text = reviewById(snapshot, id)?.text;
    if (text == null) return [];
    const sentence = splitSentences(text).find((one) =>
      isAbout(one) && one.length <= MOST_EVIDENCE && isPrintable(wordsOf(one))
    );
    if (sentence === undefined) return [];
    return [{ id, sentence }];
  }).slice(0, 1);
  if (quotes.length === 0) return NOTHING;
  return markup`${
    quotes.map(({ id, sentence }) =>
      markup`<blockquote class="evidence"><a href="/reviews/${id}" dir="auto">${sentence}</a></blockquote>`
    )
  }`;
}
