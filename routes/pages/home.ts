import type { OpenAPIHono } from "@hono/zod-openapi";
import { contentOf, snapshotFor } from "../../domain/snapshot/snapshot.ts";
import { businessData, isOwnReview, type StructuredData } from "../../domain/documents/structured_data.ts";
import type { PagePart } from "../../domain/page_settings.ts";
import { bestQuotes } from "../../domain/queries/best_quotes.ts";
import { namedThings } from "../../domain/queries/named_things.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { aggregateRatingOf, insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { rankOfId, reviewAt } from "../../domain/queries/snapshot_reviews.ts";
import { uncapitalized } from "../../domain/insights/prose/wording.ts";
import { strengthsOf } from "../../domain/queries/strengths.ts";
import type { Review } from "../../domain/review.ts";
import { SearchFilters } from "../../domain/search/search_filters.ts";
import { publicHeaders } from "../answer/cors.ts";
import { apiLinks } from "../discovery/catalogs.ts";
import { withPageSnapshot } from "./frame/error_page.ts";
import { counted, phrase, starsOf, timeOf } from "./frame/formats.ts";
import { jsonLd, type Markup, markup, NOTHING } from "./frame/markup.ts";
import type { DataContext } from "./frame/page_context.ts";
import { pageFrame } from "./frame/page_frame.ts";
import { preparedPage } from "./frame/respond_page.ts";
import { filled } from "./language/page_language.ts";
import { contactDetails } from "./parts/contact.ts";
import {
  clippedText,
  directionOf,
  insightsNote,
  proseAttributes,
  proseOf,
  shortName,
  translated,
} from "./parts/prose.ts";
import { ratingFigures, sourceRatings } from "./parts/rating_figures.ts";
import { MOST_CARD_TEXT } from "./parts/review_card.ts";
import { aspectList, subjectLabel } from "./parts/subject_list.ts";
import { readPageQuery } from "./search/page_filters.ts";
import { searchForm } from "./search/search_form.ts";
import { respondSearch, searchResults } from "./search/search_page.ts";
import { inLanguage, languageOf } from "../request/page_address.ts";
import { isPageWanted } from "../request/prefers_type.ts";
import type { Services } from "../services.ts";

const MOST_ASPECTS = 6;
// Minimum number of reviews for an aspect on the page.
const FEWEST_MENTIONS = 2;
const FIRST_REVIEWS = 10;
const MOST_SHOWN = 12;

/**
 * Registers GET `/`: the home page, or with filters in the query a page of matching reviews. Clients that do not want
 * HTML are redirected to the same search of the API.
 */
export function registerHome(app: OpenAPIHono, services: Services): void {
  const home = preparedPage(services, homePage, { link: apiLinks(services.site), hasPhotos: true });
  app.get("/", ({ req: { raw } }) => {
    const at = raw.url.indexOf("?");
    if (!isPageWanted(raw.headers.get("accept"))) {
      return redirect(`/api/reviews/search${at === -1 ? "" : raw.url.slice(at)}`, raw);
    }
    const query = at === -1 ? { kind: "none" } as const : readPageQuery(raw.url.slice(at + 1));
    switch (query.kind) {
      case "none":
        return home(raw);
      case "untidy":
        return redirect(query.query === "" ? "/#reviews" : `/?${query.query}#reviews`, raw);
      default:
        return withPageSnapshot(raw, services, (snapshot) => respondSearch(raw, services, snapshot, query));
    }
  });

  function redirect(path: string, { url }: Request): Response {
    return new Response(null, {
      status: 302,
      headers: [...publicHeaders(), ["location", inLanguage(path, languageOf(new URL(url).pathname))], [
        "cache-control",
        "no-store",
      ], ["vary", "Accept"]],
    });
  }
}

function homePage(context: DataContext): Markup {
  const { snapshot, formats } = context;
  const { business } = snapshot;
  const { words } = formats;
  const { rating_value: mean, review_count: count, distribution } = aggregateRatingOf(snapshot);
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
    // None for the sample or an empty store: search engines would take its rating or business as real.
    head: contentOf(snapshot) === "imported" ? jsonLd(homeData(context)) : NOTHING,
    main: markup`<div class="browse">
<div class="title">
${business.category === null ? NOTHING : markup`<p class="category"><bdi>${business.category}</bdi></p>`}
<h1><bdi>${business.name}</bdi></h1>
</div>
<div class="side">
${count === 0 ? NOTHING : ratingFigures(context, { mean, count, distribution })}
${count === 0 ? NOTHING : searchForm(context)}
</div>
<section class="results" aria-labelledby="reviews">
${searchResults(context, { ...SearchFilters.parse({}), limit: FIRST_REVIEWS }, {})}
</section>
<div class="extra">
${sourceRatings(context)}
${shown("summary", summarySection)}
${shown("aspects", aspectSection)}
</div>
</div>
${shown("quotes", quoteSection)}
${shown("services", (context) => namedThingList(context, "services", words.services))}
${shown("technicians", (context) => namedThingList(context, "technicians", words.people))}
${aboutSection(context)}`,
  });
}

/** Markup for search engines: what they and the pages may both publish. */
function homeData(context: DataContext): StructuredData {
  const { snapshot, site } = context;
  const markedUp = snapshotFor(snapshot, "search_engines");
  const shown = shownReviews(context).filter(({ id }) => rankOfId(markedUp, id) !== null);
  return businessData(snapshot.business, aggregateRatingOf(markedUp), shown, isAllOwn(markedUp), site);
}

