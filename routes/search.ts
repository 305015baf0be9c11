import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { SearchFilters, withFilterRules } from "../domain/search_filters.ts";
import { prepareSearch, runSearch, SearchResult } from "../domain/search_reviews.ts";
import { fromText } from "../openapi/from_text.ts";
import { CONDITIONAL_PARAMETERS } from "../openapi/conditional_parameters.ts";
import { conditionalResponses, DATASET_PROBLEMS, INVALID } from "../openapi/responses.ts";
import { refuseMalformedQuery } from "./malformed_query.ts";
import { respondJson } from "./respond_json.ts";
import type { Services } from "./services.ts";
import { withSnapshot } from "./with_snapshot.ts";

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
    ...conditionalResponses(
      "data",
      "The matching reviews.",
      "application/json",
      SearchResult,
    ),
    ...INVALID,
    ...DATASET_PROBLEMS,
  },
});

/** Registers GET `/api/reviews/search`. */
export function registerSearch(app: OpenAPIHono, services: Services): void {
  app.openapi(route, ({ req }) => {
    const filters = req.valid("query");
    return withSnapshot(services, (snapshot) => {
      const search = prepareSearch(snapshot, filters);
      const validators = {
        entityTag: search.entityTag,
        lastModified: snapshot.lastModified,
      };
      return respondJson(
        req.raw,
        validators,
        () => runSearch(snapshot, search),
      );
    });
  });
}
