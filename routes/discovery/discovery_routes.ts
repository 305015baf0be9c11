import type { OpenAPIHono } from "@hono/zod-openapi";
import { LLMS_TEXT_TYPE } from "../../domain/documents/llms_text.ts";
import { type Representation, textRepresentation } from "../../domain/documents/representation.ts";
import { llmsTextOf } from "../../domain/queries/snapshot_insights.ts";
import { absoluteUrl, type Site } from "../../domain/site.ts";
import { respond } from "../answer/respond.ts";
import { registerPrepared } from "../answer/with_snapshot.ts";
import { aiCatalog, API_CATALOG_CONTENT_TYPE, API_CATALOG_TYPE, apiCatalog, apiLinks } from "./catalogs.ts";
import { serverCard } from "./server_card.ts";
import { registerSitemap } from "./sitemap.ts";
import type { Services } from "../services.ts";

/** Additional headers of discovery documents (MCP Server Card, Discovery: CORS). */
const HEADERS = [["access-control-allow-methods", "GET"], ["access-control-allow-headers", "Content-Type"]] as const;

/**
 * Registers the discovery documents: GET `/mcp/server-card`, `/.well-known/ai-catalog.json` and `/llms.txt` for
 * assistants, `/.well-known/api-catalog` for programs, `/robots.txt` and `/sitemap.xml` for search engines, and the
 * proofs of ownership that are configured.
 */
export function registerDiscovery(app: OpenAPIHono, services: Services): void {
  const { site } = services;
  register("/mcp/server-card", "application/mcp-server-card+json", serverCard(site));
  register("/.well-known/ai-catalog.json", "application/ai-catalog+json", aiCatalog(site));
  register("/.well-known/api-catalog", API_CATALOG_TYPE, apiCatalog(site), {
    contentType: API_CATALOG_CONTENT_TYPE,
    link: apiLinks(site),
  });
  registerSiteFiles(app, services);
  registerSitemap(app, services);

  function register(path: string, mediaType: string, document: object, members: Partial<Representation> = {}): void {
    const text = JSON.stringify(document, null, 2) + "\n";
    const representation = textRepresentation(mediaType, text, { headers: HEADERS, ...members });
    app.get(path, ({ req }) => respond(req.raw, representation));
  }
}

function registerSiteFiles(app: OpenAPIHono, services: Services): void {
  for (const [path, text] of Object.entries({ "/robots.txt": robotsText(services.site), ...services.proofs })) {
    const file = textRepresentation("text/plain; charset=utf-8", text);
    app.get(path, ({ req }) => respond(req.raw, file));
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
