import { isIP } from "node:net";
import type { Site } from "../../domain/site.ts";

/**
 * Whether a request may be a DNS rebinding attack (MCP 2025-11-25, Streamable HTTP, Security Warning): the page's
 * origin equals the requested host, and that is not one of the service's names. Pages of other origins are allowed,
 * because responses are public; IP addresses cannot be rebound.
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
