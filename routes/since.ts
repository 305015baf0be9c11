import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { CalendarDate } from "../domain/calendar_date.ts";
import { ReviewsSince, reviewsSince, sinceEntityTag } from "../domain/queries/reviews_since.ts";
import { CONDITIONAL_PARAMETERS } from "../openapi/conditional_parameters.ts";
import { conditionalResponses, DATASET_PROBLEMS, INVALID } from "../openapi/responses.ts";
import { respondJson } from "./answer/respond_json.ts";
import { withSnapshot } from "./answer/with_snapshot.ts";
import type { Services } from "./services.ts";

const route = createRoute({
  method: "get",
  path: "/api/reviews/since/{date}",
  operationId: "getReviewsSince",
  tags: ["Reviews"],
  summary: "Reviews on or after a day",
  description: "All reviews dated on or after the day, newest first: what a mirror asks for to catch up. " +
    "An old review that was edited keeps its place; `/reviews.json` tells by its entity tag.",
  parameters: [...CONDITIONAL_PARAMETERS],
  request: {
    params: z.object({
      date: CalendarDate.meta({
        description: "The first day.",
        examples: ["2026-11-01"],
      }),
    }),
  },
  responses: {
    ...conditionalResponses("data", "The reviews.", "application/json", ReviewsSince),
    ...INVALID,
    ...DATASET_PROBLEMS,
  },
});

/** Registers GET `/api/reviews/since/{date}`. */
export function registerSince(app: OpenAPIHono, services: Services): void {
  app.openapi(route, ({ req }) => {
    const { date } = req.valid("param");
    return withSnapshot(services, (snapshot) =>
      respondJson(req.raw, {
        pieces: reviewsSince(snapshot, date),
        entityTag: sinceEntityTag(snapshot, date),
        lastModified: snapshot.lastModified,
      }));
  });
}
