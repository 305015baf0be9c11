import { namedThings } from "../../../domain/queries/named_things.ts";
import { countMatches } from "../../../domain/queries/search_reviews.ts";
import { FACET_NAMES } from "../../../domain/search/review_facets.ts";
import type { SearchFilters } from "../../../domain/search/search_filters.ts";
import { capital, counted, phrase, timeOf } from "../frame/formats.ts";
import { type Markup, markup } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { filled } from "../language/page_language.ts";
import { filterChoices } from "./filter_choices.ts";
import { type FilterTexts, searchPath, sortOf, sortsFor } from "./page_filters.ts";
import { filterForm, sheetHead } from "./search_form.tsx";

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

/** One row: the chosen filters, in sight on a phone too; order, the sheet with all filters, and some to choose. */
export function chipRow(
  context: DataContext,
  texts: FilterTexts,
  chosen: readonly Chip[],
  suggested: readonly Markup[],
): Markup {
  const { formats: { words } } = context;
  const sort = sortOf(texts);
  const usual = sortOf({ words: texts.words });
  return (
    <>
      <ul class="chips" aria-label={words.filters}>
        {chosen.map(({ label, path }) => (
          <li>
            <a class="on" href={path}>
              <span class="hidden">{words.remove_filter}</span> {label} <span aria-hidden="true">×</span>
            </a>
          </li>
        ))}
        <li>
          <button type="button" popovertarget="orders">{capital(words[`sort_${sort}`])} ▾</button>
        </li>
        <li>
          <button type="button" popovertarget="filters">{words.filters}</button>
        </li>
        {suggested}
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
      {filterForm(context, texts)}
    </>
  );
}

/** Filters that some of the found reviews meet, but not all, with the number that a search with them as well finds. */
export function suggestions(
  { snapshot, formats }: DataContext,
  filters: SearchFilters,
  texts: FilterTexts,
  matched: number,
): readonly Markup[] {
  const { words } = formats;
  const isRated = ["rating", "min_rating", "max_rating"].some((name) => name in texts);
  const rated = (stars: string) =>
    markup`${stars} <span class="star" aria-hidden="true">★</span><span class="hidden">${words.stars}</span>`;
  const services = namedThings(snapshot, "services").filter(({ insight }) => insight !== null)
    .toSorted((a, b) => b.insight!.mention_count - a.insight!.mention_count).slice(0, MOST_SERVICES);
  const chips: readonly (readonly [filter: Partial<SearchFilters>, label: Markup])[] = [
    [{ has_photos: true }, markup`${capital(words.has_photos_true)}`],
    ...isRated ? [] : [[{ rating: 5 }, rated("5")], [{ max_rating: 2 }, rated("1–2")]] as const,
    ...services.map(({ id, label }) => [{ mentions_service: id }, markup`<bdi>${label}</bdi>`] as const),
    [{ replied: true }, markup`${capital(words.replied_true)}`],
  ];
  return chips.flatMap(([filter, label]) => {
    const [[name = "", value] = []] = Object.entries(filter);
    const count = name in texts ? 0 : countMatches(snapshot, { ...filters, ...filter });
    return count === 0 || count === matched ? [] : [
      <li>
        <a href={searchPath({ ...texts, [name]: String(value) })}>{label} {formats.number(count)}</a>
      </li>,
    ];
  });
}
