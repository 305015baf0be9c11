import type { OpenAPIHono } from "@hono/zod-openapi";
import { JsonFeed } from "../domain/documents/json_feed.ts";
import { registerDocument } from "./answer/register_document.ts";
import type { Services } from "./services.ts";

/** Registers GET `/api/feed.json`. */
export function registerFeedJson(app: OpenAPIHono, services: Services): void {
  registerDocument(app, services, {
    path: "/api/feed.json",
    operationId: "getJsonFeed",
    tag: "Feeds",
    summary: "JSON Feed of the newest reviews",
    description: "The 50 newest reviews as JSON Feed 1.1. A WebSub topic. The same bytes come as " +
      "`application/feed+json` where `Accept` prefers that to `application/json`.",
    kind: "topic",
    content: "The feed.",
    mediaType: "application/json",
    otherTypes: ["application/feed+json"],
    schema: JsonFeed,
  });
}
