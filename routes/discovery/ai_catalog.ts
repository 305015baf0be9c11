import { z } from "@hono/zod-openapi";
import { SERVICE } from "../../domain/service.ts";
import { absoluteUrl, type Site } from "../../domain/site.ts";

/** The AI Catalog of a host: what it offers to assistants (AI Catalog 1.0). */
export const AiCatalog = z.object({
  specVersion: z.literal("1.0").meta({ description: "The version of AI Catalog." }),
  entries: z.array(
    z.object({
      identifier: z.string().max(500).regex(/^urn:air:/).meta({ description: "The same as long as the host is." }),
      type: z.literal("application/mcp-server-card+json").meta({ description: "Media type of what is described." }),
      url: z.string().max(2048).meta({ format: "uri", description: "Where the card is." }),
    }).meta({ id: "AiCatalogEntry", description: "One thing that is offered." }),
  ).max(1).meta({
    description: "What is offered.",
  }),
}).meta({ id: "AiCatalog", description: "What this host offers to assistants." });

/** The catalog that the schema of the same name describes. */
export type AiCatalog = z.output<typeof AiCatalog>;

/** The catalog of a site: one entry, the card of its MCP server. */
export function aiCatalog(site: Site): AiCatalog {
  return {
    specVersion: "1.0",
    entries: [{
      identifier: `urn:air:${new URL(site.baseUrl).hostname}:mcp:${SERVICE.name}`,
      type: "application/mcp-server-card+json",
      url: absoluteUrl(site, "/mcp/server-card"),
    }],
  };
}
