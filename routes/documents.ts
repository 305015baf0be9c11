import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { createHash } from "node:crypto";
import { InsightsDocument } from "../domain/documents/insights_document.ts";
import { JsonFeed } from "../domain/documents/json_feed.ts";
import { type EncodedBodies, type Representation, textRepresentation } from "../domain/documents/representation.ts";
import { REVIEW_FIGURES, reviewFigures } from "../domain/documents/review_figures.ts";
import { ReviewsDocument } from "../domain/documents/reviews_document.ts";
import { aggregateRatingOf } from "../domain/queries/snapshot_insights.ts";
import { perSnapshot } from "../domain/snapshot/per_snapshot.ts";
import { DOCUMENT_PLACES, type DocumentPath, type Snapshot } from "../domain/snapshot/snapshot.ts";
import { describeDocument, type DocumentRoute } from "../openapi/document_route.ts";
import { respond } from "./answer/respond.ts";
import { registerPrepared, withSnapshot } from "./answer/with_snapshot.ts";
import { registerPolicy } from "./policy.ts";
import { prefersType } from "./request/prefers_type.ts";
import type { Services } from "./services.ts";

const AtomFeed = z.string().max(10_000_000).meta({
  id: "AtomFeed",
  description: "An Atom feed document (RFC 4287), as text.",
});

/** Registers the documents of the snapshot, `/api/business` and the review policy, in the order of the description. */
export function registerDocuments(app: OpenAPIHono, services: Services): void {
  registerDocument(app, services, {
    path: "/reviews.json",
    operationId: "getReviews",
    tag: "Reviews",
    summary: "All reviews",
    description: "The business, its aggregate rating and all its published reviews, newest first. A WebSub topic.",
    kind: "topic",
    content: "The business and its reviews.",
    mediaType: "application/json",
    schema: ReviewsDocument,
  });
  registerDocument(app, services, {
    path: "/insights.json",
    operationId: "getInsights",
    tag: "Documents",
    summary: "What the reviews say, taken together",
    description:
      "Counts, months, and who and what is mentioned; sentiment by aspect where an analysis measured it, else null. " +
      "The member `model` names what produced the document.",
    kind: "data",
    content: "The insights.",
    mediaType: "application/json",
    schema: InsightsDocument,
  });
  registerBusiness(app, services);
  registerPolicy(app, services);
  registerDocument(app, services, {
    path: "/api/feed.json",
    operationId: "getJsonFeed",
    tag: "Feeds",
    summary: "JSON Feed of the newest reviews",
    description: "The 50 newest reviews with their replies as JSON Feed 1.1. A WebSub topic. A changed review has a " +
      "`date_modified`. Its `id` is that of `/feed.xml`; `_review` has its ULID. The same bytes come as " +
      "`application/feed+json` where `Accept` prefers that to `application/json`.",
    kind: "topic",
    content: "The feed.",
    mediaType: "application/json",
    otherTypes: ["application/feed+json"],
    schema: JsonFeed,
  });
  registerDocument(app, services, {
    path: "/feed.xml",
    operationId: "getAtomFeed",
    tag: "Feeds",
    summary: "Atom feed of the newest reviews",
    description:
      "The 50 newest reviews with their replies as Atom (RFC 4287). A WebSub topic. A changed review has a later " +
      "`updated`; a removed one is a deleted entry (RFC 6721) for 30 days.",
    kind: "topic",
    content: "The feed.",
    mediaType: "application/atom+xml",
    schema: AtomFeed,
  });
}

const BusinessReport = ReviewsDocument.omit({ reviews: true }).extend(REVIEW_FIGURES).meta({
  id: "BusinessReport",
  description: "The business and how it is rated, without the reviews.",
});

function registerBusiness(app: OpenAPIHono, services: Services): void {
  describeDocument(app, {
    path: "/api/business",
    operationId: "getBusiness",
    tag: "Documents",
    summary: "The business and its aggregate rating",
    description:
      "Which business it is, with services, areas and technicians, how it is rated, also by source, and how it replies: a few kilobytes, " +
      "where `/reviews.json` has every review as well.",
    kind: "data",
    content: "The business and its rating.",
    mediaType: "application/json",
    schema: BusinessReport,
  });
  registerPrepared(app, services, "/api/business", businessReport);
}

function businessReport(snapshot: Snapshot): Representation {
  const { business, lastModified } = snapshot;
  const report = { business, aggregate_rating: aggregateRatingOf(snapshot), ...reviewFigures(snapshot) };
  return textRepresentation("application/json", JSON.stringify(report) + "\n", { lastModified });
}

function registerDocument(app: OpenAPIHono, services: Services, route: DocumentRoute<DocumentPath>): void {
  const { path, mediaType, otherTypes = [] } = route;
  describeDocument(app, route);
  const inMediaType = perSnapshot<Representation, Snapshot, string>(({ documents }, contentType) => ({
    ...documents[path],
    contentType,
    bodies: contentType === mediaType ? documents[path].bodies : retagged(documents[path].bodies, contentType),
    vary: "Accept, Accept-Encoding",
  }));
  app.get(path, ({ req }) =>
    withSnapshot(services, (snapshot) => {
      if (otherTypes.length === 0) return respond(req.raw, snapshot.documents[path]);
      const accept = req.raw.headers.get("accept");
      const type = otherTypes.find((other) => prefersType(accept, other, mediaType)) ?? mediaType;
      return respond(req.raw, inMediaType(snapshot, type));
    }, DOCUMENT_PLACES[path]));
}

/**
 * Bodies of a further media type: the same bytes with other entity tags, because this is another representation (RFC
 * 9110 8.8.3).
 */
function retagged(bodies: EncodedBodies, contentType: string): EncodedBodies {
  const mark = createHash("sha256").update(contentType).digest("base64url").slice(0, 6);
  const entries = Object.entries(bodies).map(([coding, body]) => [
    coding,
    body && { ...body, entityTag: `${body.entityTag.slice(0, -1)}-${mark}"` },
  ]);
  return Object.fromEntries(entries);
}
