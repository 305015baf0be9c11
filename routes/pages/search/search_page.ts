import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import type { Services } from "../../services.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import { failedPage } from "../frame/error_page.ts";
import { type DataContext, pageContext } from "../frame/page_context.ts";
import { pageFrame } from "../frame/page_frame.ts";
import { respondMadePage } from "../frame/respond_page.ts";
import type { FilterFault, PageQuery } from "./page_filters.ts";
import { phrase } from "../frame/words.ts";
import { filled } from "../words/page_language.ts";
import { searchForm } from "./search_form.ts";
import { searchWithForm } from "./search_results.ts";

/** Answers a search with the page of its results, or, with 400, with the form and what is wrong in it. */
export function respondSearch(
  request: Request,
  services: Services,
  snapshot: Snapshot,
  query: Extract<PageQuery, { readonly kind: "search" | "faulty" }>,
): Promise<Response> {
  const context = pageContext(request, services.site, snapshot);
  if (query.kind === "faulty") {
    const main = markup`${searchForm(context, query.texts, query.faults)}\n${faultList(context, query.faults)}`;
    return failedPage(request, searchFrame(context, main), 400);
  }
  return respondMadePage(request, searchFrame(context, searchWithForm(context, query.filters, query.texts)));
}

function searchFrame(context: DataContext, main: Markup): Markup {
  const { name } = context.snapshot.business;
  const { words } = context.formats;
  return pageFrame(context, {
    title: words.search,
    description: filled(words.search_described, { name }),
    path: "/",
    // As many as there are searches, and all of it is on the pages of the reviews.
    isListed: false,
    section: "/",
    main: markup`<h1 class="small">${phrase(words.reviews_of, { name: markup`<bdi>${name}</bdi>` })}</h1>
<div class="browse">
${main}
</div>`,
  });
}

function faultList({ formats: { words, language } }: DataContext, faults: readonly FilterFault[]): Markup {
  return markup`<div class="notice" role="alert">
<h2 id="reviews">${words.search_faulty}</h2>
<ul${language === "en" ? NOTHING : markup` lang="en"`}>
${faults.map(({ name, message }) => markup`<li><code>${name}</code>: ${message}.</li>\n`)}</ul>
</div>`;
}
