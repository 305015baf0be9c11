import type { OpenAPIHono } from "@hono/zod-openapi";
import { encodeBodies } from "../domain/documents/representation.ts";
import { ReviewsDocument } from "../domain/documents/reviews_document.ts";
import { aggregateRatingOf } from "../domain/queries/snapshot_insights.ts";
import { describeDocument } from "../openapi/document_route.ts";
import { preparedOnce } from "./answer/prepared_once.ts";
import { respond } from "./answer/respond.ts";
import { withSnapshot } from "./answer/with_snapshot.ts";
import type { Services } from "./services.ts";

const BusinessReport = ReviewsDocument.omit({ reviews: true }).meta({
  id: "BusinessReport",
  description: "The business and how it is rated, without the reviews.",
});

/** Registers GET `/api/business`: what `/reviews.json` begins with, for those who want no reviews. */
export function registerBusiness(app: OpenAPIHono, services: Services): void {
  describeDocument(app, {
    path: "/api/business",
    operationId: "getBusiness",
    tag: "Documents",
    summary: "The business and its aggregate rating",
    description: "Which business it is, with services, areas and technicians, and how it is rated: a few kilobytes, " +
      "where `/reviews.json` has every review as well.",
    kind: "data",
    content: "The business and its rating.",
    mediaType: "application/json",
    schema: BusinessReport,
  });
  const report = preparedOnce((snapshot) => {
    const { business, lastModified } = snapshot;
    const text = JSON.stringify({ business, aggregate_rating: aggregateRatingOf(snapshot) }) + "\n";
    const bodies = encodeBodies(new TextEncoder().encode(text));
    return Promise.resolve({ contentType: "application/json", bodies, lastModified, link: null });
  });
  app.get(
    "/api/business",
    ({ req }) => withSnapshot(services, async (snapshot) => respond(req.raw, await report(snapshot, ""))),
  );
}
