import { reviewFigures } from "../../domain/documents/review_figures.ts";
import { aggregateRatingOf } from "../../domain/queries/snapshot_insights.ts";
import { searchCriteria } from "../../domain/queries/search_reviews.ts";
import { reviewAt } from "../../domain/queries/snapshot_reviews.ts";
import { namedDate, type Review } from "../../domain/review.ts";
import { SearchFilters } from "../../domain/search/search_filters.ts";
import { searchIndex } from "../../domain/search/search_index.ts";
import { absoluteUrl } from "../../domain/site.ts";
import { type Markup, markup, NOTHING } from "../pages/frame/markup.ts";
import type { DataContext } from "../pages/frame/page_context.ts";
import { sourceLink } from "../pages/parts/rating_figures.ts";
import { disclosuresOf, originOf, photosOf, replyOf } from "../pages/parts/review_card.ts";
import { authorName, counted, initialOf, STARS_OUTLINE, starsOf, timeOf, timeText } from "../pages/frame/formats.ts";
import { filled } from "../pages/language/page_language.ts";
import { type PageQuery, searchPath, writeQuery } from "../pages/search/page_filters.ts";
import { pageSearch } from "../pages/search/search_page.tsx";

/** Views of a widget, the default first. `floating` is a badge in a corner of the screen that opens some reviews. */
export const VIEWS = ["list", "grid", "carousel", "single", "badge", "floating"] as const;
/** Colour schemes of a frame, the default first; `auto` follows the reader's. */
export const THEMES = ["light", "dark", "auto"] as const;

type View = typeof VIEWS[number];
type Theme = typeof THEMES[number];

const DEFAULT_LIMIT = 12;
const FLOATING_LIMIT = 3;
const MOST_LIMIT = 100;
const MOST_PHOTOS = 3;
const MOST_SOURCES = 5;
const UNSELECTIVE: ReadonlySet<string> = new Set(["limit", "sort", "cursor"]);
/** Number of characters and lines that a card shows. The script of the element measures instead. */
const [SHORT_TEXT, MOST_LINES] = [160, 5];
/** Choices of stars inside a list. */
const CHOICES = [{}, { rating: "5" }, { rating: "4" }, { rating: "3" }, { max_rating: "2" }] as const;

type FrameSearch = Pick<Extract<PageQuery, { readonly kind: "search" }>, "filters" | "texts">;

/** Address, theme and search of one frame. */
interface FrameRequest extends FrameSearch {
  readonly view: View;
  readonly theme: Theme;
}

/**
 * The page of a frame on another site, without a script. Links open outside the frame, except those that choose reviews.
 * `assets/embed.js` shows its element `.widget` in the page itself.
 *
 * @param search Which reviews; by default the newest.
 */
export function embedFrame(
  context: DataContext,
  view: View,
  theme: Theme,
  search: FrameSearch = { filters: SearchFilters.parse({}), texts: {} },
): Markup {
  const { snapshot, site, formats: { words, language } } = context;
  const title = filled(words.reviews_of, { name: snapshot.business.name });
  const heading = snapshot.business.sample ? `${words.sample}: ${title}` : title;
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<meta name="color-scheme" content="${theme === "auto" ? "light dark" : theme}">
<meta name="robots" content="noindex">
<link rel="canonical" href="${absoluteUrl(site, "/")}">
<base target="_blank">
<link rel="stylesheet" href="/embed/widget.css">
</head>
<body>
<main>
<h1 class="hidden">${heading}</h1>
<div class="widget ${view} ${theme}${
    ["carousel", "single"].includes(view) ? " row fixed" : ""
  }" lang="${language}" role="group" aria-label="${title}">
