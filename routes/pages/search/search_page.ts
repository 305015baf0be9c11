import {
  cursorAt,
  nearestQuery,
  prepareSearch,
  searchCriteria,
  searchPage,
} from "../../../domain/queries/search_reviews.ts";
import { reviewAt } from "../../../domain/queries/snapshot_reviews.ts";
import { FACET_NAMES } from "../../../domain/search/review_facets.ts";
import { searchIndex, SORTS } from "../../../domain/search/search_index.ts";
import type { SearchFilters } from "../../../domain/search/search_filters.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { failedPage } from "../frame/error_page.ts";
import { counted, phrase, timeOf } from "../frame/formats.ts";
import { jsonAlternate, type Markup, markup, NOTHING } from "../frame/markup.ts";
import { type DataContext, pageContext } from "../frame/page_context.ts";
import { pageFrame } from "../frame/page_frame.ts";
import { respondMadePage } from "../frame/respond_page.ts";
import { filled } from "../language/page_language.ts";
import { reviewCard } from "../parts/review_card.ts";
import { filterChoices } from "./filter_choices.ts";
import { type FilterFault, type FilterTexts, type PageQuery, writeQuery } from "./page_filters.ts";
import { searchForm } from "./search_form.ts";
import type { Services } from "../../services.ts";

const API_PATH = "/api/reviews/search";

/** Answers a search with its results, or, with 400, with the form and its faults. */
export function respondSearch(
  request: Request,
  services: Services,
  snapshot: Snapshot,
  query: Extract<PageQuery, { readonly kind: "search" | "faulty" }>,
): Promise<Response> {
  const context = pageContext(request, services.site, snapshot);
  if (query.kind === "faulty") {
    const form = searchForm(context, query.texts, query.faults);
    return failedPage(request, searchFrame(context, query.texts, form, faultList(context, query.faults)), 400);
  }
  const form = snapshot.reviewCount === 0 ? NOTHING : searchForm(context, query.texts);
  const results = searchResults(context, query.filters, query.texts);
  return respondMadePage(
    request,
    snapshot,
    searchFrame(context, query.texts, form, results, placeOf(context, query.filters).number),
  );
}

function searchFrame(
  context: DataContext,
  texts: FilterTexts,
  form: Markup,
  results: Markup,
  number = 1,
): Markup {
  const { name } = context.snapshot.business;
  const { words } = context.formats;
  const query = writeQuery(texts);
  const isAll = Object.keys(texts).every((name) => name === "cursor");
  const title = isAll ? words.all_reviews : words.search;
  return pageFrame(context, {
    title: number === 1 ? title : `${title}, ${filled(words.page_number, { number: context.formats.number(number) })}`,
    description: filled(words.search_described, { name }),
    path: "/",
    address: `/?${query}`,
    head: jsonAlternate(`${API_PATH}?${query}`),
    // Unlisted: searches are countless, and their content is on the reviews' pages.
    isListed: false,
    section: "/",
    main: markup`<div class="browse">
<div class="title"><h1 class="small">${phrase(words.reviews_of, { name: markup`<bdi>${name}</bdi>` })}</h1></div>
<div class="side">
${form}
</div>
<div class="results">
${results}
</div>
</div>`,
  });
}

function faultList({ formats: { words, language } }: DataContext, faults: readonly FilterFault[]): Markup {
  return markup`<div class="notice" role="alert">
<h2 id="reviews">${words.search_faulty}</h2>
<ul${language === "en" ? NOTHING : markup` lang="en"`}>
${faults.map(({ name, message }) => markup`<li><code>${name}</code>: ${message}.</li>\n`)}</ul>
</div>`;
}

/**
 * Results of a search: number of matches, chosen filters, reviews, paging, and the same request to the API. A cursor
 * of another revision or search leads to the first page, with a notice.
 */
