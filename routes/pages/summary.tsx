import { shortened } from "../../domain/cut_text.ts";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { EntityInsight, InsightsDocument } from "../../domain/documents/insights_document.ts";
import type { PagePart } from "../../domain/page_settings.ts";
import { namedDate } from "../../domain/review.ts";
import { aggregateRatingOf, insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { reviewAt } from "../../domain/queries/snapshot_reviews.ts";
import { counted, phrase, timeOf } from "./frame/formats.ts";
import { jsonAlternate, type Markup, markup, NOTHING } from "./frame/markup.ts";
import type { DataContext } from "./frame/page_context.ts";
import { pageFrame } from "./frame/page_frame.ts";
import { preparedPage } from "./frame/respond_page.ts";
import { filled } from "./language/page_language.ts";
import { insightsNote, proseAttributes, proseOf, translated } from "./parts/prose.ts";
import { aspectList, subjectLabel } from "./parts/subject_list.ts";
import { summaryPictures } from "./parts/summary_pictures.tsx";
import { thingCards } from "./parts/thing_cards.tsx";
import type { Services } from "../services.ts";

type Aspects = InsightsDocument["aspects"];
type Asked = Pick<InsightsDocument["faq"][number], "question" | "answer">;

const MOST_PICTURED = 5;

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
  const { summary, summary_translations, aspects } = insightsOf(snapshot);
  const shownSummary = translated(context, summary, summary_translations);
  const shownAspects = snapshot.pages.hide.includes("aspects") ? [] : aspects;
  const pictured = aspectList(context, shownAspects.slice(0, MOST_PICTURED), quotations);
  const others = aspectList(context, shownAspects.slice(MOST_PICTURED), quotations);
  const tabs = tabsOf(context, others).filter(({ parts }) => parts.some((part) => part !== NOTHING));
  return pageFrame(context, {
    title: words.nav_summary,
    description: shortened(shownSummary.text ?? filled(words.say_together, { name }), 300),
    path: "/summary",
    section: "/summary",
    head: jsonAlternate("/insights.json"),
    main: (
      <div class="summary">
        <h1 class="small">{phrase(words.say_together, { name: <bdi>{name}</bdi> })}</h1>
        {summaryPictures(context, pictured)}
        {tabs.length > 1 && (
          <fieldset class="tabs">
            <legend class="hidden">{words.nav_summary}</legend>
            {tabs.map(({ id, label }, at) => (
              <label>
                <input type="radio" name="tab" id={`tab-${id}`} checked={at === 0} />
                {label}
              </label>
            ))}
          </fieldset>
        )}
        {tabs.map(({ id, parts }) => <div class="panel" id={`panel-${id}`}>{parts}</div>)}
        {sourceNote(context)}
        {snapshot.operatorInsights && pictured === NOTHING && insightsNote(context)}
      </div>
    ),
  });
}

interface Tab {
  readonly id: string;
  readonly label: string;
  readonly parts: readonly Markup[];
}

/** Tabs of the page. A part that is hidden, or without content, is `NOTHING`. */
function tabsOf(context: DataContext, otherAspects: Markup): readonly Tab[] {
  const { snapshot, formats: { words } } = context;
  const shown = (part: PagePart, make: (context: DataContext) => Markup) =>
    snapshot.pages.hide.includes(part) ? NOTHING : make(context);
  return [
    {
      id: "subjects",
      label: words.subjects_tab,
      parts: [
        shown("summary", summaryText),
        questionSection(context),
        otherFigures(context, otherAspects),
      ],
    },
    { id: "people", label: words.people, parts: [shown("technicians", () => thingSection(context, "technicians"))] },
    { id: "services", label: words.services, parts: [shown("services", () => thingSection(context, "services"))] },
  ];
}

function summaryText(context: DataContext): Markup {
  const { summary, summary_translations } = insightsOf(context.snapshot);
  const { text, isTranslated } = translated(context, summary, summary_translations);
  if (text === null) return NOTHING;
  return (
    <>
      {markup`<p class="prose text"${proseAttributes(context, text, isTranslated)}>${proseOf(text)}</p>`}
      {lowReviews(context)}
    </>
  );
}

/** Link to the reviews of one and two stars: a serious complaint of one review is in no figure. */
function lowReviews({ snapshot, formats, formats: { words } }: DataContext): Markup {
  const { distribution } = aggregateRatingOf(snapshot);
  const low = distribution[1] + distribution[2];
  if (low === 0) return NOTHING;
  return (
    <p>
      <a class="more" href="/?max_rating=2#reviews">
        {filled(words.low_reviews, { reviews: counted(formats, low, "review") })}
      </a>
    </p>
  );
}