${content(context, { view, theme, ...search })}
${STARS_OUTLINE}
</div>
</main>
</body>
</html>
`;
}

function content(context: DataContext, request: FrameRequest): Markup {
  const { words } = context.formats;
  switch (request.view) {
    case "badge":
      return markup`${outward("/", "rating badge", rating(context))} ${
        outward("/policy", "policy mark", "i", words.policy)
      }`;
    case "floating":
      return markup`<details><summary class="rating badge">${rating(context)}</summary>
<div class="panel">${reviews(context, request)}</div></details>`;
    default:
      return reviews(context, request);
  }
}

function reviews(context: DataContext, request: FrameRequest): Markup {
  const { snapshot, formats } = context;
  const { view, filters, texts } = request;
  const { words } = formats;
  const { business } = snapshot;
  const limit = texts.limit === undefined ? (view === "floating" ? FLOATING_LIMIT : DEFAULT_LIMIT) : filters.limit;
  const found = (search: SearchFilters, limit: number) =>
    searchIndex(snapshot.search, { ...searchCriteria(snapshot, search), limit });
  const { matched } = found(filters, 0);
  const { matched: matchedTexts, ranks } = found(pageSearch(filters), limit);
  const wordless = matched - matchedTexts;
  const label = filled(words.reviews_of, { name: business.name });
  const isSelection = Object.keys(texts).some((name) => !UNSELECTIVE.has(name));
  const sources = sourceRatings(context);
  const isRow = view === "carousel" || view === "single";
  const isColumn = view === "list" || view === "grid";
  const step = (label: string, arrow: string) =>
    markup`<button type="button" aria-label="${label}"><span aria-hidden="true">${arrow}</span></button>`;
  return markup`<div class="head"><div><p class="name"><bdi>${business.name}</bdi></p>${
    view === "floating" ? NOTHING : markup`<div class="rating">${rating(context)}</div>`
  }${sources === NOTHING ? NOTHING : markup`<div class="sources" tabindex="0">${sources}</div>`}</div>${
    isRow && ranks.length > 1
      ? markup`<div class="steps" hidden>${step(words.previous_reviews, "←")}${step(words.next_reviews, "→")}</div>`
      : NOTHING
  }</div>
${isColumn && snapshot.reviewCount > 0 ? starChoices(context, request) : NOTHING}
${matched === 0 && isSelection ? markup`<p class="none">${words.no_match}</p>` : NOTHING}<ul class="reviews"${
    isRow ? markup` tabindex="0" aria-label="${label}"` : NOTHING
  }>
${ranks.map((rank) => widgetCard(context, reviewAt(snapshot, rank)))}${
    isColumn && ranks.length < Math.min(matchedTexts, MOST_LIMIT)
      ? markup`<li class="further"><a target="_self" href="${
        inward(request, { ...texts, limit: String(Math.min(limit + DEFAULT_LIMIT, MOST_LIMIT)) })
      }">${words.load_more}</a></li>`
      : NOTHING
  }${
    wordless === 0 ? NOTHING : markup`<li class="wordless">${
      outward(
        searchPath({ ...texts, limit: undefined, has_text: "false" }),
        null,
        counted(formats, wordless, "wordless"),
      )
    }</li>`
  }</ul>