export function searchResults(context: DataContext, filters: SearchFilters, texts: FilterTexts): Markup {
  const { snapshot, formats } = context;
  const { words } = formats;
  const prepared = prepareSearch(snapshot, filters);
  if ("cursorFault" in prepared) {
    const { cursor: _, ...others } = texts;
    return markup`<p class="notice">${words.data_changed}</p>
${searchResults(context, { ...filters, cursor: undefined }, others)}`;
  }
  const { matched, ranks, next } = searchPage(snapshot, prepared);
  const { cursor, ...search } = texts;
  const isAll = Object.keys(search).every((name) => name === "limit" || name === "sort");
  const heading = snapshot.reviewCount === 0
    ? words.no_reviews
    : matched === 0
    ? words.no_match
    : isAll
    ? filled(words.all_counted, { reviews: counted(formats, matched, "review") })
    : counted(formats, matched, "match");
  const isNewestFirst = (filters.sort ?? "newest") === "newest";
  const chips = chipsOf(context, search);
  const first = writeQuery(search);
  const { previous } = placeOf(context, filters);
  const before = writeQuery(previous === undefined ? search : { ...search, cursor: previous });
  const newest = previous === undefined
    ? NOTHING
    : markup`<a href="/${first === "" ? "" : `?${first}`}#reviews">${
      isNewestFirst ? words.newest : words.first_page
    }</a>`;
  const newer = cursor === undefined
    ? NOTHING
    : markup`<a class="button" rel="prev" href="/${before === "" ? "" : `?${before}`}#reviews">${
      isNewestFirst ? words.newer : words.previous_page
    }</a>`;
  const older = next === null
    ? NOTHING
    : markup`<a class="button" rel="next" href="/?${writeQuery({ ...search, cursor: next })}#reviews">${
      isNewestFirst ? words.older : words.next_page
    }</a>`;
  const paging = cursor === undefined && next === null
    ? NOTHING
    : markup`<nav class="paging" aria-label="${words.review_pages}">
${newer}
${older}
${newest}
</nav>`;
  return markup`<div class="results-head">
<h2 id="reviews">${heading}</h2>
${reviewLinks(context)}
</div>
${snapshot.reviewCount === 0 ? markup`<p class="quiet">${words.reviews_will_come}</p>` : NOTHING}
${chosenFilters(context, chips)}
${chips.length === 0 || matched < 2 ? NOTHING : orderLinks(context, search)}
${matched === 0 && snapshot.reviewCount > 0 ? nextSteps(context, filters, search, chips) : NOTHING}
${
    ranks.length === 0 ? NOTHING : markup`<ol class="reviews">
${ranks.map((rank) => reviewCard(context, reviewAt(snapshot, rank), filters.query))}</ol>`
  }
${paging}`;
}

interface PagePlace {
  /** Number of the page, from 1. */
  readonly number: number;
  /** Cursor of the page before; undefined if that is the first. */
  readonly previous: string | undefined;
}

/** Place of a page among those of its search. The first has no page before it. */
function placeOf({ snapshot }: DataContext, filters: SearchFilters): PagePlace {
  const prepared = prepareSearch(snapshot, filters);
  if ("cursorFault" in prepared) return { number: 1, previous: undefined };
  const { from, limit, ...criteria } = prepared.criteria;
  if (from === undefined) return { number: 1, previous: undefined };
  const { ranks } = searchIndex(snapshot.search, { ...criteria, limit: snapshot.reviewCount });
  const at = ranks.indexOf(from);
  const before = at - limit;
  return {
    number: 1 + Math.ceil(at / limit),
    previous: before <= 0 ? undefined : cursorAt(prepared, ranks[before]!),
  };
}

function reviewLinks({ snapshot: { business }, formats: { words } }: DataContext): Markup {
  const [first, ...others] = business.review_links;
  if (first === undefined) return NOTHING;
  const link = (url: string, label: string) => markup`<a href="${url}" rel="nofollow noopener"><bdi>${label}</bdi></a>`;
  if (others.length === 0) {
    return markup`<a class="button" href="${first.url}" rel="nofollow noopener">${words.write_review}<span class="hidden">: ${first.label}</span></a>`;
  }
  return markup`<details class="write"><summary class="button">${words.write_review}</summary><ul>${
    business.review_links.map(({ url, label }) => markup`<li>${link(url, label)}</li>\n`)
  }</ul></details>`;
}

interface Chip {
  readonly name: keyof FilterTexts;
  readonly label: Markup;
  readonly path: string;
}

