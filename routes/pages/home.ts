import type { OpenAPIHono } from "@hono/zod-openapi";
import { contentOf } from "../../domain/dataset/dataset_head.ts";
import { businessData, isOwnReview } from "../../domain/documents/structured_data.ts";
import type { PagePart } from "../../domain/page_settings.ts";
import { bestQuotes } from "../../domain/queries/best_quotes.ts";
import { namedThings } from "../../domain/queries/named_things.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { aggregateRatingOf, insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { reviewAt } from "../../domain/queries/snapshot_reviews.ts";
import type { Review } from "../../domain/review.ts";
import { SearchFilters } from "../../domain/search/search_filters.ts";
import { publicHeaders } from "../answer/cors.ts";
import { apiLinks } from "../discovery/catalogs.ts";
import { withPageSnapshot } from "./frame/error_page.ts";
import { counted, phrase, timeOf } from "./frame/formats.ts";
import { jsonLd, type Markup, markup, NOTHING } from "./frame/markup.ts";
import { basePath, type DataContext } from "./frame/page_context.ts";
import { pageFrame } from "./frame/page_frame.ts";
import { respondPreparedPage } from "./frame/respond_page.ts";
import { filled } from "./language/page_language.ts";
import { contactDetails, telephoneLink } from "./parts/contact.ts";
import { FEWEST_MONTHS, monthChart, trendWords } from "./parts/month_chart.ts";
import { clippedText, directionOf, proseAttributes, proseOf, shortName } from "./parts/prose.ts";
import { opinionBar, opinionCount, ratingFigures } from "./parts/rating_figures.ts";
import { MOST_CARD_TEXT } from "./parts/review_card.ts";
import { readPageQuery } from "./search/page_filters.ts";
import { respondSearch, searchWithForm } from "./search/search_page.ts";
import { isPageWanted } from "../request/prefers_type.ts";
import type { Services } from "../services.ts";

const MOST_MONTHS = 24;
const MOST_ASPECTS = 8;
// Minimum number of reviews for an aspect on the page.
const FEWEST_MENTIONS = 2;
const FIRST_REVIEWS = 10;
const MOST_SHOWN = 12;

/**
 * Registers GET `/`: the home page, or with filters in the query a page of matching reviews. Clients that do not want
 * HTML are redirected to the API reference.
 */
export function registerHome(app: OpenAPIHono, services: Services): void {
  app.get("/", ({ req: { raw } }) => {
    if (!isPageWanted(raw.headers.get("accept"))) return redirect("/docs");
    const at = raw.url.indexOf("?");
    const query = at === -1 ? { kind: "none" } as const : readPageQuery(raw.url.slice(at + 1));
    switch (query.kind) {
      case "none":
        return respondPreparedPage(raw, services, "/", homePage, { link: apiLinks(services.site) });
      case "untidy":
        return redirect(query.query === "" ? "/#reviews" : `/?${query.query}#reviews`);
      default:
        return withPageSnapshot(raw, services, (snapshot) => respondSearch(raw, services, snapshot, query));
    }
  });

  function redirect(path: string): Response {
    const location = basePath(services.site) + path;
    return new Response(null, {
      status: 302,
      headers: [...publicHeaders(), ["location", location], ["cache-control", "no-store"], ["vary", "Accept"]],
    });
  }
}

/**
 * The home page: the business, the summary, quotations (see `bestQuotes`), trend, aspects, search and the newest
 * reviews.
 */
