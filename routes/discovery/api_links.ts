import { absoluteUrl, type Site } from "../../domain/site.ts";

/**
 * The `Link` field of pages: by it programs find the descriptions and the catalog of the interfaces (RFC 8631 4, RFC
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
