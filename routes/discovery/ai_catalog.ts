import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { AiCatalog, aiCatalog } from "../../domain/ai_catalog.ts";
import { CONDITIONAL_PARAMETERS } from "../../openapi/conditional_parameters.ts";
import { conditionalResponses, METHOD_NOT_ALLOWED } from "../../openapi/responses.ts";
import { DISCOVERY_HEADERS, discoveryRepresentation } from "./discovery_representation.ts";
import { CACHE_CONTROL } from "../answer/public_headers.ts";
import { respond } from "../answer/respond.ts";
import type { Services } from "../services.ts";

const TYPE = "application/ai-catalog+json";

const route = createRoute({
  method: "get",
  path: "/.well-known/ai-catalog.json",
  operationId: "getAiCatalog",
  tags: ["MCP"],
  summary: "What this host offers to assistants",
  description: "A catalog for clients that know no more than the host: it leads to the card of the MCP server.",
  parameters: [...CONDITIONAL_PARAMETERS],
  responses: {
    ...conditionalResponses("static", "The catalog.", TYPE, AiCatalog),
    ...METHOD_NOT_ALLOWED,
  },
});

/** Registers GET `/.well-known/ai-catalog.json`. */
export function registerAiCatalog(app: OpenAPIHono, { site }: Services): void {
  const representation = discoveryRepresentation(TYPE, aiCatalog(site));
  app.openAPIRegistry.registerPath(route);
  app.get(route.path, ({ req }) => respond(req.raw, representation, CACHE_CONTROL, DISCOVERY_HEADERS));
}
