import { shortened } from "../../domain/cut_text.ts";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { contentOf, snapshotFor } from "../../domain/snapshot/snapshot.ts";
import { businessData, isOwnReview, type StructuredData } from "../../domain/documents/structured_data.ts";
import { bestQuotes } from "../../domain/queries/best_quotes.ts";
import { namedThings } from "../../domain/queries/named_things.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { aggregateRatingOf } from "../../domain/queries/snapshot_insights.ts";
import { rankOfId, reviewAt } from "../../domain/queries/snapshot_reviews.ts";
import { namedDate, type Review } from "../../domain/review.ts";
import { SearchFilters } from "../../domain/search/search_filters.ts";
import { searchIndex } from "../../domain/search/search_index.ts";
import { publicHeaders } from "../answer/cors.ts";
import { apiLinks } from "../discovery/catalogs.ts";
import { pictureImage, picturePath, previewPath } from "./frame/assets.ts";
import { withPageSnapshot } from "./frame/error_page.ts";
import { authorName, counted, phrase, starsOf, timeOf } from "./frame/formats.ts";
import { jsonLd, type Markup, markup, NOTHING } from "./frame/markup.ts";
import type { DataContext } from "./frame/page_context.ts";
import { pageFrame } from "./frame/page_frame.ts";
import { preparedPage } from "./frame/respond_page.ts";
import { filled } from "./language/page_language.ts";
import { contactDetails } from "./parts/contact.ts";
import { identity } from "./parts/identity.tsx";
import { overview } from "./parts/overview.tsx";
import { clippedText, directionOf, proseAttributes, shortName } from "./parts/prose.ts";
import { MOST_CARD_TEXT } from "./parts/review_list.tsx";
import { thingCards } from "./parts/thing_cards.tsx";
import { readPageQuery } from "./search/page_filters.ts";
import { pageSearch, respondSearch, searchResults } from "./search/search_page.tsx";
import { isPageWanted } from "../request/prefers_type.ts";
import type { Services } from "../services.ts";

const FIRST_SEARCH = { ...SearchFilters.parse({}), limit: 10 };
const MOST_SHOWN = 12;

/**
 * Registers GET `/`: the home page, or with filters in the query a page of matching reviews. Clients that do not want
 * HTML are redirected to the same search of the API.
 */
export function registerHome(app: OpenAPIHono, services: Services): void {
  const home = preparedPage(services, homePage, { link: apiLinks(services.site), hasPhotos: true });
  app.get("/", ({ req: { raw } }) => {
    const { search } = new URL(raw.url);
    if (!isPageWanted(raw.headers.get("accept"))) {
      const headers = { location: `/api/reviews/search${search}`, "cache-control": "no-store", vary: "Accept" };
      return new Response(null, { status: 302, headers: [...publicHeaders(), ...Object.entries(headers)] });
    }
    const query = readPageQuery(search);
    return query.kind === "none"
      ? home(raw)
      : withPageSnapshot(raw, services, (snapshot) => respondSearch(raw, services, snapshot, query));
  });
}

function homePage(context: DataContext): Markup {
  const { snapshot, formats } = context;
  const { business, pages: { hide } } = snapshot;
  const { words } = formats;
  const { rating_value: mean, review_count: count } = aggregateRatingOf(snapshot);
  const rating = mean === null
    ? words.no_reviews
    : filled(words.from_reviews, { stars: formats.stars(mean), reviews: counted(formats, count, "review") });
  return pageFrame(context, {
    title: null,
    description: shortened(`${business.name}: ${rating}. ${business.description ?? ""}`.trim(), 300),
    path: "/",
    section: "/",
    // None for the sample or an empty store: search engines would take its rating or business as real.
    head: contentOf(snapshot) === "imported" ? jsonLd(homeData(context)) : NOTHING,
    main: (
      <>
        {identity(context)}
        <div class="browse">
          <div class="side">{overview(context)}</div>
          <section class="results" aria-labelledby="reviews">
            {gallery(context)}
            {searchResults(context, FIRST_SEARCH, {})}
          </section>
        </div>
        {hide.includes("quotes") ? null : quoteSection(context)}
        {hide.includes("services") ? null : namedThingList(context, "services", words.services)}
        {hide.includes("technicians") ? null : namedThingList(context, "technicians", words.people)}
        {aboutSection(context)}
      </>
    ),
  });
}

