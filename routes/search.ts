import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { acceptedCodings } from "../domain/documents/content_negotiation.ts";
import { pageBytes, prepareSearch, searchPage, SearchResult } from "../domain/queries/search_reviews.ts";
import { areInOrder, SearchFilters, withFilterRules } from "../domain/search/search_filters.ts";
import { absoluteUrl, type Site } from "../domain/site.ts";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";
import { CONDITIONAL_PARAMETERS } from "../openapi/headers.ts";
import { fromText, givenFields } from "../openapi/request_validation.ts";
import { conditionalResponses, INVALID } from "../openapi/responses.ts";
import { type CompressionBudget, unbounded } from "./answer/compress.ts";
import { evaluatePreconditions } from "./answer/conditional_request.ts";
import { notModified, preconditionFailed, refuseFaults, refuseUnreadableQuery } from "./answer/problem_response.ts";
import { respondJson } from "./answer/respond_json.ts";
import { withSnapshot } from "./answer/with_snapshot.ts";
import { soundQueryReader } from "./request/unreadable_query.ts";
import type { Services } from "./services.ts";

const FILTERS = fromText(SearchFilters);
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
  request: { query: withFilterRules(FILTERS) },
  middleware: [refuseUnreadableQuery(NAMES)] as const,
  responses: {
    ...conditionalResponses("page", "The matching reviews.", "application/json", SearchResult),
    ...INVALID,
  },
});

/**
 * Registers GET `/api/reviews/search`. Responses are cached, because clients repeat searches.
 *
 * @returns Answers a GET whose query is sound; {@linkcode createApp} asks this before its router, which took a third of
 * the time of a search.
 */
export function registerSearch(app: OpenAPIHono, services: Services): (request: Request) => Response | undefined {
  const answers = answerCache();
  app.openapi(route, ({ req }) => {
    const filters = req.valid("query");
    const budget = services.compressionBudget;
    return withSnapshot(
      services,
      (snapshot) => answerSearch(req.raw, snapshot, { filters, site: services.site, budget }),
    );
  });
  return (request) => {
    const { url, method } = request;
    const snapshot = services.snapshot();
    if (method !== "GET" || snapshot === null || !isSearch(url)) return undefined;
    const search = url.slice(url.indexOf("?") + 1);
    const key = `${acceptedCodings(request.headers.get("accept-encoding")).made} ${search}`;
    const known = answers.find(snapshot, key);
    if (known !== undefined) return answerAgain(request, known, snapshot);
    const filters = soundFilters(search);
    if (filters === null) return undefined;
    // A repeated answer is compressed once for many requests.
    const budget = answers.wasAsked(key) ? unbounded : services.compressionBudget;
    return answers.keep(snapshot, key, answerSearch(request, snapshot, { filters, site: services.site, budget }));
  };
}

const soundQuery = soundQueryReader(NAMES);
const readGiven = givenFields(FILTERS);

/** The filters of a query; null if the router has to find out what is wrong with it. */
function soundFilters(search: string): SearchFilters | null {
  const values = soundQuery(search);
  const filters = values && readGiven(values);
  return filters !== null && areInOrder(filters) ? filters : null;
}

/** What a search is answered with, besides the snapshot. */
interface SearchContext {
  readonly filters: SearchFilters;
  readonly site: Site;
  readonly budget: CompressionBudget | undefined;
}

function answerSearch(request: Request, snapshot: Snapshot, { filters, site, budget }: SearchContext): Response {
  const search = prepareSearch(snapshot, filters);
  if ("cursorFault" in search) {
    const { code, cursorFault: message } = search;
    return refuseFaults([{ in: "query", path: ["cursor"], code, message }]);
  }
  // Needed for a 304 too, whose Link is that of the 200.
  const page = searchPage(snapshot, search);
  return respondJson(request, {
    pieces: pageBytes(snapshot, page),
    entityTag: search.entityTag,
    lastModified: snapshot.lastModified,
    link: page.next === null ? null : nextLink(site, filters, page.next),
    budget,
  });
}

/** Sends a cached answer, whose tag is that of its coding. */
function answerAgain(request: Request, response: Response, { lastModified }: Snapshot): Response {
  const outcome = evaluatePreconditions(request.headers, {
    entityTag: response.headers.get("etag") ?? "",
    lastModified,
  });
  if (outcome === "failed") return preconditionFailed();
  return outcome === "proceed" ? response.clone() : notModified(response.headers);
}

/** Whether an absolute URL is a search with a query string, without parsing all of it. */
function isSearch(url: string): boolean {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return url.startsWith(route.path, start) && url[start + route.path.length] === "?";
}

/** The `Link` to the next page (RFC 8288 3): the same search with its cursor. */
function nextLink(site: Site, filters: SearchFilters, cursor: string): string {
  let query = "";
  for (const name of NAMES) {
    const value = name === "cursor" ? cursor : filters[name];
    if (value !== undefined) query += `${query === "" ? "?" : "&"}${name}=${encodeURIComponent(value)}`;
  }
  return `<${absoluteUrl(site, route.path)}${query}>; rel="next"`;
}

/** Cache of responses of the current snapshot. Key: the query string and the accepted codings. */
export interface AnswerCache {
  /** Returns a response that is never sent: each request gets a clone, which shares the bytes. */
  readonly find: (snapshot: Snapshot, key: string) => Response | undefined;
  /** Whether a key was requested before, so that its answer will be cached. */
  readonly wasAsked: (key: string) => boolean;
  /** Caches a 200 if it is not large and its key was requested before. Returns the response to send. */
  readonly keep: (snapshot: Snapshot, key: string, response: Response) => Response;
}

// At most 256 * 32 KiB = 8 MiB in total.
const MOST_ANSWERS = 256;
const LONGEST_BYTES = 32_768;
const LONGEST_KEY = 560;
// Not more than cached answers: keys that repeat later than that are never found.
const MOST_ASKED = 256;

/**
 * Creates an empty cache, which is cleared when the snapshot changes or the cache is full. An answer is cached at its
 * second request. Caching each answer cost unique searches a sixth more processor time, most of it garbage collection,
 * and displaced repeated ones.
 */
export function answerCache(): AnswerCache {
  const answers = new Map<string, Response>();
  const asked = new Set<string>();
  let from: Snapshot | null = null;
  return {
    find: (snapshot, key) => snapshot === from ? answers.get(key) : undefined,
    wasAsked: (key) => asked.has(key),
    keep: (snapshot, key, response) => {
      if (key.length > LONGEST_KEY || response.status !== 200) return response;
      if (!asked.has(key)) {
        if (asked.size >= MOST_ASKED) asked.clear();
        asked.add(key);
        return response;
      }
      // A long response is a stream without a known length. A clone of a stream buffers what the other branch has not
      // read.
      const length = Number(response.headers.get("content-length") ?? Infinity);
      if (length > LONGEST_BYTES) return response;
      if (snapshot !== from || answers.size >= MOST_ANSWERS) answers.clear();
      from = snapshot;
      answers.set(key, response);
      return response.clone();
    },
  };
}
