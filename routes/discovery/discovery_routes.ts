import type { OpenAPIHono } from "@hono/zod-openapi";
import { encodeBodies, type Representation } from "../../domain/documents/representation.ts";
import { describeDocument, type DocumentRoute } from "../../openapi/document_route.ts";
import { respond } from "../answer/respond.ts";
import type { Services } from "../services.ts";
import { AiCatalog, aiCatalog } from "./ai_catalog.ts";
import { McpServerCard, serverCard } from "./server_card.ts";

/** Additional headers of discovery documents (MCP Server Card, Discovery: CORS). */
const HEADERS = [
  ["access-control-allow-methods", "GET"],
  ["access-control-allow-headers", "Content-Type"],
] as const;

/**
 * Registers the documents by which assistants find the MCP server: GET `/mcp/server-card`,
 * `/.well-known/mcp/server-card.json` (the same card) and `/.well-known/ai-catalog.json`.
 */
export function registerDiscovery(app: OpenAPIHono, { site }: Services): void {
  const card = serverCard(site);
  register(app, card, {
    path: "/mcp/server-card",
    operationId: "getMcpServerCard",
    tag: "MCP",
    summary: "How to connect to the MCP server",
    description:
      "What a client learns before it connects: the endpoint and the revisions of the protocol that it speaks.",
    kind: "static",
    content: "The card.",
    mediaType: "application/mcp-server-card+json",
    schema: McpServerCard,
  });
  register(app, card, {
    path: "/.well-known/mcp/server-card.json",
    operationId: "getWellKnownServerCard",
    tag: "MCP",
    summary: "The same card where scanners look for it",
    description: "The bytes of `/mcp/server-card` at a well-known path, for clients that know no more than the host.",
    kind: "static",
    content: "The card.",
    mediaType: "application/json",
    schema: McpServerCard,
  });
  register(app, aiCatalog(site), {
    path: "/.well-known/ai-catalog.json",
    operationId: "getAiCatalog",
    tag: "MCP",
    summary: "What this host offers to assistants",
    description: "A catalog for clients that know no more than the host: it leads to the card of the MCP server.",
    kind: "static",
    content: "The catalog.",
    mediaType: "application/ai-catalog+json",
    schema: AiCatalog,
  });
}

/** Serialised once: the document depends only on program and configuration. */
function register(app: OpenAPIHono, document: object, route: DocumentRoute): void {
  const representation: Representation = {
    contentType: route.mediaType,
    bodies: encodeBodies(new TextEncoder().encode(JSON.stringify(document, null, 2) + "\n")),
    lastModified: null,
    link: null,
    headers: HEADERS,
  };
  describeDocument(app, route);
  app.get(route.path, ({ req }) => respond(req.raw, representation));
}
