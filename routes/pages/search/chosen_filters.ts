import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { counted, phrase, timeOf } from "../frame/words.ts";
import { filled } from "../words/page_language.ts";
import { filterChoices } from "./filter_choices.ts";
import { type FilterTexts, writeQuery } from "./page_filters.ts";

/** The filters that are chosen, each with the way to the same search without it. */
export function chosenFilters(context: DataContext, texts: FilterTexts): Markup {
  const { href, formats } = context;
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
    since: (text) => phrase(words.from_day, { day: timeOf(formats, text) }),
    until: (text) => phrase(words.until_day, { day: timeOf(formats, text) }),
  };
  const chips = Object.entries(inWords).flatMap(([name, write]) => {
    const { [name as keyof FilterTexts]: text, ...others } = texts;
    if (text === undefined) return [];
    const query = writeQuery(others);
    return [
      markup`<li><a href="${
        href(`/${query === "" ? "" : `?${query}`}`)
      }#reviews"><span class="hidden">${words.remove_filter} </span>${
        write(text)
      } <span aria-hidden="true">×</span></a></li>`,
    ];
  });
  return chips.length === 0 ? NOTHING : markup`<ul class="tags chosen" aria-label="${words.filters}">${chips}</ul>`;
}
