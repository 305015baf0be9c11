import type { OpenAPIHono } from "@hono/zod-openapi";
import { ReviewsDocument } from "../domain/documents/reviews_document.ts";
import { registerDocument } from "./answer/register_document.ts";
import type { Services } from "./services.ts";

/** Registers GET `/reviews.json`. */
export function registerReviews(app: OpenAPIHono, services: Services): void {
  registerDocument(app, services, {
    path: "/reviews.json",
    operationId: "getReviews",
    tag: "Documents",
    summary: "All verified reviews",
    description: "The business, its aggregate rating and all its verified reviews, newest first. A WebSub topic.",
    kind: "topic",
    content: "The business and its reviews.",
    mediaType: "application/json",
    schema: ReviewsDocument,
  });
}
