import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { ReviewsDocument } from "../domain/documents/reviews_document.ts";
import { CONDITIONAL_PARAMETERS } from "../openapi/conditional_parameters.ts";
import { conditionalResponses, DATASET_PROBLEMS } from "../openapi/responses.ts";
import { respond } from "./answer/respond.ts";
import type { Services } from "./services.ts";
import { withSnapshot } from "./answer/with_snapshot.ts";

const route = createRoute({
  method: "get",
  path: "/reviews.json",
  operationId: "getReviews",
  tags: ["Documents"],
  summary: "All verified reviews",
  description: "The business, its aggregate rating and all its verified reviews, newest first. A WebSub topic.",
  parameters: [...CONDITIONAL_PARAMETERS],
  responses: {
    ...conditionalResponses(
      "topic",
      "The business and its reviews.",
      "application/json",
      ReviewsDocument,
    ),
    ...DATASET_PROBLEMS,
  },
});

/** Registers GET `/reviews.json`. */
export function registerReviews(app: OpenAPIHono, services: Services): void {
  app.openapi(
    route,
    ({ req }) =>
      withSnapshot(
        services,
        ({ documents }) => respond(req.raw, documents["/reviews.json"]),
      ),
  );
}
