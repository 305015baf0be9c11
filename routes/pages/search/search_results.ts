import { prepareSearch, searchPage } from "../../../domain/queries/search_reviews.ts";
import { reviewAt } from "../../../domain/queries/snapshot_reviews.ts";
import type { SearchFilters } from "../../../domain/search/search_filters.ts";
import { absoluteUrl } from "../../../domain/site.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { counted } from "../frame/words.ts";
import { reviewCard } from "../parts/review_card.ts";
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
  const prepared = prepareSearch(snapshot, filters);
  if ("cursorFault" in prepared) {
    const { cursor: _, ...others } = texts;
    return markup`<p class="notice">The reviews have changed since that page was made; these are the newest again.</p>
${searchResults(context, { ...filters, cursor: undefined }, others)}`;
  }
  const { matched, ranks, next } = searchPage(snapshot, prepared);
  const { cursor, ...search } = texts;
  const isAll = Object.keys(search).every((name) => name === "limit");
  const heading = snapshot.reviewCount === 0
    ? "No reviews yet"
    : matched === 0
    ? "No review matches"
    : isAll
    ? `All ${counted(formats, matched, "review")}`
    : `${counted(formats, matched, "review")} ${matched === 1 ? "matches" : "match"}`;
  const first = writeQuery(search);
  const newest = markup`<a class="button" href="${
    href(`/${first === "" ? "" : `?${first}`}`)
  }#reviews">Newest reviews</a>`;
  const older = next === null
    ? NOTHING
    : markup`<a class="button" rel="next" href="${
      href(`/?${writeQuery({ ...search, cursor: next })}`)
    }#reviews">Older reviews</a>`;
  const paging = cursor === undefined && next === null
    ? NOTHING
    : markup`<nav class="paging" aria-label="Pages of reviews">
${cursor === undefined ? NOTHING : newest}
${older}
</nav>`;
  return markup`<h2 id="reviews">${heading}</h2>
${snapshot.reviewCount === 0 ? markup`<p class="quiet">They appear here as soon as there are some.</p>` : NOTHING}
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

function sameRequest({ site, href }: DataContext, texts: FilterTexts): Markup {
  const query = writeQuery(texts);
  const path = query === "" ? API_PATH : `${API_PATH}?${query}`;
  return markup`<details class="same">
<summary>The same as JSON</summary>
<p><a href="${href(path)}">${path}</a></p>
<pre id="curl" tabindex="0" role="group" aria-label="The same with curl">curl '${absoluteUrl(site, path)}'</pre>
<p><button type="button" data-copy="curl" hidden>Copy</button></p>
</details>`;
}
