import assert from "node:assert/strict";
import {
  lastChange,
  MOST_SITEMAP_PAGES,
  pagesPerSitemap,
  sitemap,
  sitemapIndex,
} from "../../../routes/discovery/sitemap.ts";

const SITE = { baseUrl: "https://reviews.example/it's" };

Deno.test("a sitemap has each page with its day, escaped for XML", () => {
  const pages = [{ path: "/", lastModified: "2026-11-20T09:15:00Z" }, { path: "/a?b=1&c=2", lastModified: null }];
  assert.equal(
    sitemap(pages, SITE),
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
      "<url><loc>https://reviews.example/it&apos;s/</loc><lastmod>2026-11-20T09:15:00Z</lastmod></url>\n" +
      "<url><loc>https://reviews.example/it&apos;s/a?b=1&amp;c=2</loc></url>\n</urlset>\n",
  );
  assert.match(sitemapIndex(pages, SITE), /<sitemapindex [^]*<sitemap><loc>[^]*<\/sitemapindex>\n$/);
});

Deno.test("a sitemap has at most 50,000 pages, fewer where 50 MiB would be exceeded", () => {
  assert.equal(pagesPerSitemap(SITE), MOST_SITEMAP_PAGES);
  const long = pagesPerSitemap({ baseUrl: `https://reviews.example/${"a".repeat(2000)}` });
  assert.ok(long < MOST_SITEMAP_PAGES && long * 2100 < 50 * 1024 * 1024 && long > 4000);
});

Deno.test("a review has changed with its reply, if that came later", () => {
  const review = { date: "2026-05-01", owner_reply: null };
  assert.equal(lastChange(review), "2026-05-01");
  assert.equal(lastChange({ ...review, owner_reply: { date: "2026-05-02" } }), "2026-05-02");
  assert.equal(lastChange({ ...review, owner_reply: { date: "2026-04-02" } }), "2026-05-01");
});
