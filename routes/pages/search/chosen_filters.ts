import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { timeOf } from "../frame/words.ts";
import { filterChoices } from "./filter_choices.ts";
import { type FilterTexts, writeQuery } from "./page_filters.ts";

/** The filters that are chosen, each with the way to the same search without it. */
export function chosenFilters(context: DataContext, texts: FilterTexts): Markup {
  const { href, formats, snapshot } = context;
  const lists = filterChoices(snapshot, texts);
  const labelled = (name: keyof FilterTexts) => {
    const list = lists.find((list) => list.name === name);
    return list?.choices.find(({ value }) => value === list.chosen)?.label ?? texts[name] ?? "";
  };
  const stars = (text: string) => `${formats.number(Number(text), 2)} ${text === "1" ? "star" : "stars"}`;
  const words: { readonly [name in keyof FilterTexts]: (text: string) => Markup } = {
    query: (text) => markup`“<bdi>${text}</bdi>”`,
    rating: (text) => markup`${stars(text)}`,
    min_rating: (text) => markup`at least ${stars(text)}`,
    max_rating: (text) => markup`at most ${stars(text)}`,
    mentions_technician: () => markup`<bdi>${labelled("mentions_technician")}</bdi>`,
    mentions_service: () => markup`<bdi>${labelled("mentions_service")}</bdi>`,
    aspect: () => markup`<bdi>${labelled("aspect")}</bdi>`,
    sentiment: (text) => markup`${text}`,
    problem: () => markup`<bdi>${labelled("problem")}</bdi>`,
    since: (text) => markup`from ${timeOf(formats, text)}`,
    until: (text) => markup`until ${timeOf(formats, text)}`,
  };
  const chips = Object.entries(words).flatMap(([name, inWords]) => {
    const { [name as keyof FilterTexts]: text, ...others } = texts;
    if (text === undefined) return [];
    const query = writeQuery(others);
    return [
      markup`<li><a href="${
        href(`/${query === "" ? "" : `?${query}`}`)
      }#reviews"><span class="hidden">Remove the filter </span>${
        inWords(text)
      } <span aria-hidden="true">×</span></a></li>`,
    ];
  });
  return chips.length === 0 ? NOTHING : markup`<ul class="tags chosen" aria-label="Filters">${chips}</ul>`;
}