function chipsOf(context: DataContext, texts: FilterTexts): readonly Chip[] {
  const { formats } = context;
  const { words } = formats;
  const lists = filterChoices(context, texts);
  const labelled = (name: keyof FilterTexts) => {
    const list = lists.find((list) => list.name === name);
    return list?.choices.find(({ value }) => value === list.chosen)?.label ?? texts[name] ?? "";
  };
  const stars = (text: string) => counted(formats, Number(text), "star");
  const inWords: { readonly [name in keyof FilterTexts]: (text: string) => Markup } = {
    query: (text) => markup`“<bdi>${text}</bdi>”`,
    rating: (text) => markup`${stars(text)}`,
    min_rating: (text) => markup`${filled(words.at_least_stars, { stars: stars(text) })}`,
    max_rating: (text) => markup`${filled(words.at_most_stars, { stars: stars(text) })}`,
    mentions_technician: () => markup`<bdi>${labelled("mentions_technician")}</bdi>`,
    mentions_service: () => markup`<bdi>${labelled("mentions_service")}</bdi>`,
    aspect: () => markup`<bdi>${labelled("aspect")}</bdi>`,
    sentiment: () => markup`${labelled("sentiment")}`,
    problem: () => markup`<bdi>${labelled("problem")}</bdi>`,
    ...Object.fromEntries(FACET_NAMES.map((name) => [name, () => markup`<bdi>${labelled(name)}</bdi>`])),
    since: (text) => phrase(words.from_day, { day: timeOf(formats, text) }),
    until: (text) => phrase(words.until_day, { day: timeOf(formats, text) }),
    sort: (text) => {
      const sort = SORTS.find((sort) => sort === text);
      return markup`${sort === undefined ? text : words[`sort_${sort}`]}`;
    },
  };
  return Object.entries(inWords).flatMap(([key, write]) => {
    const name = key as keyof FilterTexts;
    const { [name]: text, ...others } = texts;
    if (text === undefined) return [];
    const query = writeQuery(others);
    return [{ name, label: write(text), path: `/${query === "" ? "" : `?${query}`}` }];
  });
}

function chosenFilters({ formats: { words } }: DataContext, chips: readonly Chip[]): Markup {
  if (chips.length === 0) return NOTHING;
  const items = chips.map(({ label, path }) =>
    markup`<li><a href="${path}#reviews"><span class="hidden">${words.remove_filter} </span>${label} <span aria-hidden="true">×</span></a></li>`
  );
  return markup`<ul class="tags chosen" aria-label="${words.filters}">${items}</ul>`;
}

function orderLinks({ formats: { words } }: DataContext, texts: FilterTexts): Markup {
  const chosen = texts.sort ?? "newest";
  const items = SORTS.map((sort) => {
    const { sort: _, ...others } = texts;
    const query = writeQuery(sort === "newest" ? others : { ...others, sort });
    return markup`<li>${
      sort === chosen
        ? markup`<span aria-current="true">${words[`sort_${sort}`]}</span>`
        : markup`<a href="/${query === "" ? "" : `?${query}`}#reviews">${words[`sort_${sort}`]}</a>`
    }</li>\n`;
  });
  return markup`<ul class="orders" aria-label="${words.filter_sort}">\n${items}</ul>`;
}

function nextSteps(
  context: DataContext,
  filters: SearchFilters,
  texts: FilterTexts,
  chips: readonly Chip[],
): Markup {
  const { snapshot, formats } = context;
  const steps = chips.filter(({ name }) => name !== "sort").flatMap((chip) => {
    const criteria = searchCriteria(snapshot, { ...filters, [chip.name]: undefined });
    const { matched } = searchIndex(snapshot.search, { ...criteria, limit: 0 });
    return matched === 0 ? [] : [{ ...chip, matched }];
  }).toSorted((a, b) => b.matched - a.matched);
  const links = steps.map(({ label, path, matched }) =>
    markup`<li><a href="${path}#reviews">${
      phrase(formats.words.without_filter, { filter: label, reviews: counted(formats, matched, "review") })
    }</a></li>\n`
  );
  const nearest = filters.query === undefined ? null : nearestQuery(snapshot, filters.query);
  if (nearest !== null) {
    const { matched } = searchIndex(snapshot.search, {
      ...searchCriteria(snapshot, { ...filters, query: nearest }),
      limit: 0,
    });
    const path = `/?${writeQuery({ ...texts, query: nearest })}`;
    links.unshift(
      markup`<li><a href="${path}#reviews">“<bdi>${nearest}</bdi>”: ${counted(formats, matched, "review")}</a></li>\n`,
    );
  }
  const all = markup`<li><a href="/#reviews">${
    filled(formats.words.all_counted, { reviews: counted(formats, snapshot.reviewCount, "review") })
  }</a></li>\n`;
  return markup`<ul class="steps">\n${links}${steps.length > 1 || steps.length === 0 ? all : NOTHING}</ul>`;
}
