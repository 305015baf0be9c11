import { z } from "@hono/zod-openapi";
import { SERVICE } from "../../domain/service.ts";
import { absoluteUrl, type Site } from "../../domain/site.ts";

/** Media type of the catalog: a linkset, with the profile that RFC 9727 5 registers. */
export const API_CATALOG_TYPE = "application/linkset+json";

/** Content type with the profile (RFC 9727 4.2). */
export const API_CATALOG_CONTENT_TYPE = `${API_CATALOG_TYPE}; profile="https://www.rfc-editor.org/info/rfc9727"`;

const target = z.object({
  href: z.string().max(2300).meta({ format: "uri", description: "Where it is." }),
  type: z.string().max(200).optional().meta({ description: "Its media type." }),
  title: z.string().max(200).optional().meta({ description: "What it is." }),
}).meta({ id: "LinkTarget", description: "Where a link leads (RFC 9264 4.2.3)." });

const targets = (description: string) => z.array(target).max(20).optional().meta({ description });

/** The API catalog of a host (RFC 9727) as a linkset (RFC 9264 4.2). */
export const ApiCatalog = z.object({
  linkset: z.array(
    z.object({
      anchor: z.string().max(2300).meta({ format: "uri", description: "What the links belong to." }),
      item: targets("The interfaces that there are."),
      "service-desc": targets("Descriptions for programs (RFC 8631)."),
      "service-doc": targets("Documentation for people (RFC 8631)."),
      "service-meta": targets("Further descriptions for programs (RFC 8631)."),
      status: targets("Whether it works (RFC 8631)."),
    }).meta({ id: "LinkContext", description: "The links of one thing (RFC 9264 4.2.2)." }),
  ).max(20).meta({ description: "Links by what they belong to." }),
}).meta({
  id: "ApiCatalog",
  description: "The interfaces of this host, for programs that know no more than the host.",
});

/** The catalog of a site: the HTTP interface, the MCP server and the hub, each with links to its descriptions. */
export function apiCatalog(site: Site): z.output<typeof ApiCatalog> {
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

/** AI Catalog of a host: its offers to assistants (AI Catalog 1.0). */
export const AiCatalog = z.object({
  specVersion: z.literal("1.0").meta({ description: "The version of AI Catalog." }),
  entries: z.array(
    z.object({
      identifier: z.string().max(500).regex(/^urn:air:/).meta({ description: "The same as long as the host is." }),
      type: z.literal("application/mcp-server-card+json").meta({ description: "Media type of what is described." }),
      url: z.string().max(2048).meta({ format: "uri", description: "Where the card is." }),
    }).meta({ id: "AiCatalogEntry", description: "One thing that is offered." }),
  ).max(1).meta({ description: "What is offered." }),
}).meta({ id: "AiCatalog", description: "What this host offers to assistants." });

/** The catalog of a site: one entry, the card of its MCP server. */
export function aiCatalog(site: Site): z.output<typeof AiCatalog> {
  return {
    specVersion: "1.0",
    entries: [{
      identifier: `urn:air:${new URL(site.baseUrl).hostname}:mcp:${SERVICE.name}`,
      type: "application/mcp-server-card+json",
      url: absoluteUrl(site, "/mcp/server-card"),
    }],
  };
}
