import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { type FilterChoices, filterChoices } from "./filter_choices.ts";
import type { FilterFault, FilterTexts } from "./page_filters.ts";

/** Two of these stand side by side. */
const SHORT_FIELDS: readonly string[] = [
  "rating",
  "limit",
  "min_rating",
  "max_rating",
  "sentiment",
  "problem",
  "since",
  "until",
];
const PAGE_LENGTHS = ["10", "20", "50", "100"];

/** The form over all filters of the search; without script it sends what a script would tidy up. */
export function searchForm(
  context: DataContext,
  texts: FilterTexts = {},
  faults: readonly FilterFault[] = [],
): Markup {
  const { href, snapshot } = context;
  const field = (name: keyof FilterTexts, label: string, input: (id: string, more: Markup) => Markup) => {
    const isShort = SHORT_FIELDS.includes(name);
    const id = `filter-${name}`;
    const fault = faults.find((fault) => fault.name === name);
    const more = fault === undefined ? NOTHING : markup` aria-invalid="true" aria-describedby="${id}-fault"`;
    return markup`<div class="${isShort ? "field short" : "field"}"><label for="${id}">${label}</label>${
      input(id, more)
    }${fault === undefined ? NOTHING : markup`<p class="fault" id="${id}-fault">${fault.message}.</p>`}</div>\n`;
  };
  const select = (name: keyof FilterTexts, label: string, options: Markup) =>
    field(name, label, (id, more) => markup`<select id="${id}" name="${name}"${more}>${options}</select>`);
  const stars = (name: "rating" | "min_rating" | "max_rating", label: string) =>
    select(name, label, starOptions(context, texts[name] ?? ""));
  const day = (name: "since" | "until", label: string) =>
    field(name, label, (id, more) => {
      const value = texts[name] ?? "";
      // A browser shows nothing of a day that does not exist.
      const type = faults.some((fault) => fault.name === name) ? "text" : "date";
      return markup`<input id="${id}" name="${name}" type="${type}" value="${value}"${more}>`;
    });
  const isOpen = Object.keys(texts).some((name) => !["query", "cursor", "limit"].includes(name));
  return markup`<form class="search" action="${href("/")}#reviews" method="get" role="search" data-search>
<div class="words">
${
    field("query", "Search the reviews", (id, more) =>
      markup`<input id="${id}" name="query" type="search" maxlength="200" value="${
        texts.query ?? ""
      }" dir="auto" autocomplete="off"${more}>`)
  }<button type="submit">Search</button>
</div>
<details${isOpen ? markup` open` : NOTHING}>
<summary>All filters</summary>
<div class="filters">
${stars("rating", "Stars")}${select("limit", "Reviews a page", lengthOptions(context, texts.limit ?? ""))}${
    stars("min_rating", "At least")
  }${stars("max_rating", "At most")}${
    filterChoices(snapshot, texts).map((list) => select(list.name, list.label, options(context, list)))
  }${day("since", "From")}${day("until", "Until")}</div>
<p><button type="submit">Search</button> <a href="${href("/")}#reviews">Clear</a></p>
</details>
</form>`;
}

function options({ formats }: DataContext, { choices, chosen }: FilterChoices): Markup {
  return markup`<option value="">Any</option>${
    choices.map(({ value, label, count }) =>
      option(value, count === null ? label : `${label} (${formats.number(count)})`, chosen)
    )
  }`;
}

function starOptions({ formats }: DataContext, chosen: string): Markup {
  const values = ["5", "4", "3", "2", "1"];
  const all = chosen === "" || values.includes(chosen) ? values : [...values, chosen];
  return markup`<option value="">Any</option>${
    all.map((value) =>
      option(
        value,
        `${isNumber(value) ? formats.number(Number(value), 2) : value} ${value === "1" ? "star" : "stars"}`,
        chosen,
      )
    )
  }`;
}

function lengthOptions({ formats }: DataContext, chosen: string): Markup {
  const all = chosen === "" || PAGE_LENGTHS.includes(chosen) ? PAGE_LENGTHS : [...PAGE_LENGTHS, chosen];
  // The default is sent as nothing.
  return markup`${
    all.map((value) =>
      option(
        value === "20" ? "" : value,
        isNumber(value) ? formats.number(Number(value)) : value,
        chosen === "20" ? "" : chosen,
      )
    )
  }`;
}

function option(value: string, label: string, chosen: string): Markup {
  return markup`<option value="${value}"${value === chosen ? markup` selected` : NOTHING}>${label}</option>`;
}

function isNumber(text: string): boolean {
  return Number.isFinite(Number(text));
}
