import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { acceptedCodings } from "../domain/documents/content_negotiation.ts";
import { pageBytes, prepareSearch, searchPage, SearchResult } from "../domain/queries/search_reviews.ts";
import { SearchFilters, withFilterRules } from "../domain/search/search_filters.ts";
import { absoluteUrl } from "../domain/site.ts";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";
import { CONDITIONAL_PARAMETERS } from "../openapi/headers.ts";
import { fromText } from "../openapi/request_validation.ts";
import { conditionalResponses, DATASET_PROBLEMS, INVALID } from "../openapi/responses.ts";
import { unbounded } from "./answer/compress.ts";
import { evaluatePreconditions, type Validators } from "./answer/conditional_request.ts";
import { notModified, preconditionFailed, refuseFaults, refuseUnreadableQuery } from "./answer/problem_response.ts";
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
 * Registers GET `/api/reviews/search`. Responses are cached, because clients repeat searches.
 *
 * @returns Finds the cached answer to a request; {@linkcode createApp} asks this before its router.
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
      // Needed for a 304 too, whose Link is that of the 200.
      const page = searchPage(snapshot, search);
      const link = page.next === null ? null : nextLink(services, filters, page.next);
      const { lastModified } = snapshot;
      const response = respondJson(req.raw, {
        pieces: pageBytes(snapshot, page),
        entityTag: search.entityTag,
        lastModified,
        link,
        // A repeated answer is compressed once for many requests.
        budget: answers.wasAsked(keyOf(req.raw)) ? unbounded : services.compressionBudget,
      });
      if (req.raw.method !== "GET" || response.status !== 200) return response;
      // The tag of the chosen coding.
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

/** Whether an absolute URL is a search with a query string, without parsing all of it. */
function isSearch(url: string): boolean {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return url.startsWith(route.path, start) && url[start + route.path.length] === "?";
}

/** Cache key: the query string and the codings that the client accepts. */
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

/** A response that stays valid as long as the snapshot is current. */
interface CachedAnswer {
  readonly validators: Validators;
  /** Never sent: each request gets a clone, which shares the bytes. */
  readonly response: Response;
}

/** Cache of responses of the current snapshot. Key: the query string and the accepted codings. */
export interface AnswerCache {
  readonly find: (snapshot: Snapshot | null, key: string) => CachedAnswer | undefined;
  /** Whether a key was requested before, so that its answer will be cached. */
  readonly wasAsked: (key: string) => boolean;
  /** Caches a response if it is not large and its key was requested before. Returns the response to send. */
  readonly keep: (snapshot: Snapshot, key: string, answer: CachedAnswer) => Response;
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
  const answers = new Map<string, CachedAnswer>();
  const asked = new Set<string>();
  let from: Snapshot | null = null;
  return {
    find: (snapshot, key) => snapshot === from ? answers.get(key) : undefined,
    wasAsked: (key) => asked.has(key),
    keep: (snapshot, key, answer) => {
      const { response } = answer;
      if (key.length > LONGEST_KEY) return response;
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
      answers.set(key, answer);
      return response.clone();
    },
  };
}
