import type { OpenAPIHono } from "@hono/zod-openapi";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { encodeBodies, type EncodedBodies, encodedBody } from "../../domain/documents/representation.ts";
import { namedThings } from "../../domain/queries/named_things.ts";
import { reviewAt } from "../../domain/queries/snapshot_reviews.ts";
import { absoluteUrl, type Site } from "../../domain/site.ts";
import { perSnapshot } from "../../domain/snapshot/per_snapshot.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { problemResponse } from "../answer/problem_response.ts";
import { respond } from "../answer/respond.ts";
import { withSnapshot } from "../answer/with_snapshot.ts";
import type { Services } from "../services.ts";

const gzip = promisify(zlib.gzip);
// A longer sitemap is only gzipped: all codings would hold up other requests.
const LONG_BYTES = 1_048_576;

/**
 * Registers GET `/sitemap.xml`: all pages, or an index of `/sitemap.xml?part=1` and so on if one sitemap cannot hold
 * them. Each is made at its first request.
 *
 * @param perSitemap Maximum number of pages in one sitemap.
 */
export function registerSitemap(
  app: OpenAPIHono,
  services: Services,
  perSitemap = pagesPerSitemap(services.site),
): void {
  const representation = perSnapshot(async (snapshot: Snapshot, part: number) => ({
    contentType: "application/xml; charset=utf-8",
    bodies: await bodiesOf(await text(snapshot, services.site, part, perSitemap)),
    lastModified: snapshot.lastModified,
    link: null,
  }));
  app.get("/sitemap.xml", ({ req }) =>
    withSnapshot(services, async (snapshot) => {
      const named = req.query("part");
      const part = named === undefined ? 0 : /^[1-9]\d{0,5}$/.test(named) ? Number(named) : NaN;
      const parts = partsOf(snapshot, perSitemap);
      if (!(part <= (parts === 1 ? 0 : parts))) return problemResponse(404, "The sitemap has no such part.");
      return respond(req.raw, await representation(snapshot, part));
    }));
}

function partsOf(snapshot: Snapshot, perSitemap: number): number {
  return Math.ceil(sitemapPages(snapshot).count / perSitemap);
}

/** The sitemap, or, as part 0 of several, the index. */
async function text(snapshot: Snapshot, site: Site, part: number, perSitemap: number): Promise<string> {
  const pages = sitemapPages(snapshot);
  const parts = partsOf(snapshot, perSitemap);
  if (part === 0 && parts > 1) {
    const sitemaps = Array.from({ length: parts }, (_, at) => ({
      path: `/sitemap.xml?part=${at + 1}`,
      lastModified: snapshot.publishedAt,
    }));
    return sitemapIndex(sitemaps, site);
  }
  const from = Math.max(0, part - 1) * perSitemap;
  return sitemap(await pages.between(from, from + perSitemap), site);
}

async function bodiesOf(text: string): Promise<EncodedBodies> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length < LONG_BYTES) return encodeBodies(bytes);
  return { identity: encodedBody(bytes), gzip: encodedBody(new Uint8Array(await gzip(bytes))) };
}

/** Fixed pages. Those of the program have no useful date of change. */
const OF_THE_DATA = ["/", "/summary", "/policy"];
const OF_THE_PROGRAM = ["/developers", "/embed", "/docs"];
const REVIEWS_AT_ONCE = 1000;

function sitemapPages(snapshot: Snapshot) {
  const kinds = ["technicians", "services"] as const;
  const subjects = kinds.flatMap((kind) =>
    namedThings(snapshot, kind).map(({ id }) => `/${kind}/${encodeURIComponent(id)}`)
  );
  const fixed: readonly SitemapPage[] = [
    ...[...OF_THE_DATA, ...subjects].map((path) => ({ path, lastModified: snapshot.publishedAt })),
    ...OF_THE_PROGRAM.map((path) => ({ path, lastModified: null })),
  ];
  return {
    count: fixed.length + snapshot.reviewCount,
    /** Pages from index `from` up to, not including, `to`. Pauses between reviews for other requests. */
    between: async (from: number, to: number): Promise<readonly SitemapPage[]> => {
      const pages = fixed.slice(from, to);
      const end = Math.min(to - fixed.length, snapshot.reviewCount);
      for (let rank = Math.max(0, from - fixed.length); rank < end; rank++) {
        if (pages.length % REVIEWS_AT_ONCE === REVIEWS_AT_ONCE - 1) await otherRequests();
        const review = reviewAt(snapshot, rank);
        pages.push({ path: `/reviews/${review.id}`, lastModified: lastChange(review) });
      }
      return pages;
    },
  };
}

function otherRequests(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

interface SitemapPage {
  /** Path of the page, percent-encoded. */
  readonly path: string;
  /** The day or moment of the page's last change (W3C Datetime); null if it is not known. */
  readonly lastModified: string | null;
}

/** Maximum number of pages in a sitemap (Sitemaps 0.9, "Sitemap index files"). */
export const MOST_SITEMAP_PAGES = 50_000;

const MOST_SITEMAP_BYTES = 50 * 1024 * 1024;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Number of pages in one sitemap: fewer than the protocol's limit if URLs are very long. */
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

/** Day of a review's last known change: of the reply, if that came later. */
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
