import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { respondReview, ReviewReport } from "./answer/respond_review.ts";
import { Review } from "../domain/review.ts";
import { CONDITIONAL_PARAMETERS } from "../openapi/headers.ts";
import { conditionalResponses, INVALID } from "../openapi/responses.ts";
import { refuseFaults } from "./answer/problem_response.ts";
import { quoted } from "../openapi/request_validation.ts";
import { withSnapshot } from "./answer/with_snapshot.ts";
import type { Services } from "./services.ts";

const FOLDER = "/api/reviews/";

const route = createRoute({
  method: "get",
  path: `${FOLDER}{id}`,
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

/**
 * Registers GET `/api/reviews/{id}` as a wildcard. A parameter beside `search` and `since` makes Hono fall back from
 * its router of regular expressions to one that takes five microseconds for every request to any path.
 */
export function registerReview(app: OpenAPIHono, services: Services): void {
  app.openAPIRegistry.registerPath(route);
  app.get(`${FOLDER}*`, (context) => {
    const { req } = context;
    const id = req.path.slice(FOLDER.length);
    if (id === "" || id.includes("/")) return context.notFound();
    const read = Review.shape.id.safeParse(id);
    if (!read.success) {
      const { code, message } = read.error.issues[0] ?? { code: "custom", message: "Expected an id" };
      return refuseFaults([{ in: "path", path: ["id"], code, message: `${message}, got ${quoted(id)}` }]);
    }
    return withSnapshot(services, (snapshot) => respondReview(req.raw, snapshot, id, services.site));
  });
}
