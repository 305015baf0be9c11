import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { reviewBytes } from "../domain/queries/snapshot_reviews.ts";
import { Review } from "../domain/review.ts";
import { ranksSince } from "../domain/search/search_index.ts";
import { CalendarDate } from "../domain/string_formats.ts";
import { CONDITIONAL_PARAMETERS } from "../openapi/headers.ts";
import { conditionalResponses, INVALID } from "../openapi/responses.ts";
import { refuseFaults } from "./answer/problem_response.ts";
import { respondJson } from "./answer/respond.ts";
import { withSnapshot } from "./answer/with_snapshot.ts";
import type { Services } from "./services.ts";

const ReviewsSince = z.object({
  reviews: z.array(Review).max(10_000_000).meta({ description: "Newest first." }),
  count: z.int().min(0).meta({ description: "Number of reviews." }),
  since: CalendarDate.meta({ description: "The day asked for." }),
}).meta({ id: "ReviewsSince", description: "The reviews on or after a day." });

const route = createRoute({
  method: "get",
  path: "/api/reviews/since/{date}",
  operationId: "getReviewsSince",
  tags: ["Reviews"],
  summary: "Reviews on or after a day",
  description: "All reviews dated on or after the day, newest first. " +
    "`/api/changes` also has late, edited and removed reviews.",
  parameters: [...CONDITIONAL_PARAMETERS],
  request: {
    params: z.object({ date: CalendarDate.meta({ description: "The first day.", examples: ["2026-11-01"] }) }),
  },
  responses: {
    ...conditionalResponses("data", "The reviews.", "application/json", ReviewsSince),
    ...INVALID,
  },
});

/** Registers GET `/api/reviews/since/{date}`. */
export function registerSince(app: OpenAPIHono, services: Services): void {
  app.get("/api/reviews/since", () => {
    const message = "Expected a calendar day at the end of the path, as in /api/reviews/since/2026-11-01";
    return refuseFaults([{ in: "path", path: ["date"], code: "missing", message }]);
  });
  app.openapi(route, ({ req }) => {
    const { date } = req.valid("param");
    return withSnapshot(services, (snapshot) => {
      const count = ranksSince(snapshot.search, date);
      // Reviews are sorted newest first, so they are a prefix of the prepared buffer; none is serialised again.
      const reviews = reviewBytes(snapshot, 0, count);
      return respondJson(req.raw, snapshot, ["since", date], [
        '{"reviews":[\n',
        reviews,
        `\n],"count":${count},"since":"${date}"}\n`,
      ]);
    });
  });
}
