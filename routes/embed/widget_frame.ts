import { aggregateRatingOf } from "../../domain/queries/snapshot_insights.ts";
import { searchCriteria } from "../../domain/queries/search_reviews.ts";
import { reviewAt } from "../../domain/queries/snapshot_reviews.ts";
import { platformOf, type Review } from "../../domain/review.ts";
import { SearchFilters } from "../../domain/search/search_filters.ts";
import { searchIndex } from "../../domain/search/search_index.ts";
import { absoluteUrl } from "../../domain/site.ts";
import { star } from "../pictures/outline.ts";
import { type Markup, markup, NOTHING } from "../pages/frame/markup.ts";
import type { DataContext } from "../pages/frame/page_context.ts";
import { sourceRatings } from "../pages/parts/rating_figures.ts";
import { rewardOf } from "../pages/parts/review_card.ts";
import { counted, timeOf } from "../pages/frame/formats.ts";
import { filled } from "../pages/language/page_language.ts";
import type { PageQuery } from "../pages/search/page_filters.ts";

/** Views of a widget: the rating alone, or reviews in a row or in columns. */
export const VIEWS = ["badge", "carousel", "list"] as const;
/** Colour schemes of a frame, the default first; `auto` follows the reader's. */
export const THEMES = ["light", "dark", "auto"] as const;

type View = typeof VIEWS[number];
type Theme = typeof THEMES[number];

const DEFAULT_LIMIT = 12;
const UNSELECTIVE: ReadonlySet<string> = new Set(["limit", "sort", "cursor"]);
// About the five lines of a card.
const SHORT_TEXT = 160;
const STAR_WIDTH = 16;
const STAR_STEP = 18.4;

type FrameSearch = Pick<Extract<PageQuery, { readonly kind: "search" }>, "filters" | "texts">;

/**
 * The page of a frame on another site. Shows the same as the custom element in `assets/embed.js`, without a script.
 * Links open outside the frame.
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
  const title = filled(words.customer_reviews_of, { name: snapshot.business.name });
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
<link rel="stylesheet" href="/embed/widget.css">
</head>
<body class="frame">
<main class="widget ${view} ${theme}">
<h1 class="unseen">${heading}</h1>
${view === "badge" ? badge(context) : reviews(context, view, search)}
</main>
</body>
</html>
`;
}

function badge(context: DataContext): Markup {
  const { words } = context.formats;
  return markup`${outward("/", "rating badge", rating(context))} ${
    outward("/policy", "policy mark", "i", words.policy)
  }`;
}

function reviews(context: DataContext, view: View, { filters, texts }: FrameSearch): Markup {
  const { snapshot, formats } = context;
  const { words } = formats;
  const limit = texts.limit === undefined ? DEFAULT_LIMIT : filters.limit;
  const { matched, ranks } = searchIndex(snapshot.search, { ...searchCriteria(snapshot, filters), limit });
  const shown = ranks.map((rank) => reviewAt(snapshot, rank));
  const label = filled(words.customer_reviews_of, { name: snapshot.business.name });
  const isSelection = Object.keys(texts).some((name) => !UNSELECTIVE.has(name));
  return markup`<div class="head"><div class="rating">${rating(context)}</div></div>
${sourceRatings(context)}
<ul class="reviews"${view === "carousel" ? markup` tabindex="0" aria-label="${label}"` : NOTHING}>
${shown.map((one) => widgetCard(context, one))}</ul>
<p class="all">${outward("/", null, filled(words.read_all_of, { name: snapshot.business.name }))} ${
    snapshot.business.review_links.length === 0 ? NOTHING : outward("/#reviews", null, words.write_review)
  } ${outward("/policy", "policy", words.policy)}${
    isSelection
      ? markup`<span class="note"> ${filled(words.selection, { reviews: counted(formats, matched, "review") })}</span>`
      : NOTHING
  }</p>`;
}

function rating({ snapshot, formats }: DataContext): Markup {
  const { rating_value, review_count } = aggregateRatingOf(snapshot);
  if (rating_value === null) return markup`<span class="count">${formats.words.no_reviews}</span>`;
  const figure = formats.stars(rating_value);
  return markup`<span class="figure" aria-hidden="true">${figure}</span>${
    stars(rating_value, filled(formats.words.out_of_5, { stars: figure }))
  }<span class="count">${snapshot.business.sample ? `${formats.words.sample}: ` : ""}${
    counted(formats, review_count, "review")
  }</span>`;
}

function widgetCard(context: DataContext, review: Review): Markup {
  const { words, shortDay: day, number } = context.formats;
  const { id, author, rating, date, text } = review;
  const platform = platformOf(review);
  const time = timeOf(context.formats, date, day(date));
  return markup`<li class="review">
${stars(rating, filled(words.out_of_5, { stars: number(rating) }))}
${
    text === null
      ? NOTHING
      : markup`<p class="text" dir="auto">${text}</p>\n${
        text.length > SHORT_TEXT
          ? outward(`/reviews/${id}`, "more", words.read_all, `${words.read_all}: ${author}`)
          : NOTHING
      }`
  }<p class="by"><b><bdi>${author}</bdi></b><span>${
    outward(`/reviews/${id}`, null, time, filled(words.review_of_day, { day: day(date), author }))
  }${platform === null ? NOTHING : markup`, <bdi>${platform}</bdi>`}, ${
    words[`vouched_${review.verification}`]
  }</span></p>
${rewardOf(context, review)}
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

function stars(value: number, words: string): Markup {
  const row = (kind: string) => markup`<path class="${kind}" d="${STARS}"/>`;
  const end = Math.floor(value) * STAR_STEP + (value % 1) * STAR_WIDTH;
  return markup`<svg class="stars" viewBox="0 0 89.6 16" role="img" aria-label="${words}">${row("empty")}<svg width="${
    end.toFixed(1)
  }" height="16">${row("full")}</svg></svg>`;
}

const STARS = Array.from({ length: 5 }, (_, at) => {
  const points = star(at * STAR_STEP, 0, STAR_WIDTH).map((value) => value.toFixed(1));
  return `M${points.join(" ")}z`;
}).join("");
