import type { OpenAPIHono } from "@hono/zod-openapi";
import { InsightsDocument } from "../domain/documents/insights_document.ts";
import { registerDocument } from "./answer/register_document.ts";
import type { Services } from "./services.ts";

/** Registers GET `/insights.json`. */
export function registerInsights(app: OpenAPIHono, services: Services): void {
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
}