/** Markup for search engines: what they and the pages may both publish. */
function homeData(context: DataContext): StructuredData {
  const { snapshot, site } = context;
  const markedUp = snapshotFor(snapshot, "search_engines");
  const shown = shownReviews(context).filter(({ id }) => rankOfId(markedUp, id) !== null);
  const rating = aggregateRatingOf(markedUp);
  return businessData(snapshot.business, rating, shown, isAllOwn(markedUp), site, previewPath(snapshot));
}

function isAllOwn({ tally }: Snapshot): boolean {
  return tally.sources.every(({ source, verification }) =>
    isOwnReview({ source, verification: "platform" in verification ? "platform" : "business" })
  );
}

function namedThingList(context: DataContext, kind: "technicians" | "services", heading: string): Markup {
  const things = namedThings(context.snapshot, kind).flatMap(({ id, label, insight }) =>
    insight === null || insight.mention_count === 0 ? [] : [{ ...insight, id, label }]
  ).toSorted((a, b) => b.mention_count - a.mention_count).slice(0, MOST_SHOWN);
  if (things.length === 0) return NOTHING;
  return (
    <section class="part" aria-labelledby={kind}>
      <h2 id={kind}>{heading}</h2>
      {thingCards(context, kind, things, "things")}
    </section>
  );
}

/** The reviews of the home page. */
function shownReviews({ snapshot }: DataContext): readonly Review[] {
  const { has_text } = pageSearch(FIRST_SEARCH);
  return searchIndex(snapshot.search, { has_text, limit: FIRST_SEARCH.limit }).ranks.map((rank) => {
    const review = reviewAt(snapshot, rank);
    return review.text === null ? review : { ...review, text: clippedText(review.text, MOST_CARD_TEXT) ?? review.text };
  });
}

/** Photos of the business in a row. Each opens large above the page. */
function gallery({ snapshot, formats: { words } }: DataContext): Markup {
  const { photos } = snapshot.pages;
  if (photos.length === 0) return NOTHING;
  const names = photos.map((_, at) => `photo${at + 1}`);
  const altOf = (at: number) => `${snapshot.business.name} ${at + 1}`;
  return (
    <>
      <ul class="gallery" aria-label={words.filter_has_photos}>
        {names.map((name, at) => (
          <li>
            <button type="button" popovertarget={name}>
              {pictureImage(
                snapshot,
                name,
                markup`alt="${
                  altOf(at)
                }" sizes="(max-width: 60rem) 5rem, 12rem" width="192" height="144" loading="lazy"`,
              )}
            </button>
          </li>
        ))}
      </ul>
      {names.map((name, at) => (
        <div class="sheet photo" id={name} popover="auto">
          <button type="button" class="close" popovertarget={name} popovertargetaction="hide" aria-label={words.close}>
            ×
          </button>
          <img src={picturePath(snapshot, name)!} alt={altOf(at)} loading="lazy" />
        </div>
      ))}
    </>
  );
}

function aboutSection(context: DataContext): Markup {
  const { snapshot: { business: { name, description }, pages }, formats: { words } } = context;
  const contact = pages.hide.includes("contact") ? NOTHING : contactDetails(context);
  if (description === null && contact === NOTHING) return NOTHING;
  return (
    <section class="part about" aria-labelledby="about">
      <h2 id="about">{phrase(words.about, { name: <bdi>{name}</bdi> })}</h2>
      {description !== null && <p class="prose text" dir={directionOf(description)}>{description}</p>}
      {contact}
    </section>
  );
}

function quoteSection(context: DataContext): Markup {
  const { snapshot, formats } = context;
  const quotes = bestQuotes(snapshot);
  if (quotes.length === 0) return NOTHING;
  return (
    <section class="part" aria-labelledby="quotes">
      <h2 id="quotes">{formats.words.in_their_words}</h2>
      <ul class="quotes">
        {quotes.map(({ text, review }) => (
          <li class="card">
            <figure>
              {starsOf(formats, review.rating)}
              <blockquote>{markup`<p${proseAttributes(context, text)}>${text}</p>`}</blockquote>
              <figcaption>
                <a href={`/reviews/${review.id}`}>
                  <bdi>{shortName(authorName(formats, review.author))}</bdi>
                </a>, <span class="quiet">{timeOf(formats, namedDate(review))}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
