import { SORTS } from "../../../domain/search/search_index.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { counted } from "../frame/formats.ts";
import { type FilterChoices, filterChoices } from "./filter_choices.ts";
import type { FilterFault, FilterTexts } from "./page_filters.ts";

const SHORT_FIELDS: readonly string[] = [
  "rating",
  "limit",
  "sort",
  "min_rating",
  "max_rating",
  "sentiment",
  "problem",
  "since",
  "until",
];
const PAGE_LENGTHS = ["10", "20", "50", "100"];

/** Form with all filters of the search. Without scripts it also sends empty fields. */
export function searchForm(context: DataContext, texts: FilterTexts = {}, faults: readonly FilterFault[] = []): Markup {
  const { formats: { words, language } } = context;
  const field = (name: keyof FilterTexts, label: string, input: (id: string, more: Markup) => Markup) => {
    const isShort = SHORT_FIELDS.includes(name);
    const id = `filter-${name}`;
    const fault = faults.find((fault) => fault.name === name);
    const more = fault === undefined ? NOTHING : markup` aria-invalid="true" aria-describedby="${id}-fault"`;
    return markup`<div class="${isShort ? "field short" : "field"}"><label for="${id}">${label}</label>${
      input(id, more)
    }${
      fault === undefined
        ? NOTHING
        : markup`<p class="fault" id="${id}-fault"${
          language === "en" ? NOTHING : markup` lang="en"`
        }>${fault.message}.</p>`
    }</div>\n`;
  };
  const select = (name: keyof FilterTexts, label: string, options: Markup) =>
    field(name, label, (id, more) => markup`<select id="${id}" name="${name}"${more}>${options}</select>`);
  const stars = (name: "rating" | "min_rating" | "max_rating", label: string) =>
    select(name, label, starOptions(context, texts[name] ?? ""));
  const day = (name: "since" | "until", label: string) =>
    field(name, label, (id, more) => {
      const value = texts[name] ?? "";
      // Browsers do not show a day that does not exist.
      const type = faults.some((fault) => fault.name === name) ? "text" : "date";
      return markup`<input id="${id}" name="${name}" type="${type}" value="${value}"${more}>`;
    });
  const isFaulty = faults.length > 0;
  return markup`<form class="search${isFaulty ? "" : " sheet"}" id="filters"${
    isFaulty ? NOTHING : markup` popover`
  } action="/#reviews" method="get" role="search" data-search>
${isFaulty ? NOTHING : sheetHead(context, words.all_filters, "filters")}
<div class="filters">
${
    field("query", words.search_reviews, (id, more) =>
      markup`<input id="${id}" name="query" type="search" maxlength="200" value="${
        texts.query ?? ""
      }" dir="auto" autocomplete="off"${more}>`)
  }${stars("rating", words.stars)}${select("limit", words.page_length, lengthOptions(context, texts.limit ?? ""))}${
    select("sort", words.filter_sort, sortOptions(context, texts.sort ?? ""))
  }${stars("min_rating", words.at_least)}${stars("max_rating", words.at_most)}${
    filterChoices(context, texts).map((list) => select(list.name, list.label, options(context, list)))
  }${day("since", words.from)}${day("until", words.until)}</div>
<p class="paging"><button type="submit">${words.search}</button> <a href="/#reviews">${words.clear}</a></p>
</form>`;
}

/** Heading of a sheet, which opens above the page, with a button that closes it. */
export function sheetHead({ formats: { words } }: DataContext, heading: string, sheet: string): Markup {
  return markup`<div class="card-head"><h2>${heading}</h2><button type="button" class="close" popovertarget="${sheet}" popovertargetaction="hide" aria-label="${words.close}">×</button></div>`;
}

function options({ formats }: DataContext, { choices, chosen }: FilterChoices): Markup {
  return markup`<option value="">${formats.words.any}</option>${
    choices.map(({ value, label, count }) =>
      option(value, count === null ? label : `${label} (${formats.number(count)})`, chosen)
    )
  }`;
}

function starOptions({ formats }: DataContext, chosen: string): Markup {
  return markup`<option value="">${formats.words.any}</option>${
    including(["5", "4", "3", "2", "1"], chosen).map((value) =>
      option(value, isNumber(value) ? counted(formats, Number(value), "star") : value, chosen)
    )
  }`;
}

function lengthOptions({ formats }: DataContext, chosen: string): Markup {
  // The default needs no parameter.
  return markup`${
    including(PAGE_LENGTHS, chosen).map((value) =>
      option(
        value === "20" ? "" : value,
        isNumber(value) ? formats.number(Number(value)) : value,
        chosen === "20" ? "" : chosen,
      )
    )
  }`;
}

function sortOptions({ formats: { words } }: DataContext, chosen: string): Markup {
  // The default needs no parameter.
  const labels: Readonly<Record<string, string>> = words;
  return markup`${
    including(SORTS, chosen).map((sort) =>
      option(sort === "newest" ? "" : sort, labels[`sort_${sort}`] ?? sort, chosen === "newest" ? "" : chosen)
    )
  }`;
}

function including(values: readonly string[], chosen: string): readonly string[] {
  return chosen === "" || values.includes(chosen) ? values : [...values, chosen];
}

function option(value: string, label: string, chosen: string): Markup {
  return markup`<option value="${value}"${value === chosen ? markup` selected` : NOTHING}>${label}</option>`;
}

function isNumber(text: string): boolean {
  return Number.isFinite(Number(text));
}
