import { SERVICE } from "../../domain/service.ts";
import { absoluteUrl, type Site } from "../../domain/site.ts";

/** Supported revisions of the Model Context Protocol, newest first. */
export const PROTOCOL_VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"];

/** `publishingPrinciples` of schema.org, as in the JSON-LD of the home page. */
const POLICY_MEMBER = "org.schema/publishingPrinciples";

/** The MCP Server Card of the service at a site: how to connect (SEP-2127). Does not list tools. */
export function serverCard(site: Site) {
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
