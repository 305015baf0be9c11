import { z } from "@hono/zod-openapi";
import { absoluteUrl, type Site } from "../../domain/site.ts";

/** Media type of the catalog: a linkset, with the profile that RFC 9727 5 registers. */
export const API_CATALOG_TYPE = "application/linkset+json";
/** The same with the profile, as it is sent (RFC 9727 4.2). */
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

/** The catalog that the schema of the same name describes. */
export type ApiCatalog = z.output<typeof ApiCatalog>;

/** The catalog of a site: the HTTP interface, the MCP server and the hub, each with what describes it. */
export function apiCatalog(site: Site): ApiCatalog {
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
