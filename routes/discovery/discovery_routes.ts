import type { OpenAPIHono } from "@hono/zod-openapi";
import { LLMS_TEXT_TYPE } from "../../domain/documents/llms_text.ts";
import { type Representation, textRepresentation } from "../../domain/documents/representation.ts";
import { llmsTextOf } from "../../domain/queries/snapshot_insights.ts";
import { absoluteUrl, type Site } from "../../domain/site.ts";
import { describeDocument, type DocumentRoute } from "../../openapi/document_route.ts";
import { respond } from "../answer/respond.ts";
import { registerPrepared } from "../answer/with_snapshot.ts";
import {
  AiCatalog,
  aiCatalog,
  API_CATALOG_CONTENT_TYPE,
  API_CATALOG_TYPE,
  ApiCatalog,
  apiCatalog,
  apiLinks,
} from "./catalogs.ts";
import { McpServerCard, serverCard } from "./server_card.ts";
import { registerSitemap } from "./sitemap.ts";
import type { Services } from "../services.ts";

/** Additional headers of discovery documents (MCP Server Card, Discovery: CORS). */
const HEADERS = [["access-control-allow-methods", "GET"], ["access-control-allow-headers", "Content-Type"]] as const;

/**
 * Registers the discovery documents: GET `/mcp/server-card`, `/.well-known/ai-catalog.json` and `/llms.txt` for assistants, `/.well-known/api-catalog` for programs, `/robots.txt`
 * and `/sitemap.xml` for search engines.
 */
export function registerDiscovery(app: OpenAPIHono, services: Services): void {
  const { site } = services;
  register(app, serverCard(site), {
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

function register(
  app: OpenAPIHono,
  document: object,
  route: DocumentRoute,
  members: Partial<Representation> = {},
): void {
  const text = JSON.stringify(document, null, 2) + "\n";
  const representation = textRepresentation(route.mediaType, text, { headers: HEADERS, ...members });
  describeDocument(app, route);
  app.get(route.path, ({ req }) => respond(req.raw, representation));
}

function registerSiteFiles(app: OpenAPIHono, services: Services): void {
  const { site, indexNowKey: key = null } = services;
  for (const [name, text] of [["robots", robotsText(site)], ...key === null ? [] : [[key, key] as const]] as const) {
    const file = textRepresentation("text/plain; charset=utf-8", text);
    app.get(`/${name}.txt`, ({ req }) => respond(req.raw, file));
  }
  registerPrepared(app, services, "/llms.txt", (snapshot) => {
    const { lastModified } = snapshot;
    return textRepresentation(`${LLMS_TEXT_TYPE}; charset=utf-8`, llmsTextOf(snapshot, services.site), {
      lastModified,
    });
  });
}

/**
 * Text of `/robots.txt` (RFC 9309). Allows all pages, to assistants too. Blocks searches, `since`, changes, cursor
 * pages and non-pages. Names the sitemap (Sitemaps 0.9, "Submitting your Sitemap").
 */
function robotsText(site: Site): string {
  return `User-agent: *
Allow: /
Disallow: /api/changes
Disallow: /api/reviews/search
Disallow: /api/reviews/since/
Disallow: /api/websub/
Disallow: /mcp$
Disallow: /*?*cursor=

Sitemap: ${absoluteUrl(site, "/sitemap.xml")}
`;
}