function isAllOwn({ tally }: Snapshot): boolean {
  return tally.sources.every(({ source, verification }) =>
    isOwnReview({ source, verification: "platform" in verification ? "platform" : "business" })
  );
}

function namedThingList(
  { snapshot, formats }: DataContext,
  kind: "technicians" | "services",
  heading: string,
): Markup {
  const things = namedThings(snapshot, kind).flatMap(({ id, label, insight }) =>
    insight === null || insight.mention_count === 0 ? [] : [{ ...insight, id, label }]
  ).toSorted((a, b) => b.mention_count - a.mention_count).slice(0, MOST_SHOWN);
  if (things.length === 0) return NOTHING;
  const reviews = (count: number) => counted(formats, count, "review").replaceAll(" ", "\u00a0");
  const items = things.map(({ id, label, mention_count, average_rating }) =>
    markup`<li><a href="/${kind}/${encodeURIComponent(id)}"><bdi>${label}</bdi></a><span class="quiet">${
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

function shownReviews({ snapshot }: DataContext): readonly Review[] {
  const count = Math.min(FIRST_REVIEWS, snapshot.reviewCount);
  return Array.from({ length: count }, (_, rank) => {
    const review = reviewAt(snapshot, rank);
    return review.text === null ? review : { ...review, text: clippedText(review.text, MOST_CARD_TEXT) ?? review.text };
  });
}

function aboutSection(context: DataContext): Markup {
  const { snapshot: { business, pages }, formats: { words } } = context;
  const contact = pages.hide.includes("contact") ? NOTHING : contactDetails(context);
  if (business.description === null && contact === NOTHING) return NOTHING;
  return markup`<section class="part about" aria-labelledby="about">
<h2 id="about">${phrase(words.about, { name: markup`<bdi>${business.name}</bdi>` })}</h2>
${
    business.description === null
      ? NOTHING
      : markup`<p class="prose text" dir="${directionOf(business.description)}">${business.description}</p>`
  }
${contact}
</section>`;
}

function summarySection(context: DataContext): Markup {
  const { formats: { words } } = context;
  const sentences = shortSummary(context);
  if (sentences === NOTHING) return NOTHING;
  return markup`<section aria-labelledby="summary">
<h2 id="summary">${words.in_short}</h2>
${sentences}
${context.snapshot.operatorInsights ? insightsNote(context) : NOTHING}
<p><a class="more" href="/summary">${words.more_summary}</a></p>
</section>`;
}

function shortSummary(context: DataContext): Markup {
  const { snapshot, formats: { words, language } } = context;
  const insights = insightsOf(snapshot);
  const { strengths, complaints } = strengthsOf(insights);
  const named = [
    { text: words.praised_most, labels: strengths.map((subject) => subjectLabel(context, "aspects", subject)) },
    {
      text: words.criticised_most,
      labels: complaints.map(({ kind, subject }) => subjectLabel(context, kind, subject)),
    },
  ].filter(({ labels }) => labels.length > 0);
  const list = new Intl.ListFormat(language);
  if (named.length > 0) {
    return markup`${
      named.map(({ text, labels }) =>
        markup`<p>${filled(text, { list: list.format(language === "de" ? labels : labels.map(uncapitalized)) })}</p>\n`
      )
    }`;
  }
  const told = translated(context, insights.summary, insights.summary_translations);
  if (told.text === null) return NOTHING;
  const sentences = [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(told.text)];
  const text = sentences.slice(0, 2).map(({ segment }) => segment).join("").trim();
  return markup`<p class="text"${proseAttributes(context, text, told.isTranslated)}>${proseOf(text)}</p>`;
}

function quoteSection(context: DataContext): Markup {
  const { snapshot, formats } = context;
  const quotes = bestQuotes(snapshot);
  if (quotes.length === 0) return NOTHING;
  const items = quotes.map(({ text, review }) =>
    markup`<li><figure>${starsOf(formats, review.rating)}<blockquote><p${
      proseAttributes(context, text)
    }>${text}</p></blockquote><figcaption><a href="/reviews/${review.id}"><bdi>${
      shortName(review.author)
    }</bdi></a>, <span class="quiet">${timeOf(formats, review.date)}</span></figcaption></figure></li>\n`
  );
  return markup`<section class="part" aria-labelledby="quotes">
<h2 id="quotes" class="hidden">${formats.words.in_their_words}</h2>
<ul class="quotes">
${items}</ul>
</section>`;
}

function aspectSection(context: DataContext): Markup {
  const { snapshot, formats } = context;
  const { words } = formats;
  const { aspects, customer } = insightsOf(snapshot);
  const shown = aspects.filter(({ mention_count }) => mention_count >= FEWEST_MENTIONS).slice(0, MOST_ASPECTS);
  if (shown.length === 0) return NOTHING;
  return markup`<section aria-labelledby="aspects">
<h2 id="aspects">${filled(words.subjects, { customers: customer?.many ?? "customers" })}</h2>
${aspectList(context, shown)}
${insightsNote(context)}
${
    aspects.length > shown.length
      ? markup`<p><a class="more" href="/summary#aspects">${
        filled(words.all_subjects, { count: formats.number(aspects.length) })
      }</a></p>`
      : NOTHING
  }
</section>`;
}
