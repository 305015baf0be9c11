import { namedThings } from "../../../domain/queries/named_things.ts";
import { aggregateRatingOf } from "../../../domain/queries/snapshot_insights.ts";
import { FACET_NAMES } from "../../../domain/search/review_facets.ts";
import { capital, counted, phrase, timeOf } from "../frame/formats.ts";
import { type Markup, markup } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { filled } from "../language/page_language.ts";
import { filterChoices } from "./filter_choices.ts";
import { type FilterTexts, searchPath, sortOf, sortsFor } from "./page_filters.ts";
import { searchForm, sheetHead } from "./search_form.tsx";

const MOST_SERVICES = 2;
/** Filters whose values have labels. */
const LISTED = [
  ...(["mentions_technician", "mentions_service", "aspect", "sentiment", "problem"] as const),
  ...FACET_NAMES,
];

/** A chosen filter, with the path of the search without it. */
export interface Chip {
  readonly name: keyof FilterTexts;
  readonly label: Markup | string;
  readonly path: string;
}

/** The chosen filters of a search, without its order. */
export function chosenFilters(context: DataContext, texts: FilterTexts): readonly Chip[] {
  const { formats } = context;
  const { words } = formats;
  const lists = filterChoices(context, texts);
  const labelled = (name: keyof FilterTexts) => {
    const list = lists.find((list) => list.name === name);
    return list?.choices.find(({ value }) => value === list.chosen)?.label ?? texts[name] ?? "";
  };
  const stars = (text: string) => counted(formats, Number(text), "star");
  const inWords: { readonly [name in keyof FilterTexts]: (text: string) => Markup | string } = {
    words: (text) => markup`“<bdi>${text}</bdi>”`,
    query: (text) => markup`“<bdi>${text}</bdi>”`,
    rating: stars,
    min_rating: (text) => filled(words.at_least_stars, { stars: stars(text) }),
    max_rating: (text) => filled(words.at_most_stars, { stars: stars(text) }),
    ...Object.fromEntries(LISTED.map((name) => [name, () => markup`<bdi>${labelled(name)}</bdi>`])),
    since: (text) => phrase(words.from_day, { day: timeOf(formats, text) }),
    until: (text) => phrase(words.until_day, { day: timeOf(formats, text) }),
  };
  return Object.entries(inWords).flatMap(([key, write]) => {
    const name = key as keyof FilterTexts;
    const { [name]: text, ...others } = texts;
    if (text === undefined) return [];
    return [{ name, label: write(text), path: searchPath(others) }];
  });
}

/** One row: order, search, the chosen filters, some that one may choose, and the form with all of them. */
export function chipRow(context: DataContext, texts: FilterTexts, chosen: readonly Chip[]): Markup {
  const { formats: { words } } = context;
  const sort = sortOf(texts);
  const usual = sortOf({ words: texts.words });
  return (
    <>
      <ul class="chips" aria-label={words.filters}>
        <li>
          <button type="button" popovertarget="orders">{capital(words[`sort_${sort}`])} ▾</button>
        </li>
        <li>
          <button type="button" popovertarget="filters" data-focus="filter-words">{words.search}</button>
        </li>
        {chosen.map(({ label, path }) => (
          <li>
            <a class="on" href={path}>
              <span class="hidden">{words.remove_filter}</span> {label} <span aria-hidden="true">×</span>
            </a>
          </li>
        ))}
        {suggestions(context, texts)}
        <li>
          <button type="button" popovertarget="filters">{words.all_filters}</button>
        </li>
      </ul>
      <div class="sheet" id="orders" popover="auto">
        {sheetHead(context, words.filter_sort, "orders")}
        <ul>
          {sortsFor(texts).map((order) => (
            <li>
              <a
                href={searchPath({ ...texts, sort: order === usual ? undefined : order })}
                aria-current={order === sort ? "true" : undefined}
              >
                {capital(words[`sort_${order}`])}
              </a>
            </li>
          ))}
        </ul>
      </div>
      {searchForm(context, texts)}
    </>
  );
}

/** Filters that are not chosen yet and that some reviews meet, but not all. */
function suggestions({ snapshot, formats }: DataContext, texts: FilterTexts): readonly Markup[] {
  const { words } = formats;
  const { facets } = snapshot.search;
  const star = <span class="star" aria-hidden="true">★</span>;
  const isRated = ["rating", "min_rating", "max_rating"].some((name) => name in texts);
  const { review_count: all, distribution } = aggregateRatingOf(snapshot);
  const isTelling = (count: number) => !isRated && count > 0 && count < all;
  const mentioned = namedThings(snapshot, "services").flatMap(({ id, label, insight }) =>
    insight === null || insight.mention_count === 0 ? [] : [{ id, label, count: insight.mention_count }]
  ).toSorted((a, b) => b.count - a.count);
  const rated = (stars: string) => markup`${stars} ${star}<span class="hidden">${words.stars}</span>`;
  const chips: readonly (readonly [name: keyof FilterTexts, value: string, label: Markup, isShown: boolean])[] = [
    ["has_photos", "true", markup`${capital(words.has_photos_true)}`, facets.has_photos.size > 1],
    ["rating", "5", rated("5"), isTelling(distribution["5"])],
    ["max_rating", "2", rated("1–2"), isTelling(distribution["1"] + distribution["2"])],
    ...mentioned.slice(0, MOST_SERVICES).map(({ id, label, count }) =>
      ["mentions_service", id, markup`<bdi>${label}</bdi> ${formats.number(count)}`, true] as const
    ),
    ["replied", "true", markup`${capital(words.replied_true)}`, facets.replied.size > 1],
  ];
  return chips.filter(([name, , , isShown]) => isShown && !(name in texts)).map(([name, value, label]) => (
    <li>
      <a href={searchPath({ ...texts, [name]: value })}>{label}</a>
    </li>
  ));
}
