import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { entityTag } from "../domain/documents/representation.ts";
import { reviewBytes } from "../domain/queries/snapshot_reviews.ts";
import { Review } from "../domain/review.ts";
import { ranksSince } from "../domain/search/search_index.ts";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";
import { CalendarDate } from "../domain/string_formats.ts";
import { CONDITIONAL_PARAMETERS } from "../openapi/headers.ts";
import { conditionalResponses, INVALID } from "../openapi/responses.ts";
import { respondJson } from "./answer/respond_json.ts";
import { withSnapshot } from "./answer/with_snapshot.ts";
import type { Services } from "./services.ts";

/** The reviews on or after a day: the answer of the endpoint. */
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

/** Strong entity tag of the answer, derived from the data and the day without building the answer. */
function sinceEntityTag(snapshot: Snapshot, day: string): string {
  return entityTag(JSON.stringify([snapshot.documents["/reviews.json"].bodies.identity.entityTag, "since", day]));
}

/**
 * Answer as JSON in three pieces. Reviews are sorted newest first, so the middle piece is a prefix of the prepared
 * buffer: no review is parsed or serialised.
 */
function reviewsSince(snapshot: Snapshot, day: string): readonly [string, Uint8Array, string] {
  const count = ranksSince(snapshot.search, day);
  return [
    '{"reviews":[\n',
    reviewBytes(snapshot, 0, count),
    `\n],"count":${count},"since":"${day}"}\n`,
  ];
}
