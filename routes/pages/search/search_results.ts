import { prepareSearch, searchPage } from "../../../domain/queries/search_reviews.ts";
import { reviewAt } from "../../../domain/queries/snapshot_reviews.ts";
import type { SearchFilters } from "../../../domain/search/search_filters.ts";
import { absoluteUrl } from "../../../domain/site.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { counted } from "../frame/words.ts";
import { reviewCard } from "../parts/review_card.ts";
import { filled } from "../words/page_language.ts";
import { chosenFilters } from "./chosen_filters.ts";
import { type FilterTexts, writeQuery } from "./page_filters.ts";
import { searchForm } from "./search_form.ts";

const API_PATH = "/api/reviews/search";

/**
 * Everything below the form: how many reviews match, which filters are chosen, the reviews, the way on, and the same
 * request to the API. A cursor of another revision or search leads to the first page, which says so.
 */
export function searchResults(context: DataContext, filters: SearchFilters, texts: FilterTexts): Markup {
  const { snapshot, formats, href } = context;
  const { words } = formats;
  const prepared = prepareSearch(snapshot, filters);
  if ("cursorFault" in prepared) {
    const { cursor: _, ...others } = texts;
    return markup`<p class="notice">${words.data_changed}</p>
${searchResults(context, { ...filters, cursor: undefined }, others)}`;
  }
  const { matched, ranks, next } = searchPage(snapshot, prepared);
  const { cursor, ...search } = texts;
  const isAll = Object.keys(search).every((name) => name === "limit");
  const heading = snapshot.reviewCount === 0
    ? words.no_reviews
    : matched === 0
    ? words.no_match
    : isAll
    ? filled(words.all_counted, { reviews: counted(formats, matched, "review") })
    : counted(formats, matched, "match");
  const first = writeQuery(search);
  const newest = markup`<a class="button" href="${
    href(`/${first === "" ? "" : `?${first}`}`)
  }#reviews">${words.newest}</a>`;
  const older = next === null
    ? NOTHING
    : markup`<a class="button" rel="next" href="${
      href(`/?${writeQuery({ ...search, cursor: next })}`)
    }#reviews">${words.older}</a>`;
  const paging = cursor === undefined && next === null
    ? NOTHING
    : markup`<nav class="paging" aria-label="${words.review_pages}">
${cursor === undefined ? NOTHING : newest}
${older}
</nav>`;
  return markup`<h2 id="reviews">${heading}</h2>
${snapshot.reviewCount === 0 ? markup`<p class="quiet">${words.reviews_will_come}</p>` : NOTHING}
${chosenFilters(context, search)}
${
    ranks.length === 0 ? NOTHING : markup`<ol class="reviews">
${ranks.map((rank) => reviewCard(context, reviewAt(snapshot, rank)))}</ol>`
  }
${paging}
${sameRequest(context, texts)}`;
}

/** The form, and below it what it finds. */
export function searchWithForm(context: DataContext, filters: SearchFilters, texts: FilterTexts): Markup {
  return markup`${context.snapshot.reviewCount === 0 ? NOTHING : searchForm(context, texts)}
<div>
${searchResults(context, filters, texts)}
</div>`;
}

function sameRequest({ site, href, formats: { words } }: DataContext, texts: FilterTexts): Markup {
  const query = writeQuery(texts);
  const path = query === "" ? API_PATH : `${API_PATH}?${query}`;
  return markup`<details class="same">
<summary>${words.same_as_json}</summary>
<p><a href="${href(path)}">${path}</a></p>
<pre id="curl" tabindex="0" role="group" aria-label="${words.same_with_curl}">curl '${absoluteUrl(site, path)}'</pre>
<p><button type="button" data-copy="curl" data-copied="${words.copied}" hidden>${words.copy}</button></p>
</details>`;
}
