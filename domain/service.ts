import deno from "../deno.json" with { type: "json" };
import { absoluteUrl, type Site } from "./site.ts";

/** Who the service is, to those who connect to it. The version is that of `deno.json`. */
export const SERVICE = {
  name: "public-reviews",
  title: "Public Reviews Service",
  version: deno.version,
} as const;

/** Value of `User-Agent` (RFC 9110 10.1.5) in the requests that the service at a site makes. */
export function userAgent(site: Site): string {
  return `PublicReviewsService/${SERVICE.version} (+${absoluteUrl(site, "/")})`;
}
