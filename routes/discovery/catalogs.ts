import { SERVICE } from "../../domain/service.ts";
import { absoluteUrl, type Site } from "../../domain/site.ts";

/** Media type of the catalog: a linkset, with the profile that RFC 9727 5 registers. */
export const API_CATALOG_TYPE = "application/linkset+json";

/** Content type with the profile (RFC 9727 4.2). */
export const API_CATALOG_CONTENT_TYPE = `${API_CATALOG_TYPE}; profile="https://www.rfc-editor.org/info/rfc9727"`;

/**
 * The API catalog of a site (RFC 9727) as a linkset (RFC 9264 4.2): the HTTP interface, the MCP server and the hub, each
 * with links to its descriptions (RFC 8631).
 */
export function apiCatalog(site: Site): object {
  const url = (path: string) => absoluteUrl(site, path);
  const interfaces = [
    { href: url("/api/reviews/search"), title: "Search and read the reviews" },
    { href: url("/mcp"), title: "MCP server" },
    { href: url("/api/websub/hub"), title: "WebSub hub" },
  ];
  const described = {
    "service-desc": [{ href: url("/openapi.json"), type: "application/json", title: "OpenAPI 3.1" }],
    "service-doc": [
      { href: url("/docs"), type: "text/html", title: "Reference" },
      { href: url("/developers"), type: "text/html", title: "Quick start" },
    ],
    status: [{ href: url("/healthz"), type: "application/json" }],
  };
  return {
    linkset: [
      { anchor: url("/.well-known/api-catalog"), item: interfaces },
      ...interfaces.map(({ href }) => ({
        anchor: href,
        ...described,
        ...href === url("/mcp")
          ? { "service-meta": [{ href: url("/mcp/server-card"), type: "application/mcp-server-card+json" }] }
          : {},
      })),
    ],
  };
}

/**
 * `Link` field of pages, which leads programs to the descriptions and the catalog of the interfaces (RFC 8631 4, RFC
 * 9727 3).
 */
export function apiLinks(site: Site): string {
  const links = [
    ["/openapi.json", "service-desc", "application/json"],
    ["/docs", "service-doc", "text/html"],
    ["/.well-known/api-catalog", "api-catalog", "application/linkset+json"],
  ] as const;
  return links.map(([path, rel, type]) => `<${absoluteUrl(site, path)}>; rel="${rel}"; type="${type}"`).join(", ");
}

/** The AI Catalog of a site (AI Catalog 1.0): one entry, the card of its MCP server. */
export function aiCatalog(site: Site): object {
  return {
    specVersion: "1.0",
    entries: [{
      identifier: `urn:air:${new URL(site.baseUrl).hostname}:mcp:${SERVICE.name}`,
      type: "application/mcp-server-card+json",
      url: absoluteUrl(site, "/mcp/server-card"),
    }],
  };
}
