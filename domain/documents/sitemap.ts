import { absoluteUrl, type Site } from "../site.ts";

/** A page of a sitemap. */
export interface SitemapPage {
  /** Path of the page, percent-encoded. */
  readonly path: string;
  /** The day or moment of the page's last change (W3C Datetime); null if it is not known. */
  readonly lastModified: string | null;
}

/** The most pages that a sitemap may have (Sitemaps 0.9, "Sitemap index files"). */
export const MOST_SITEMAP_PAGES = 50_000;
/** The most bytes that a sitemap may have, uncompressed. */
const MOST_SITEMAP_BYTES = 50 * 1024 * 1024;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** How many pages of a site fit into one sitemap: fewer than the protocol's number where addresses are very long. */
export function pagesPerSitemap({ baseUrl }: Site): number {
  const longest = 200 + 5 * baseUrl.length;
  return Math.min(MOST_SITEMAP_PAGES, Math.floor(MOST_SITEMAP_BYTES / longest));
}

/** A sitemap (Sitemaps 0.9). */
export function sitemap(pages: Iterable<SitemapPage>, site: Site): string {
  let rows = "";
  for (const page of pages) rows += `<url>${location(page, site)}</url>\n`;
  return `${HEAD}<urlset ${NAMESPACE}>\n${rows}</urlset>\n`;
}

/** An index of sitemaps (Sitemaps 0.9). */
export function sitemapIndex(sitemaps: readonly SitemapPage[], site: Site): string {
  const rows = sitemaps.map((one) => `<sitemap>${location(one, site)}</sitemap>\n`).join("");
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${rows}</sitemapindex>\n`;
}

/** The day of a review's last change that is known: that of the reply, if it came later. */
export function lastChange(review: {
  readonly date: string;
  readonly owner_reply: { readonly date: string } | null;
}): string {
  const { date, owner_reply } = review;
  return owner_reply !== null && owner_reply.date > date ? owner_reply.date : date;
}

function location({ path, lastModified }: SitemapPage, site: Site): string {
  const url = absoluteUrl(site, path).replaceAll("&", "&amp;").replaceAll("'", "&apos;");
  return `<loc>${url}</loc>${lastModified === null ? "" : `<lastmod>${lastModified}</lastmod>`}`;
}
