import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { beginningOf } from "../domain/cut_text.ts";
import { pageBytes, prepareSearch, searchPage, SearchResult } from "../domain/queries/search_reviews.ts";
import { editDistance } from "../domain/insights/text/spelling.ts";
import { SearchFilters, withFilterRules } from "../domain/search/search_filters.ts";
import { absoluteUrl } from "../domain/site.ts";
import { CONDITIONAL_PARAMETERS } from "../openapi/headers.ts";
import { fromText } from "../openapi/request_validation.ts";
import { conditionalResponses, INVALID } from "../openapi/responses.ts";
import { refuseFaults } from "./answer/problem_response.ts";
import { refuseUnreadableQuery } from "./answer/refuse_query.ts";
import { respondJson } from "./answer/respond.ts";
import { withSnapshot } from "./answer/with_snapshot.ts";
import type { Services } from "./services.ts";

const NAMES = Object.keys(SearchFilters.shape) as (keyof SearchFilters)[];
const MISTAKES = {
  q: "query",
  text: "query",
  technician: "mentions_technician",
  service: "mentions_service",
  stars: "rating",
  offset: "cursor",
  page: "cursor",
};

const route = createRoute({
  method: "get",
  path: "/api/reviews/search",
  operationId: "searchReviews",
  tags: ["Reviews"],
  summary: "Search the reviews",
  description: "The newest reviews for which all given filters hold, and how many there are in all. `next` and the " +
    '`Link` with `rel="next"` lead to the page after. `since` may not be after `until`, nor `min_rating` above ' +
    "`max_rating`. A filter given twice is refused, and so is one under a name that other services give it (`q`, " +
    "`page`, `minRating`, `rating[]`); other unknown parameters are ignored, and `note` names them.",
  parameters: [...CONDITIONAL_PARAMETERS],
  request: { query: withFilterRules(fromText(SearchFilters)) },
  middleware: [refuseUnreadableQuery(NAMES, MISTAKES)] as const,
  responses: {
    ...conditionalResponses("page", "The matching reviews.", "application/json", SearchResult),
    ...INVALID,
  },
});

/** Registers GET `/api/reviews/search`. */
export function registerSearch(app: OpenAPIHono, services: Services): void {
  app.openapi(route, ({ req }) =>
    withSnapshot(services, (snapshot) => {
      const filters = req.valid("query");
      const search = prepareSearch(snapshot, filters);
      if ("cursorFault" in search) {
        const { code, cursorFault: message } = search;
        return refuseFaults([{ in: "query", path: ["cursor"], code, message }]);
      }
      const ignored = ignoredParameters(new URL(req.url).searchParams);
      const page = searchPage(snapshot, { ...search, notes: [...search.notes, ...ignored] });
      const link = page.next === null ? null : nextLink(absoluteUrl(services.site, route.path), filters, page.next);
      return respondJson(req.raw, snapshot, ["search", search.criteria, ignored], pageBytes(snapshot, page), { link });
    }));
}

const MOST_IGNORED = 10;
const MOST_NAME = 40;

/** Returns a sentence for each ignored, i.e. unknown, parameter; it names a known one of similar spelling. */
function ignoredParameters(given: URLSearchParams): readonly string[] {
  const unknown = [...new Set(given.keys())].filter((name) => !(NAMES as readonly string[]).includes(name));
  return unknown.slice(0, MOST_IGNORED).map((name) => {
    const nearest = nearestName(name);
    const shown = JSON.stringify(beginningOf(name, MOST_NAME).toWellFormed());
    return `There is no parameter ${shown}; it was ignored.${nearest === null ? "" : ` The nearest is ${nearest}.`}`;
  });
}

/** Returns the known parameter with the fewest edits, at most a third of its letters; null if there is none. */
function nearestName(name: string): string | null {
  // Comparing a name as long as a URL takes 0.2 s.
  if (name.length > MOST_NAME) return null;
  const [nearest = ""] = NAMES.toSorted((a, b) => editDistance(name, a) - editDistance(name, b));
  return editDistance(name, nearest) * 3 <= nearest.length ? nearest : null;
}

function nextLink(url: string, filters: SearchFilters, cursor: string): string {
  let query = "";
  for (const name of NAMES) {
    const value = name === "cursor" ? cursor : filters[name];
    if (value !== undefined) query += `${query === "" ? "?" : "&"}${name}=${encodeURIComponent(value)}`;
  }
  return `<${url}${query}>; rel="next"`;
}
