import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { McpServerCard, serverCard } from "./discovery/server_card.ts";
import { CONDITIONAL_PARAMETERS } from "../openapi/conditional_parameters.ts";
import { conditionalResponses, METHOD_NOT_ALLOWED } from "../openapi/responses.ts";
import { DISCOVERY_HEADERS, discoveryRepresentation } from "./discovery/discovery_representation.ts";
import { CACHE_CONTROL } from "./answer/public_headers.ts";
import { respond } from "./answer/respond.ts";
import type { Services } from "./services.ts";

const TYPE = "application/json";

const route = createRoute({
  method: "get",
  path: "/.well-known/mcp/server-card.json",
  operationId: "getWellKnownServerCard",
  tags: ["MCP"],
  summary: "The same card where scanners look for it",
  description: "The bytes of `/mcp/server-card` at a well-known path, for clients that know no more than the host.",
  parameters: [...CONDITIONAL_PARAMETERS],
  responses: {
    ...conditionalResponses("static", "The card.", TYPE, McpServerCard),
    ...METHOD_NOT_ALLOWED,
  },
});

/** Registers GET `/.well-known/mcp/server-card.json`. */
export function registerWellKnownServerCard(app: OpenAPIHono, { site }: Services): void {
  const representation = discoveryRepresentation(TYPE, serverCard(site));
  app.openAPIRegistry.registerPath(route);
  app.get(route.path, ({ req }) => respond(req.raw, representation, CACHE_CONTROL, DISCOVERY_HEADERS));
}
