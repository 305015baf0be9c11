import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { JsonFeed } from "../domain/documents/json_feed.ts";
import { CONDITIONAL_PARAMETERS } from "../openapi/conditional_parameters.ts";
import { conditionalResponses, DATASET_PROBLEMS } from "../openapi/responses.ts";
import { respond } from "./answer/respond.ts";
import type { Services } from "./services.ts";
import { withSnapshot } from "./answer/with_snapshot.ts";

const route = createRoute({
  method: "get",
  path: "/api/feed.json",
  operationId: "getJsonFeed",
  tags: ["Feeds"],
  summary: "JSON Feed of the newest reviews",
  description: "The 50 newest reviews as JSON Feed 1.1. A WebSub topic.",
  parameters: [...CONDITIONAL_PARAMETERS],
  responses: {
    ...conditionalResponses("topic", "The feed.", "application/json", JsonFeed),
    ...DATASET_PROBLEMS,
  },
});

/** Registers GET `/api/feed.json`. */
export function registerFeedJson(app: OpenAPIHono, services: Services): void {
  app.openapi(
    route,
    ({ req }) =>
      withSnapshot(
        services,
        ({ documents }) => respond(req.raw, documents["/api/feed.json"]),
      ),
  );
}