function homePage(context: DataContext): Markup {
  const { snapshot, formats, site } = context;
  const { business } = snapshot;
  const { words } = formats;
  const { rating_value: mean, review_count: count } = aggregateRatingOf(snapshot);
  const rating = mean === null
    ? words.no_reviews
    : filled(words.from_reviews, { stars: formats.stars(mean), reviews: counted(formats, count, "review") });
  const shown = (part: PagePart, make: (context: DataContext) => Markup) =>
    snapshot.pages.hide.includes(part) ? NOTHING : make(context);
  return pageFrame(context, {
    title: null,
    description: `${business.name}: ${rating}. ${business.description ?? ""}`.trim().slice(0, 300),
    path: "/",
    section: "/",
    // Search engines would take an invented rating, or a business without a name, as real.
    head: contentOf(snapshot) === "imported"
      ? jsonLd(businessData(business, aggregateRatingOf(snapshot), shownReviews(context), isAllOwn(snapshot), site))
      : NOTHING,
    main: markup`${hero(context)}
${shown("summary", summarySection)}
${shown("quotes", quoteSection)}
<div class="halves">
${shown("trend", trendSection)}
${shown("aspects", aspectSection)}
</div>
${shown("services", (context) => namedThingList(context, "services", words.services))}
${shown("technicians", (context) => namedThingList(context, "technicians", words.people))}
<section class="part browse" aria-labelledby="reviews">
${searchWithForm(context, { ...SearchFilters.parse({}), limit: FIRST_REVIEWS }, {})}
</section>`,
  });
}

function isAllOwn({ tally }: Snapshot): boolean {
  return tally.sources.every(({ source, verification }) =>
    isOwnReview({ source, verification: "platform" in verification ? "platform" : "business" })
  );
}

/** Lists the technicians or services that reviews mention, most mentioned first, with links to their pages. */
function namedThingList(
  { snapshot, href, formats }: DataContext,
  kind: "technicians" | "services",
  heading: string,
): Markup {
  const things = namedThings(snapshot, kind).flatMap(({ id, label, insight }) =>
    insight === null || insight.mention_count === 0 ? [] : [{ ...insight, id, label }]
  ).toSorted((a, b) => b.mention_count - a.mention_count).slice(0, MOST_SHOWN);
  if (things.length === 0) return NOTHING;
  const reviews = (count: number) => counted(formats, count, "review").replaceAll(" ", "\u00a0");
  const items = things.map(({ id, label, mention_count, average_rating }) =>
    markup`<li><a href="${href(`/${kind}/${encodeURIComponent(id)}`)}"><bdi>${label}</bdi></a><span class="quiet">${
      average_rating === null ? reviews(mention_count) : filled(formats.words.stars_and_reviews, {
        stars: formats.stars(average_rating),
        reviews: reviews(mention_count),
      })
    }</span></li>\n`
  );
  return markup`<section class="part" aria-labelledby="${kind}">
<h2 id="${kind}">${heading}</h2>
<ul class="things">
${items}</ul>
</section>`;
}

/** Reviews on the page, cut as the page cuts them. */
function shownReviews({ snapshot }: DataContext): readonly Review[] {
  const count = Math.min(FIRST_REVIEWS, snapshot.reviewCount);
  return Array.from({ length: count }, (_, rank) => {
    const review = reviewAt(snapshot, rank);
    return review.text === null ? review : { ...review, text: clippedText(review.text, MOST_CARD_TEXT) ?? review.text };
  });
}

function hero(context: DataContext): Markup {
  const { business, pages } = context.snapshot;
  const { rating_value: mean, review_count: count, distribution } = aggregateRatingOf(context.snapshot);
  // Direction of the business's own text; this column has one direction.
  const direction = directionOf(`${business.name} ${business.description ?? ""}`);
  return markup`<div class="hero">
<div dir="${direction}">
${business.category === null ? NOTHING : markup`<p class="category"><bdi>${business.category}</bdi></p>`}
<h1><bdi>${business.name}</bdi></h1>
${business.description === null ? NOTHING : markup`<p class="lead text" dir="auto">${business.description}</p>`}
${actions(context)}
</div>
${count === 0 ? NOTHING : ratingFigures(context, { mean, count, distribution })}
</div>
${pages.hide.includes("contact") ? NOTHING : contactDetails(context)}`;
}

