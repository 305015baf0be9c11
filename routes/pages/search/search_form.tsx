import { counted } from "../frame/formats.ts";
import type { Markup } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { filterChoices } from "./filter_choices.ts";
import { type FilterFault, type FilterTexts, sortOf, sortsFor } from "./page_filters.ts";

const STARS = ["5", "4", "3", "2", "1"];

/** Field for the words of a search, which keeps its other filters. */
export function searchField({ formats: { words } }: DataContext, texts: FilterTexts, isFaulty = false): Markup {
  const { words: text = "", cursor: _, ...others } = texts;
  return (
    <form class="search find" action="/#reviews" method="get" role="search" data-search>
      <label class="hidden" for="words">{words.search_reviews}</label>
      <input
        type="search"
        id="words"
        name="words"
        placeholder={words.search_reviews}
        maxlength={200}
        value={text}
        dir="auto"
        autocomplete="off"
        {...isFaulty && FAULTY}
      />
      {Object.entries(others).map(([name, value]) => <input type="hidden" name={name} value={value} />)}
      <button type="submit">{words.search}</button>
    </form>
  );
}

const FAULTY = { "aria-invalid": "true", "aria-describedby": "faults" } as const;

/** Form with all filters of the search but its words. Without scripts it also sends empty fields. */
export function filterForm(context: DataContext, texts: FilterTexts = {}, faults: readonly FilterFault[] = []): Markup {
  const { formats, formats: { words } } = context;
  // Values that need no parameter.
  const usual: FilterTexts = { sort: sortOf({ words: texts.words }) };
  const field = (
    name: keyof FilterTexts,
    label: string,
    input: (attributes: Readonly<Record<string, string>>) => Markup,
  ) => {
    const id = `filter-${name}`;
    const isFaulty = faults.some((fault) => fault.name === name);
    return (
      <div class="field">
        <label for={id}>{label}</label>
        {input({ id, name, ...isFaulty && FAULTY })}
      </div>
    );
  };
  const select = (
    name: keyof FilterTexts,
    label: string,
    choices: readonly (readonly [value: string, label: string])[],
    chosen = texts[name] ?? "",
  ) => {
    const initial = usual[name] ?? "";
    const selected = chosen === initial ? "" : chosen;
    // A faulty value is shown as it was written.
    const all = selected === "" || choices.some(([value]) => value === selected)
      ? choices
      : [...choices, [selected, selected] as const];
    return field(name, label, (attributes) => (
      <select {...attributes}>
        {initial === "" && <option value="">{words.any}</option>}
        {all.map(([value, label]) => {
          const written = value === initial ? "" : value;
          return <option value={written} selected={written === selected}>{label}</option>;
        })}
      </select>
    ));
  };
  const stars = (name: "rating" | "min_rating" | "max_rating", label: string) =>
    select(name, label, STARS.map((value) => [value, counted(formats, Number(value), "star")]));
  const day = (name: "since" | "until", label: string) =>
    // Browsers do not show a day that does not exist.
    field(
      name,
      label,
      (attributes) => (
        <input {...attributes} type={"aria-invalid" in attributes ? "text" : "date"} value={texts[name] ?? ""} />
      ),
    );
  const isFaulty = faults.length > 0;
  // The numbers are those of all reviews.
  const isFiltered = Object.keys(texts).some((name) => name !== "sort" && name !== "limit");
  return (
    <form
      class={isFaulty ? "search" : "search sheet"}
      id="filters"
      popover={isFaulty ? undefined : "auto"}
      action="/#reviews"
      method="get"
      aria-label={words.filters}
      data-search
    >
      {isFaulty ? null : sheetHead(context, words.filters, "filters")}
      <div class="filters">
        {stars("rating", words.stars)}
        {select("sort", words.filter_sort, sortsFor(texts).map((sort) => [sort, words[`sort_${sort}`]]))}
        {stars("min_rating", words.at_least)}
        {stars("max_rating", words.at_most)}
        {filterChoices(context, texts).map(({ name, label, choices, chosen }) =>
          select(
            name,
            label,
            choices.map((one) => [
              one.value,
              one.count === null || isFiltered ? one.label : `${one.label} (${formats.number(one.count)})`,
            ]),
            chosen,
          )
        )}
        {day("since", words.from)}
        {day("until", words.until)}
      </div>
      {(["words", "query", "limit"] as const).map((name) =>
        texts[name] !== undefined && !faults.some((fault) => fault.name === name) && (
          <input type="hidden" name={name} value={texts[name]} />
        )
      )}
      <p class="paging">
        <button type="submit">{words.to_reviews}</button> <a href="/#reviews">{words.clear}</a>
      </p>
    </form>
  );
}

/** Heading of a sheet, which opens above the page, with a button that closes it. */
export function sheetHead({ formats: { words } }: DataContext, heading: string, sheet: string): Markup {
  return (
    <div class="card-head">
      <h2>{heading}</h2>
      <button type="button" class="close" popovertarget={sheet} popovertargetaction="hide" aria-label={words.close}>
        ×
      </button>
    </div>
  );
}
