import { type SearchHint, searchHints } from "../../../domain/queries/search_hints.ts";
import { countMatches, prepareSearch, searchCriteria, searchPage } from "../../../domain/queries/search_reviews.ts";
import { reviewAt } from "../../../domain/queries/snapshot_reviews.ts";
import { searchIndex } from "../../../domain/search/search_index.ts";
import type { SearchFilters } from "../../../domain/search/search_filters.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { failedPage } from "../frame/error_page.ts";
import { counted, type Formats, phrase } from "../frame/formats.ts";
import { jsonAlternate, type Markup, markup, NOTHING } from "../frame/markup.ts";
import { type DataContext, pageContext } from "../frame/page_context.ts";
import { pageFrame } from "../frame/page_frame.ts";
import { respondMadePage } from "../frame/respond_page.ts";
import { filled } from "../language/page_language.ts";
import { overview } from "../parts/overview.tsx";
import { reviewList } from "../parts/review_list.tsx";
import { type Chip, chipRow, chosenFilters, suggestions } from "./chips.tsx";
import { filterChoices } from "./filter_choices.ts";
import { type FilterFault, type FilterTexts, type PageQuery, searchPath, sortOf, writeQuery } from "./page_filters.ts";
import { filterForm, searchField } from "./search_form.tsx";
import type { Services } from "../../services.ts";

const MOST_NAMES = 5;
const NAMED = new Set<string>(["mentions_technician", "mentions_service", "aspect", "problem", "source", "language"]);
const SUBJECTS = new Set<string>(["mentions_technician", "mentions_service", "aspect", "problem"]);
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
    const { texts, faults } = query;
    const form = (
      <>
        {faultList(context, faults)}
        {searchField(context, { words: texts.words }, faults.some(({ name }) => name === "words"))}
        {filterForm(context, texts, faults)}
      </>
    );
    return failedPage(request, searchFrame(context, texts, form), 400);
  }
  const results = searchResults(context, query.filters, query.texts);
  const { number } = placeOf(context, query.filters);
  return respondMadePage(request, snapshot, searchFrame(context, query.texts, results, number));
}

function searchFrame(context: DataContext, texts: FilterTexts, results: Markup, number = 1): Markup {
  const { name } = context.snapshot.business;
  const { words } = context.formats;
  const query = writeQuery(texts);
  const isAll = Object.keys(texts).every((name) => name === "cursor");
  const title = isAll ? words.all_reviews : words.search;
  return pageFrame(context, {
    title: number === 1 ? title : `${title}, ${filled(words.page_number, { number: context.formats.number(number) })}`,
    description: filled(words.reviews_of, { name }),
    path: "/",
    address: `/?${query}`,
    head: jsonAlternate(
      `${API_PATH}?${writeQuery({ ...texts, sort: texts.words === undefined ? texts.sort : sortOf(texts) })}`,
    ),
    // Unlisted: searches are countless, and their content is on the reviews' pages.
    isListed: false,
    section: "/",
    main: (
      <>
        <h1 class="small">{phrase(words.reviews_of, { name: <bdi>{name}</bdi> })}</h1>
        <div class="browse found">
          <div class="results">{results}</div>
          <div class="side">{overview(context)}</div>
        </div>
      </>
    ),
  });
}

