import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { McpServerCard, serverCard } from "./server_card.ts";
import { CONDITIONAL_PARAMETERS } from "../../openapi/conditional_parameters.ts";
import { conditionalResponses, METHOD_NOT_ALLOWED } from "../../openapi/responses.ts";
import { DISCOVERY_HEADERS, discoveryRepresentation } from "./discovery_representation.ts";
import { CACHE_CONTROL } from "../answer/public_headers.ts";
import { respond } from "../answer/respond.ts";
import type { Services } from "../services.ts";

const TYPE = "application/mcp-server-card+json";

const route = createRoute({
  method: "get",
  path: "/mcp/server-card",
  operationId: "getMcpServerCard",
  tags: ["MCP"],
  summary: "How to connect to the MCP server",
  description:
    "What a client learns before it connects: the endpoint and the revisions of the protocol that it speaks.",
  parameters: [...CONDITIONAL_PARAMETERS],
  responses: {
    ...conditionalResponses("static", "The card.", TYPE, McpServerCard),
    ...METHOD_NOT_ALLOWED,
  },
});

/** Registers GET `/mcp/server-card`. */
export function registerMcpServerCard(app: OpenAPIHono, { site }: Services): void {
  const representation = discoveryRepresentation(TYPE, serverCard(site));
  app.openAPIRegistry.registerPath(route);
  app.get(route.path, ({ req }) => respond(req.raw, representation, CACHE_CONTROL, DISCOVERY_HEADERS));
}
