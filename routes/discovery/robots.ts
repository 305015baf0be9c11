import { absoluteUrl, type Site } from "../../domain/site.ts";

/**
 * The text `/robots.txt` (RFC 9309): everything may be read, by assistants too, except what has no end, searches and
 * what since a day, and what is no page. The sitemap is named (Sitemaps 0.9, "Submitting your Sitemap").
 */
export function robotsText(site: Site): string {
  return `User-agent: *
Allow: /
Disallow: /api/reviews/search
Disallow: /api/reviews/since/
Disallow: /api/websub/
Disallow: /mcp$
Disallow: /*?*cursor=

Sitemap: ${absoluteUrl(site, "/sitemap.xml")}
`;
}
