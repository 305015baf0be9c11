import { isIP } from "node:net";
import type { Site } from "../../domain/site.ts";

/**
 * Tells whether a request comes from a page whose host name was made to lead here (DNS rebinding; MCP 2025-11-25,
 * Streamable HTTP, Security Warning): the page's origin is the very host that was asked, and that is none of ours.
 * A page of another origin is let in, for the answers are public. An address cannot be rebound.
 */
export function isRebound(request: Request, site: Site): boolean {
  const given = request.headers.get("origin");
  if (given === null || given === "null") return false;
  if (!URL.canParse(given)) return true;
  const origin = new URL(given);
  const asked = `${origin.protocol}//${request.headers.get("host") ?? new URL(request.url).host}`;
  if (!URL.canParse(asked) || new URL(asked).host !== origin.host) return false;
  return !isOurs(origin.hostname, site);
}

function isOurs(hostname: string, site: Site): boolean {
  return hostname === new URL(site.baseUrl).hostname || /(?:^|\.)localhost$/.test(hostname) ||
    isIP(hostname.replace(/^\[(.*)\]$/, "$1")) !== 0;
}
