import { z } from "@hono/zod-openapi";
import { SERVICE } from "../../domain/service.ts";
import { absoluteUrl, type Site } from "../../domain/site.ts";

/** Supported revisions of the Model Context Protocol, newest first. */
export const PROTOCOL_VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"];

/** `publishingPrinciples` of schema.org, as in the JSON-LD of the home page. */
const POLICY_MEMBER = "org.schema/publishingPrinciples";

/** MCP Server Card: how to connect (SEP-2127). Does not list tools. */
export const McpServerCard = z.object({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json").meta({
    description: "The schema of this card.",
  }),
  name: z.string().max(200).regex(/^[a-zA-Z0-9.-]+[/][a-zA-Z0-9._-]+$/).meta({
    description: "The host's name backwards, and the server's.",
  }),
  version: z.string().max(20).meta({ description: "The version of the service." }),
  description: z.string().max(100).meta({ description: "What the server does." }),
  title: z.string().max(100).meta({ description: "Name for people." }),
  websiteUrl: z.string().max(2048).meta({ format: "uri", description: "A page for people." }),
  remotes: z.array(
    z.object({
      type: z.literal("streamable-http").meta({ description: "The transport." }),
      url: z.string().max(2048).meta({ format: "uri", description: "Where to connect." }),
      supportedProtocolVersions: z.array(z.string().max(20)).max(20).meta({
        description: "Revisions of the protocol, newest first.",
      }),
    }).meta({ id: "McpServerRemote", description: "Where the server is, and what it speaks." }),
  ).max(1).meta({ description: "Where the server is." }),
  // Extension member of the card; its names are in reverse DNS.
  _meta: z.object({
    [POLICY_MEMBER]: z.string().max(2048).meta({ format: "uri", description: "How the reviews are handled." }),
  }).meta({ description: "Further members." }),
}).meta({ id: "McpServerCard", description: "How to connect to the MCP server of this service." });

/** The card of the service at a site. */
export function serverCard(site: Site): z.output<typeof McpServerCard> {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: `${reverseDns(new URL(site.baseUrl).hostname)}/${SERVICE.name}`,
    version: SERVICE.version,
    description: "Searches and sums up the reviews of one business, with its review policy. Read-only, no account.",
    title: SERVICE.title,
    websiteUrl: absoluteUrl(site, "/"),
    remotes: [{
      type: "streamable-http",
      url: absoluteUrl(site, "/mcp"),
      supportedProtocolVersions: PROTOCOL_VERSIONS,
    }],
    _meta: { [POLICY_MEMBER]: absoluteUrl(site, "/policy") },
  };
}

function reverseDns(hostname: string): string {
  // IP addresses are not reversed; colons of IPv6 are not allowed in a name.
  if (/^[\d.]+$|:/.test(hostname)) return hostname.replaceAll(/[^\da-f.]+/g, "-").replaceAll(/^-|-$/g, "");
  return hostname.split(".").reverse().join(".");
}