function faultList({ formats: { words } }: DataContext, faults: readonly FilterFault[]): Markup {
  return (
    <div class="notice" role="alert">
      <h2 id="reviews">{words.search_faulty}</h2>
      <ul id="faults">
        {faults.map(({ name, kind }) => (
          <li>
            <code>{name}</code>: {words[`fault_${kind}`]}
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The search of a page. Without `has_text`, it shows the reviews with a text and counts the others in one line. Without
 * `sort`, it has the order of {@linkcode sortOf}.
 */
export function pageSearch(filters: SearchFilters): SearchFilters {
  return { ...filters, has_text: filters.has_text ?? true, sort: sortOf(filters) };
}

/**
 * Results of a search: chips with filters, number of matches, reviews and paging. A cursor of another search leads to
 * the first page, with a notice.
 */
export function searchResults(context: DataContext, filters: SearchFilters, texts: FilterTexts): Markup {
  const { snapshot, formats } = context;
  const { words } = formats;
  const prepared = prepareSearch(snapshot, pageSearch(filters));
  if ("cursorFault" in prepared) {
    const { cursor: _, ...others } = texts;
    return (
      <>
        <p class="notice">{words.other_search}</p>
        {searchResults(context, { ...filters, cursor: undefined }, others)}
      </>
    );
  }
  const { ranks, next, ...page } = searchPage(snapshot, prepared);
  const { query, words: found, aspect, problem, technicians, services } = prepared.criteria;
  const { cursor: _, ...search } = texts;
  const matched = filters.has_text === undefined ? countMatches(snapshot, filters) : page.matched;
  const isAll = Object.keys(search).every((name) => name === "limit" || name === "sort");
  const chips = chosenFilters(context, search);
  const heading = snapshot.reviewCount === 0
    ? words.no_reviews
    : matched === 0
    ? words.no_match
    : isAll
    ? allCounted(formats, matched)
    : isSubject(chips, search)
    ? subjectWords(context, chips, search.sentiment, matched)
    : counted(formats, matched, "match");
  const wordless = matched - page.matched;
  return (
    <>
      {snapshot.reviewCount > 0 && searchField(context, search)}
      {snapshot.reviewCount > 0 && chipRow(context, search, chips, suggestions(context, filters, search, matched))}
      <h2 id="reviews">{heading}</h2>
      {snapshot.reviewCount === 0 && <p class="quiet">{words.reviews_will_come}</p>}
      {matched === 0 && snapshot.reviewCount > 0 && nextSteps(context, filters, search, chips)}
      {reviewList(context, ranks.map((rank) => reviewAt(snapshot, rank)), {
        query,
        words: found,
        aspect,
        problem,
        technicians,
        services,
      })}
      {wordless > 0 && (
        <p class="wordless">
          <a href={searchPath({ ...search, has_text: "false" })}>{counted(formats, wordless, "wordless")}</a>
        </p>
      )}
      {paging(context, filters, texts, next)}
    </>
  );
}

/** All reviews with their number; a single one is not "all". */
function allCounted(formats: Formats, count: number): string {
  const reviews = counted(formats, count, "review");
  return count === 1 ? reviews : filled(formats.words.all_counted, { reviews });
}

/** Links to the pages before and after, and from a later page to the first. Nothing if there is one page. */
function paging(context: DataContext, filters: SearchFilters, texts: FilterTexts, next: string | null): Markup {
  const { words } = context.formats;
  const { cursor, ...search } = texts;
  if (cursor === undefined && next === null) return NOTHING;
  const { previous } = placeOf(context, filters);
  const button = (rel: "prev" | "next", cursor: string | undefined, label: string) => (
    <a class="button" rel={rel} href={searchPath({ ...search, cursor })}>{label}</a>
  );
  return (
    <nav class="paging" aria-label={words.review_pages}>
      {cursor !== undefined && button("prev", previous, words.previous_page)}
      {next !== null && button("next", next, words.next_page)}
      {previous !== undefined && <a href={searchPath(search)}>{words.first_page}</a>}
    </nav>
  );
}

interface PagePlace {
  /** Number of the page, from 1. */
  readonly number: number;
  /** Cursor of the page before; undefined if that is the first. */
  readonly previous: string | undefined;
}

/** Place of a page among those of its search. The first has no page before it. */
function placeOf({ snapshot }: DataContext, filters: SearchFilters): PagePlace {
  const prepared = prepareSearch(snapshot, pageSearch(filters));
  if ("cursorFault" in prepared) return { number: 1, previous: undefined };
  const { criteria, criteria: { after, limit } } = prepared;
  if (after === undefined) return { number: 1, previous: undefined };
  const whole = searchPage(snapshot, {
    ...prepared,
    criteria: { ...criteria, after: undefined, limit: snapshot.reviewCount },
  });
  const [first] = searchIndex(snapshot.search, { ...criteria, limit: 1 }).ranks;
  const at = first === undefined ? whole.ranks.length : whole.ranks.indexOf(first);
  const before = at - limit;
  return { number: 1 + Math.ceil(at / limit), previous: before <= 0 ? undefined : whole.cursorAfter(before - 1) };
}

/** A hint as the words of a link: other words, or how many reviews speak of a subject. */
function hintWords(context: DataContext, { filters, matched }: SearchHint): Markup {
  return filters.words === undefined
    ? subjectWords(context, chosenFilters(context, filters), filters.sentiment, matched)
    : markup`“<bdi>${filters.words}</bdi>”: ${counted(context.formats, matched, "review")}`;
}

/** Whether a search asks for one subject, and at most for praise or criticism of it. */
function isSubject(chips: readonly Chip[], { sentiment }: FilterTexts): boolean {
  const [subject, ...others] = chips.filter(({ name }) => name !== "sentiment");
  if (subject === undefined || others.length > 0) return false;
  return sentiment === undefined ? SUBJECTS.has(subject.name) : subject.name === "aspect" && sentiment !== "neutral";
}

/** How many reviews praise, criticise or mention a subject. */
function subjectWords(
  { formats, formats: { words } }: DataContext,
  chips: readonly Chip[],
  sentiment: string | undefined,
  matched: number,
): Markup {
  const noun = sentiment === "positive" ? "praise" : sentiment === "negative" ? "criticise" : "mention";
  const label = chips.filter(({ name }) => name !== "sentiment").map(({ label }) => label);
  return phrase(words[`hint_${noun}_${formats.plural(matched)}`], {
    count: formats.number(matched),
    label: markup`${label}`,
  });
}

function nextSteps(
  context: DataContext,
  filters: SearchFilters,
  texts: FilterTexts,
  chips: readonly Chip[],
): Markup {
  const { snapshot, formats, formats: { words } } = context;
  const steps = chips.flatMap((chip) => {
    const matched = countMatches(snapshot, { ...filters, [chip.name]: undefined });
    return matched === 0 ? [] : [{ ...chip, matched }];
  }).toSorted((a, b) => b.matched - a.matched);
  const hints = searchHints(snapshot, searchCriteria(snapshot, filters));
  // Names that exist, for a name that nothing has.
  const known = filterChoices(context, texts).filter(({ name, choices, chosen }) =>
    NAMED.has(name) && chosen !== "" && !choices.some(({ value, count }) => value === chosen && count !== null)
  ).flatMap(({ name, choices }) =>
    choices.slice(0, MOST_NAMES).map(({ value, label }) => {
      return {
        label,
        path: searchPath({ ...texts, [name]: value }),
        matched: countMatches(snapshot, { ...filters, [name]: value }),
      };
    })
  ).filter(({ matched }) => matched > 0);
  return (
    <ul class="steps">
      {hints.map((hint) => (
        <li>
          <a href={searchPath({ ...texts, query: undefined, words: undefined, ...hint.filters })}>
            {hintWords(context, hint)}
          </a>
        </li>
      ))}
      {known.map(({ label, path, matched }) => (
        <li>
          <a href={path}>
            <bdi>{label}</bdi>: {counted(formats, matched, "review")}
          </a>
        </li>
      ))}
      {steps.map(({ label, path, matched }) => (
        <li>
          <a href={path}>
            {phrase(words.without_filter, { filter: label, reviews: counted(formats, matched, "review") })}
          </a>
        </li>
      ))}
      {steps.length !== 1 && (
        <li>
          <a href="/#reviews">
            {allCounted(formats, snapshot.reviewCount)}
          </a>
        </li>
      )}
    </ul>
  );
}