/** Links for the most likely next steps of a visitor. */
function actions({ snapshot: { business: { telephone }, reviewCount }, formats: { words } }: DataContext): Markup {
  const call = telephone === null ? null : telephoneLink(telephone);
  return markup`<p class="paging">${
    call === null
      ? NOTHING
      : markup`<a class="button" dir="ltr" href="${call}">${
        phrase(words.call, { number: markup`<bdi>${telephone}</bdi>` })
      }</a>`
  } ${reviewCount === 0 ? NOTHING : markup`<a href="#reviews">${words.read_and_search}</a>`}</p>`;
}

function summarySection(context: DataContext): Markup {
  const { snapshot, href, formats: { words } } = context;
  const { summary } = insightsOf(snapshot);
  if (summary === null) return NOTHING;
  return markup`<section class="part" aria-labelledby="summary">
<h2 id="summary">${words.in_short}</h2>
<p class="prose text"${proseAttributes(context, summary)}>${proseOf(summary)}</p>
<p><a href="${href("/summary")}">${words.more_summary}</a></p>
</section>`;
}

function quoteSection(context: DataContext): Markup {
  const { snapshot, href, formats } = context;
  const quotes = bestQuotes(snapshot);
  if (quotes.length === 0) return NOTHING;
  const items = quotes.map(({ text, review }) =>
    markup`<li><figure><blockquote><p${proseAttributes(context, text)}>${text}</p></blockquote><figcaption><a href="${
      href(`/reviews/${review.id}`)
    }"><bdi>${shortName(review.author)}</bdi></a>, <span class="quiet">${
      timeOf(formats, review.date)
    }</span></figcaption></figure></li>\n`
  );
  return markup`<section class="part" aria-labelledby="quotes">
<h2 id="quotes" class="hidden">${formats.words.in_their_words}</h2>
<ul class="quotes">
${items}</ul>
</section>`;
}

function trendSection(context: DataContext): Markup {
  const { temporal } = insightsOf(context.snapshot);
  const { monthly, trend } = temporal;
  if (monthly.length < FEWEST_MONTHS) return NOTHING;
  return markup`<section class="part" aria-labelledby="trend">
<h2 id="trend">${context.formats.words.months}</h2>
${
    trend === null || trend === "insufficient_data"
      ? NOTHING
      : markup`<p class="quiet">${trendWords(context.formats, temporal)}</p>`
  }
${monthChart(context, monthly.slice(-MOST_MONTHS))}
</section>`;
}

function aspectSection(context: DataContext): Markup {
  const { snapshot, href, formats } = context;
  const { words } = formats;
  const { aspects } = insightsOf(snapshot);
  const shown = aspects.filter(({ mention_count }) => mention_count >= FEWEST_MENTIONS).slice(0, MOST_ASPECTS);
  if (shown.length === 0) return NOTHING;
  const items = shown.map((aspect) =>
    markup`<li><p><span><a href="${
      href(`/?aspect=${encodeURIComponent(aspect.id)}`)
    }#reviews"><bdi>${aspect.label}</bdi></a> <span class="quiet">${
      formats.number(aspect.mention_count)
    }<span class="hidden"> ${
      aspect.mention_count === 1 ? "review" : "reviews"
    }:</span></span></span> <span class="quiet">${opinionCount(context, aspect, "positive", words.count_good)}, ${
      opinionCount(context, aspect, "negative", words.count_bad)
    }</span></p>${opinionBar(aspect)}</li>\n`
  );
  return markup`<section class="part" aria-labelledby="aspects">
<h2 id="aspects">${
    filled(words.subjects, { customers: insightsOf(context.snapshot).customer?.many ?? "customers" })
  }</h2>
<ul class="aspects">
${items}</ul>
<p class="quiet">${words.by_program}</p>
${
    aspects.length > shown.length
      ? markup`<p><a href="${href("/summary")}#aspects">${
        filled(words.all_subjects, { count: formats.number(aspects.length) })
      }</a></p>`
      : NOTHING
  }
</section>`;
}
