import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { prepareSearch, runSearch, SearchResult } from "../domain/queries/search_reviews.ts";
import { SearchFilters, withFilterRules } from "../domain/search/search_filters.ts";
import { CONDITIONAL_PARAMETERS } from "../openapi/conditional_parameters.ts";
import { fromText } from "../openapi/from_text.ts";
import { conditionalResponses, DATASET_PROBLEMS, INVALID } from "../openapi/responses.ts";
import { answerCache } from "./answer/answer_cache.ts";
import { isNotModified } from "./answer/conditional_request.ts";
import { refuseMalformedQuery } from "./answer/refuse_faults.ts";
import { respondJson } from "./answer/respond_json.ts";
import { withSnapshot } from "./answer/with_snapshot.ts";
import type { Services } from "./services.ts";

const route = createRoute({
  method: "get",
  path: "/api/reviews/search",
  operationId: "searchReviews",
  tags: ["Reviews"],
  summary: "Search the reviews",
  description: "The newest reviews for which all given filters hold, and how many there are in all. " +
    "`since` may not be after `until`. A filter given twice is refused; unknown parameters are ignored.",
  parameters: [...CONDITIONAL_PARAMETERS],
  request: { query: withFilterRules(fromText(SearchFilters)) },
  middleware: [refuseMalformedQuery(Object.keys(SearchFilters.shape))] as const,
  responses: {
    ...conditionalResponses("data", "The matching reviews.", "application/json", SearchResult),
    ...INVALID,
    ...DATASET_PROBLEMS,
  },
});

/** Registers GET `/api/reviews/search`. Responses are cached, because clients repeat the same searches. */
export function registerSearch(app: OpenAPIHono, services: Services): void {
  const answers = answerCache();
  app.get(route.path, async ({ req: { raw } }, next) => {
    const known = raw.method === "GET" ? answers.find(services.snapshot(), queryOf(raw.url)) : undefined;
    if (known === undefined) return await next();
    return isNotModified(raw.headers, known.validators)
      ? respondJson(raw, known.validators, () => [])
      : known.response.clone();
  });
  app.openapi(route, ({ req }) => {
    const filters = req.valid("query");
    return withSnapshot(services, (snapshot) => {
      const search = prepareSearch(snapshot, filters);
      const validators = {
        entityTag: search.entityTag,
        lastModified: snapshot.lastModified,
      };
      const response = respondJson(req.raw, validators, () => runSearch(snapshot, search));
      if (req.raw.method !== "GET" || response.status !== 200) return response;
      return answers.keep(snapshot, queryOf(req.url), { validators, response });
    });
  });
}

function queryOf(url: string): string {
  const at = url.indexOf("?");
  return at === -1 ? "" : url.slice(at);
}
