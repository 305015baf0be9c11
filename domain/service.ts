import deno from "../deno.json" with { type: "json" };
import { absoluteUrl, type Site } from "./site.ts";

/**
 * Name and version of the service for its clients; the version is that of `deno.json`. Workers must not import it: the
 * service may read `domain/`, but not `deno.json`.
 */
export const SERVICE = { name: "public-reviews", title: "Public Reviews Service", version: deno.version } as const;

/** `User-Agent` of the service's own requests (RFC 9110 10.1.5). */
export function userAgent(site: Site): string {
  return `PublicReviewsService/${SERVICE.version} (+${absoluteUrl(site, "/")})`;
}