<p class="all">${outward("/", null, filled(words.read_all_of, { name: business.name }))} ${
    business.review_links.length === 0 ? NOTHING : outward("/#reviews", null, words.write_review)
  } ${outward("/policy", "policy", words.policy)}${
    isSelection
      ? markup`<span class="note"> ${filled(words.selection, { reviews: counted(formats, matched, "review") })}</span>`
      : NOTHING
  }</p>`;
}

/** Ratings by source beside a blended average. Nothing for a single source. */
function sourceRatings({ snapshot, formats, formats: { words } }: DataContext): Markup {
  const { ratings_by_source: sources } = reviewFigures(snapshot);
  if (sources.length < 2) return NOTHING;
  const items = sources.slice(0, MOST_SOURCES).map(({ rating_value, review_count, ...source }) => {
    const reviews = counted(formats, review_count, "review");
    const figures = filled(words.stars_and_reviews, { stars: formats.stars(rating_value ?? 0), reviews });
    return markup`<li>${sourceLink(words, source)}: ${figures}</li>\n`;
  });
  return markup`<ul class="by-source quiet" aria-label="${words.by_source}">\n${items}</ul>`;
}

/** Links that choose reviews by stars; none where the address already bounds the stars. */
function starChoices({ formats: { words, number } }: DataContext, request: FrameRequest): Markup {
  const { rating, max_rating, min_rating, ...others } = request.texts;
  if (min_rating !== undefined) return NOTHING;
  const items = CHOICES.map((choice) => {
    const chosen: typeof request.texts = choice;
    const isCurrent = chosen.rating === rating && chosen.max_rating === max_rating;
    const stars = chosen.rating ?? chosen.max_rating;
    const text = stars === undefined
      ? words.any
      : chosen.rating === undefined
      ? `${number(1)}–${number(2)} ★`
      : `${number(Number(stars))} ★`;
    return markup`<li><a target="_self" href="${inward(request, { ...others, ...choice })}"${
      isCurrent ? markup` aria-current="true"` : NOTHING
    }>${text}</a></li>\n`;
  });
  return markup`<ul class="choices" aria-label="${words.by_stars}">\n${items}</ul>`;
}

/** Address of the same frame with another search. */
function inward({ view, theme }: FrameRequest, texts: FrameSearch["texts"]): string {
  const query = writeQuery(texts);
  return `/embed/${view}?theme=${theme}${query === "" ? "" : `&${query}`}`;
}

function rating({ snapshot, formats }: DataContext): Markup {
  const { rating_value, review_count } = aggregateRatingOf(snapshot);
  if (rating_value === null) return markup`<span class="count">${formats.words.no_reviews}</span>`;
  const figure = formats.stars(rating_value);
  return markup`<span class="figure" aria-hidden="true">${figure}</span>${
    starsOf(formats, rating_value)
  }<span class="count">${snapshot.business.sample ? `${formats.words.sample}: ` : ""}${
    counted(formats, review_count, "review")
  }</span>`;
}

function widgetCard(context: DataContext, review: Review): Markup {
  const { formats, formats: { words, shortDay: day } } = context;
  const { id, rating, text, owner_reply: reply } = review;
  const date = namedDate(review);
  const author = authorName(formats, review.author);
  const isLong = reply !== null || (text ?? "").length > SHORT_TEXT || (text ?? "").split("\n").length > MOST_LINES;
  return markup`<li class="review">
<p class="by"><span class="avatar" aria-hidden="true">${initialOf(author)}</span><b><bdi>${author}</bdi></b><span>${
    originOf(context, review)
  }${
    outward(
      `/reviews/${id}`,
      null,
      timeOf(formats, date, day),
      filled(words.review_of_day, { day: timeText(formats, date, day), author }),
    )
  }</span></p>
${starsOf(formats, rating)}
${disclosuresOf(context, review)}${
    text === null ? markup`<p class="quiet">${words.no_words}</p>` : markup`<p class="text" dir="auto">${text}</p>`
  }<p class="more"${isLong ? NOTHING : markup` hidden`}>${
    outward(`/reviews/${id}`, null, markup`${words.read_all}<span class="hidden">: ${author}</span>`)
  }</p>${photosOf(context, review, MOST_PHOTOS)}${
    replyOf(context, review, (text) => markup`<p dir="auto">${text}</p>`, day)
  }
</li>
`;
}

function outward(
  path: string,
  className: string | null,
  content: Markup | string,
  label: string | null = null,
): Markup {
  const attributes = markup`${className === null ? NOTHING : markup` class="${className}"`}${
    label === null ? NOTHING : markup` aria-label="${label}"`
  }`;
  return markup`<a href="${path}" target="_blank" rel="noopener"${attributes}>${content}</a>`;
}
