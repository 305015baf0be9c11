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
const REVIEWS_AT_ONCE = 1000;

/**
 * Registers GET `/sitemap.xml` (Sitemaps 0.9): all pages, or an index of `/sitemap.xml?part=1` and so on if one sitemap
 * cannot hold them. Each is made at its first request.
 *
 * @param most Maximum number of pages in one sitemap; by default that of the protocol.
 */
export function registerSitemap(app: OpenAPIHono, services: Services, most = 50_000): void {
  const representation = perSnapshot(async (snapshot: Snapshot, part: number) => {
    const from = Math.max(0, part - 1) * most;
    const isIndex = part === 0 && partsOf(snapshot, most) > 1;
    const text = isIndex
      ? xml("sitemapindex", "sitemap", sitemapParts(snapshot, most), services.site)
      : xml("urlset", "url", await pagesBetween(snapshot, from, from + most), services.site);
    return {
      contentType: "application/xml; charset=utf-8",
      bodies: await bodiesOf(text),
      lastModified: snapshot.lastModified,
      link: null,
    };
  });
  app.get("/sitemap.xml", ({ req }) =>
    withSnapshot(services, async (snapshot) => {
      const named = req.query("part");
      const part = named === undefined ? 0 : /^[1-9]\d{0,5}$/.test(named) ? Number(named) : NaN;
      const parts = partsOf(snapshot, most);
      if (!(part <= (parts === 1 ? 0 : parts))) return problemResponse(404, "The sitemap has no such part.");
      return respond(req.raw, await representation(snapshot, part));
    }, "search_engines"));
}

interface SitemapPage {
  /** Path of the page, percent-encoded. */
  readonly path: string;
  /** The day or moment of the page's last change (W3C Datetime); null if it is not known. */
  readonly lastModified: string | null;
}

function xml(root: string, row: string, pages: readonly SitemapPage[], site: Site): string {
  const rows = pages.map(({ path, lastModified }) => {
    const url = absoluteUrl(site, path).replaceAll("&", "&amp;").replaceAll("'", "&apos;");
    const changed = lastModified === null ? "" : `<lastmod>${lastModified}</lastmod>`;
    return `<${row}><loc>${url}</loc>${changed}</${row}>\n`;
  }).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
    `${rows}</${root}>\n`;
}

function partsOf(snapshot: Snapshot, most: number): number {
  return Math.ceil((fixedPages(snapshot).length + snapshot.reviewCount) / most);
}

function sitemapParts(snapshot: Snapshot, most: number): readonly SitemapPage[] {
  return Array.from({ length: partsOf(snapshot, most) }, (_, at) => ({
    path: `/sitemap.xml?part=${at + 1}`,
    lastModified: snapshot.publishedAt,
  }));
}

async function bodiesOf(text: string): Promise<EncodedBodies> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length < LONG_BYTES) return encodeBodies(bytes);
  return { identity: encodedBody(bytes), gzip: encodedBody(new Uint8Array(await gzip(bytes))) };
}

function fixedPages(snapshot: Snapshot): readonly SitemapPage[] {
  const subjects = (["technicians", "services"] as const).flatMap((kind) =>
    namedThings(snapshot, kind).map(({ id }) => `/${kind}/${encodeURIComponent(id)}`)
  );
  return [
    ...["/", "/summary", "/policy", ...subjects].map((path) => ({ path, lastModified: snapshot.publishedAt })),
    // Pages of the program have no useful date of change.
    ...["/developers", "/embed", "/docs"].map((path) => ({ path, lastModified: null })),
  ];
}

async function pagesBetween(snapshot: Snapshot, from: number, to: number): Promise<readonly SitemapPage[]> {
  const fixed = fixedPages(snapshot);
  const pages = fixed.slice(from, to);
  const end = Math.min(to - fixed.length, snapshot.reviewCount);
  for (let rank = Math.max(0, from - fixed.length); rank < end; rank++) {
    // Lets other requests run between reviews.
    if (pages.length % REVIEWS_AT_ONCE === REVIEWS_AT_ONCE - 1) await new Promise((resolve) => setTimeout(resolve));
    const { id, date, owner_reply: reply } = reviewAt(snapshot, rank);
    pages.push({ path: `/reviews/${id}`, lastModified: reply !== null && reply.date > date ? reply.date : date });
  }
  return pages;
}