function questionSection(context: DataContext): Markup {
  const { faq, aspects, entities } = insightsOf(context.snapshot);
  if (faq.length === 0) return NOTHING;
  const lists = { ...entities, aspects };
  const quotesOf = (about: InsightsDocument["faq"][number]["about"]) =>
    about === undefined ? [] : lists[about.kind].find(({ id }) => id === about.id)?.quotes ?? [];
  return (
    <section class="part" aria-labelledby="questions">
      <h2 id="questions">{context.formats.words.questions}</h2>
      {faq.map((entry, at) => {
        const { text: { question, answer }, isTranslated } = translated<Asked>(context, entry, entry.translations);
        return (
          <details class="question" open={at === 0}>
            <summary>
              {markup`<h3${proseAttributes(context, question, isTranslated)}>${proseOf(question)}</h3>`}
            </summary>
            {markup`<p class="text"${proseAttributes(context, answer, isTranslated)}>${
              withLinks(answer, quotesOf(entry.about))
            }</p>`}
          </details>
        );
      })}
    </section>
  );
}

type Quotes = NonNullable<Aspects[number]["quotes"]>;

/** Text of the insights in which each quotation is a link to its review. */
function withLinks(text: string, [quote, ...others]: Quotes): Markup {
  if (quote === undefined) return proseOf(text);
  const link = markup`<a href="/reviews/${quote.review_id}">${quote.text}</a>`;
  return markup`${
    text.split(quote.text).map((piece, at) => markup`${at === 0 ? NOTHING : link}${withLinks(piece, others)}`)
  }`;
}

type Counted = Pick<EntityInsight, "id" | "label" | "mention_count">;

/** What else is counted: further aspects, problems with a link to their reviews, places and topics. */
function otherFigures(context: DataContext, otherAspects: Markup): Markup {
  const { snapshot, formats: { words, number } } = context;
  const { topics, entities: { problems, service_areas } } = insightsOf(snapshot);
  const list = (heading: string, things: readonly Counted[], kind: "problems" | "topics" | null) =>
    things.length > 0 && (
      <section>
        <h3>{heading}</h3>
        <ul class="tags">
          {things.map((thing) => {
            const label = <bdi>{kind === null ? thing.label : subjectLabel(context, kind, thing)}</bdi>;
            const query = `problem=${encodeURIComponent(thing.id)}`;
            return (
              <li>
                {kind === "problems" ? <a href={`/?${query}#reviews`}>{label}</a> : label}{" "}
                <b>{number(thing.mention_count)}</b>
              </li>
            );
          })}
        </ul>
      </section>
    );
  if (otherAspects === NOTHING && problems.length + service_areas.length + topics.length === 0) return NOTHING;
  return (
    <details class="figures-of">
      <summary>{words.all_figures}</summary>
      {otherAspects}
      {list(words.problems, problems, "problems")}
      {list(words.places, service_areas, null)}
      {list(words.topics, topics, "topics")}
    </details>
  );
}

/** People or services, the most mentioned with a quotation. */
function thingSection(context: DataContext, kind: "technicians" | "services"): Markup {
  const { words } = context.formats;
  const things = insightsOf(context.snapshot).entities[kind];
  if (things.length === 0) return NOTHING;
  return (
    <section class="part" aria-labelledby={kind}>
      <h2 id={kind}>{kind === "services" ? words.services : words.people}</h2>
      {thingCards(context, kind, things, "cards", things.map(quotations))}
    </section>
  );
}

function sourceNote(context: DataContext): Markup {
  const { snapshot, formats, formats: { words } } = context;
  const { review_count } = insightsOf(snapshot);
  if (snapshot.reviewCount === 0) return <p class="quiet">{words.there_are_none}</p>;
  const [newest, oldest] = [reviewAt(snapshot, 0), reviewAt(snapshot, snapshot.reviewCount - 1)];
  return (
    <p class="quiet">
      {phrase(words.drawn_from, {
        reviews: counted(formats, review_count, "review"),
        first: timeOf(formats, namedDate(oldest)),
        last: timeOf(formats, namedDate(newest)),
      })}
    </p>
  );
}

/** The sentences of both sides of a subject, each a link to its review. */
function quotations({ quotes = [] }: { readonly quotes?: Quotes | undefined }): Markup {
  return (
    <>
      {quotes.map(({ text, review_id }) => (
        <blockquote class="evidence">
          <a href={`/reviews/${review_id}`} dir="auto">{text}</a>
        </blockquote>
      ))}
    </>
  );
}
