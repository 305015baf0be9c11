import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { respondReview, ReviewReport } from "./answer/respond_review.ts";
import { Review } from "../domain/review.ts";
import { CONDITIONAL_PARAMETERS } from "../openapi/headers.ts";
import { conditionalResponses, INVALID } from "../openapi/responses.ts";
import { withSnapshot } from "./answer/with_snapshot.ts";
import type { Services } from "./services.ts";

const route = createRoute({
  method: "get",
  path: "/api/reviews/{id}",
  operationId: "getReview",
  tags: ["Reviews"],
  summary: "One review",
  description: "A review by its id, and what the insights say of it. Ids come with every review and, as " +
    "`example_review_ids` and `source_review_ids`, with the insights. `/reviews/{id}`, the page for people, answers " +
    "the same where `Accept` prefers `application/json`.",
  parameters: [...CONDITIONAL_PARAMETERS],
  request: {
    params: z.object({
      id: Review.shape.id.meta({
        description: "Id of the review.",
        examples: ["2H247GHA7EAM36PAEDGGBWNGBP"],
        maxLength: 26,
      }),
    }),
  },
  responses: {
    ...conditionalResponses("data", "The review.", "application/json", ReviewReport),
    ...INVALID,
  },
});

/** Registers GET `/api/reviews/{id}`. */
export function registerReview(app: OpenAPIHono, services: Services): void {
  app.openapi(
    route,
    ({ req }) =>
      withSnapshot(services, (snapshot) => respondReview(req.raw, snapshot, req.valid("param").id, services.site)),
  );
}
