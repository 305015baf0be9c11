import type { OpenAPIHono } from "@hono/zod-openapi";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { encodeBodies, type EncodedBodies, encodedBody } from "../../domain/documents/representation.ts";
import { pagesPerSitemap, sitemap, sitemapIndex } from "../../domain/documents/sitemap.ts";
import { sitemapPages } from "../../domain/queries/sitemap_pages.ts";
import type { Site } from "../../domain/site.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { preparedOnce } from "../answer/prepared_once.ts";
import { problemResponse } from "../answer/problem_response.ts";
import { respond } from "../answer/respond.ts";
import { withSnapshot } from "../answer/with_snapshot.ts";
import type { Services } from "../services.ts";

const gzip = promisify(zlib.gzip);
// Compressed in every coding, a longer one would hold up other requests.
const LONG_BYTES = 1_048_576;

/**
 * Registers GET `/sitemap.xml`: all pages, or, where they are more than fit into one, an index that leads to
 * `/sitemap.xml?part=1` and so on. Each is made at its first request.
 *
 * @param perSitemap How many pages one may have, if not as many as the protocol allows.
 */
export function registerSitemap(
  app: OpenAPIHono,
  services: Services,
  perSitemap = pagesPerSitemap(services.site),
): void {
  const representation = preparedOnce<number>(async (snapshot, part) => ({
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

/** The sitemap, or the index as part 0 of several. */
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
