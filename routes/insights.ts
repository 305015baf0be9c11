import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { InsightsDocument } from "../domain/documents/insights_document.ts";
import { CONDITIONAL_PARAMETERS } from "../openapi/conditional_parameters.ts";
import { conditionalResponses, DATASET_PROBLEMS } from "../openapi/responses.ts";
import { respond } from "./answer/respond.ts";
import type { Services } from "./services.ts";
import { withSnapshot } from "./answer/with_snapshot.ts";

const route = createRoute({
  method: "get",
  path: "/insights.json",
  operationId: "getInsights",
  tags: ["Documents"],
  summary: "What the reviews say, taken together",
  description:
    "Counts, months, and who and what is mentioned; sentiment by aspect where an analysis measured it, else null. " +
    "The member `model` names what produced the document.",
  parameters: [...CONDITIONAL_PARAMETERS],
  responses: {
    ...conditionalResponses(
      "data",
      "The insights.",
      "application/json",
      InsightsDocument,
    ),
    ...DATASET_PROBLEMS,
  },
});

/** Registers GET `/insights.json`. */
export function registerInsights(app: OpenAPIHono, services: Services): void {
  app.openapi(
    route,
    ({ req }) =>
      withSnapshot(
        services,
        ({ documents }) => respond(req.raw, documents["/insights.json"]),
      ),
  );
}
