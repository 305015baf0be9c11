import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { pageBytes, prepareSearch, searchPage, SearchResult } from "../domain/queries/search_reviews.ts";
import { SearchFilters, withFilterRules } from "../domain/search/search_filters.ts";
import { absoluteUrl } from "../domain/site.ts";
import { CONDITIONAL_PARAMETERS } from "../openapi/conditional_parameters.ts";
import { fromText } from "../openapi/from_text.ts";
import { conditionalResponses, DATASET_PROBLEMS, INVALID } from "../openapi/responses.ts";
import { answerCache } from "./answer/answer_cache.ts";
import { acceptedCodings } from "../domain/documents/choose_coding.ts";
import { unbounded } from "./answer/compression_budget.ts";
import { evaluatePreconditions } from "./answer/conditional_request.ts";
import { refuseFaults, refuseUnreadableQuery } from "./answer/refuse_faults.ts";
import { notModified, preconditionFailed } from "./answer/refuse_preconditions.ts";
import { respondJson } from "./answer/respond_json.ts";
import { withSnapshot } from "./answer/with_snapshot.ts";
import type { Services } from "./services.ts";

const NAMES = Object.keys(SearchFilters.shape) as (keyof SearchFilters)[];

const route = createRoute({
  method: "get",
  path: "/api/reviews/search",
  operationId: "searchReviews",
  tags: ["Reviews"],
  summary: "Search the reviews",
  description: "The newest reviews for which all given filters hold, and how many there are in all. `next` and the " +
    '`Link` with `rel="next"` lead to the page after. `since` may not be after `until`, nor `min_rating` above ' +
    "`max_rating`. A filter given twice is refused, and so is one whose name is written in another way (`Rating`, " +
    "`minRating`); other unknown parameters are ignored.",
  parameters: [...CONDITIONAL_PARAMETERS],
  request: { query: withFilterRules(fromText(SearchFilters)) },
  middleware: [refuseUnreadableQuery(NAMES)] as const,
  responses: {
    ...conditionalResponses("page", "The matching reviews.", "application/json", SearchResult),
    ...INVALID,
    ...DATASET_PROBLEMS,
  },
});

/**
 * Registers GET `/api/reviews/search`. Responses are cached, because clients repeat the same searches.
 *
 * @returns Finds the answer to a request among those that are kept, for {@linkcode createApp} to ask before its router.
 */
export function registerSearch(app: OpenAPIHono, services: Services): (request: Request) => Response | undefined {
  const answers = answerCache();
  app.openapi(route, ({ req }) => {
    const filters = req.valid("query");
    return withSnapshot(services, (snapshot) => {
      const search = prepareSearch(snapshot, filters);
      if ("cursorFault" in search) {
        const { code, cursorFault: message } = search;
        return refuseFaults([{ in: "query", path: ["cursor"], code, message }]);
      }
      // Before a 304 too: its Link is that of the 200.
      const page = searchPage(snapshot, search);
      const link = page.next === null ? null : nextLink(services, filters, page.next);
      const { lastModified } = snapshot;
      const response = respondJson(req.raw, {
        pieces: pageBytes(snapshot, page),
        entityTag: search.entityTag,
        lastModified,
        link,
        // What comes again is compressed once for many.
        budget: answers.wasAsked(keyOf(req.raw)) ? unbounded : services.compressionBudget,
      });
      if (req.raw.method !== "GET" || response.status !== 200) return response;
      // Of the coding that was chosen.
      const entityTag = response.headers.get("etag") ?? search.entityTag;
      return answers.keep(snapshot, keyOf(req.raw), { validators: { entityTag, lastModified }, response });
    });
  });
  return (request) => {
    if (request.method !== "GET" || !isSearch(request.url)) return undefined;
    const known = answers.find(services.snapshot(), keyOf(request));
    if (known === undefined) return undefined;
    const { response, validators } = known;
    const outcome = evaluatePreconditions(request.headers, validators);
    if (outcome === "failed") return preconditionFailed();
    return outcome === "proceed" ? response.clone() : notModified(response.headers);
  };
}

/** Whether an absolute URL is that of a search with a query string, without parsing the whole of it. */
function isSearch(url: string): boolean {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return url.startsWith(route.path, start) && url[start + route.path.length] === "?";
}

/** What an answer depends on besides the data: the query string and the codings that the client accepts. */
function keyOf({ url, headers }: Request): string {
  const at = url.indexOf("?");
  return `${acceptedCodings(headers.get("accept-encoding")).made} ${at === -1 ? "" : url.slice(at)}`;
}

/** The `Link` to the next page (RFC 8288 3): the same search with its cursor. */
function nextLink({ site }: Services, filters: SearchFilters, cursor: string): string {
  let query = "";
  for (const name of NAMES) {
    const value = name === "cursor" ? cursor : filters[name];
    if (value !== undefined) query += `${query === "" ? "?" : "&"}${name}=${encodeURIComponent(value)}`;
  }
  return `<${absoluteUrl(site, route.path)}${query}>; rel="next"`;
}
