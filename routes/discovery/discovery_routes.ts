import type { OpenAPIHono } from "@hono/zod-openapi";
import { encodeBodies, type Representation } from "../../domain/documents/representation.ts";
import { describeDocument, type DocumentRoute } from "../../openapi/document_route.ts";
import { respond } from "../answer/respond.ts";
import type { Services } from "../services.ts";
import { AiCatalog, aiCatalog } from "./ai_catalog.ts";
import { API_CATALOG_CONTENT_TYPE, API_CATALOG_TYPE, ApiCatalog, apiCatalog } from "./api_catalog.ts";
import { apiLinks } from "./api_links.ts";
import { McpServerCard, serverCard } from "./server_card.ts";
import { registerSiteFiles } from "./site_files.ts";
import { registerSitemap } from "./sitemap.ts";

/** Additional headers of discovery documents (MCP Server Card, Discovery: CORS). */
const HEADERS = [
  ["access-control-allow-methods", "GET"],
  ["access-control-allow-headers", "Content-Type"],
] as const;

/**
 * Registers the documents by which others find what is here: for assistants GET `/mcp/server-card`,
 * `/.well-known/mcp/server-card.json` (the same card), `/.well-known/ai-catalog.json` and `/llms.txt`, for programs
 * `/.well-known/api-catalog`, for search engines `/robots.txt` and `/sitemap.xml`.
 */
export function registerDiscovery(app: OpenAPIHono, services: Services): void {
  const { site } = services;
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
  register(app, apiCatalog(site), {
    path: "/.well-known/api-catalog",
    operationId: "getApiCatalog",
    tag: "Service",
    summary: "The interfaces of this host",
    description: "A catalog for programs that know no more than the host: the HTTP interface, the MCP server and the " +
      "hub, each with its description and documentation (RFC 9727).",
    kind: "static",
    content: "The catalog.",
    mediaType: API_CATALOG_TYPE,
    schema: ApiCatalog,
  }, { contentType: API_CATALOG_CONTENT_TYPE, link: apiLinks(site) });
  registerSiteFiles(app, services);
  registerSitemap(app, services);
}

/** Serialised once: the document depends only on program and configuration. */
function register(
  app: OpenAPIHono,
  document: object,
  route: DocumentRoute,
  members: Partial<Representation> = {},
): void {
  const representation: Representation = {
    contentType: route.mediaType,
    bodies: encodeBodies(new TextEncoder().encode(JSON.stringify(document, null, 2) + "\n")),
    lastModified: null,
    link: null,
    headers: HEADERS,
    ...members,
  };
  describeDocument(app, route);
  app.get(route.path, ({ req }) => respond(req.raw, representation));
}
