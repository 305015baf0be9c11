import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import type { Services } from "../../services.ts";
import { type Markup, markup } from "../frame/markup.ts";
import { failedPage } from "../frame/error_page.ts";
import { type DataContext, pageContext } from "../frame/page_context.ts";
import { pageFrame } from "../frame/page_frame.ts";
import { respondMadePage } from "../frame/respond_page.ts";
import type { FilterFault, PageQuery } from "./page_filters.ts";
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
    const main = markup`${searchForm(context, query.texts, query.faults)}\n${faultList(query.faults)}`;
    return failedPage(request, searchFrame(context, main), 400);
  }
  return respondMadePage(request, searchFrame(context, searchWithForm(context, query.filters, query.texts)));
}

function searchFrame(context: DataContext, main: Markup): Markup {
  const { name } = context.snapshot.business;
  return pageFrame(context, {
    title: "Search",
    description: `Reviews of ${name} that match a search.`,
    path: "/",
    // As many as there are searches, and all of it is on the pages of the reviews.
    isListed: false,
    section: "/",
    main: markup`<h1 class="small">Reviews of <bdi>${name}</bdi></h1>
<div class="browse">
${main}
</div>`,
  });
}

function faultList(faults: readonly FilterFault[]): Markup {
  return markup`<div class="notice" role="alert">
<h2 id="reviews">This search cannot be made</h2>
<ul>
${faults.map(({ name, message }) => markup`<li><code>${name}</code>: ${message}.</li>\n`)}</ul>
</div>`;
}
