import assert from "node:assert/strict";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import { SCALAR_PATH } from "../../openapi/scalar_bundle.ts";
import { businessOf } from "../support/reviews/review_of.ts";
import { sampleApp, testApp } from "../support/service/test_app.ts";

const app = testApp();

Deno.test("/docs is a page that only its own scripts can run on, the same for everybody", async () => {
  const response = await app.request("/docs");
  const html = await response.text();
  assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
  const policy = response.headers.get("content-security-policy") ?? "";
  assert.match(policy, /default-src 'none'; script-src 'self' 'sha256-[\w+/]{43}='; /);
  assert.doesNotMatch(policy.replace("style-src 'self' 'unsafe-inline'", ""), /unsafe|\*|https?:/);
  assert.doesNotMatch(html, /(?:src|href)="(?:https?:)?\/\//);
  assert.ok(html.includes(`src="${SCALAR_PATH}"`));
  const again = await app.request("/docs", { headers: { "if-none-match": response.headers.get("etag") ?? "" } });
  assert.equal(again.status, 304);
  assert.equal(again.headers.get("content-security-policy"), policy);
});

Deno.test("every HTML page links both feeds and names its language, and /docs works without scripts", async () => {
  const { reviews } = sampleDataset();
  for (const path of ["/docs", `/reviews/${reviews[0]?.id}`]) {
    const html = await (await app.request(path)).text();
    assert.match(html, /^\s*<!doctype html>\s*<html lang="en">/i, path);
    const head = html.slice(0, html.indexOf("</head>"));
    const links = [
      ...head.matchAll(/<link rel="alternate" type="(application\/(?:atom|feed)[^"]+)"[^>]* href="([^"]+)">/g),
    ];
    assert.deepEqual(links.map(([, type, href]) => [type, href]), [
      ["application/atom+xml", "/feed.xml"],
      ["application/feed+json", "/api/feed.json"],
    ]);
    for (const [, type = "", href = ""] of links) {
      const response = await app.request(href, { headers: { accept: type } });
      assert.equal(response.headers.get("content-type"), type);
      await response.body?.cancel();
    }
  }
  const html = await (await app.request("/docs")).text();
  assert.match(html, /<noscript>[^]*href="\/openapi\.json"[^]*<\/noscript>/);
  assert.match(html, /"layout": "classic"/);
  assert.match(html, /"defaultOpenAllTags": false/);
  assert.match(html, /<a href="\/">Larkmoor Home Services<\/a>/);
  // The name is in both, as the page shows the contact of the description too.
  const business = businessOf({ name: "A & \u202e<b>\u2067" });
  const named = sampleApp({ business });
  assert.match(await (await named.request("/docs")).text(), /<a href="\/">A &amp; &lt;b><\/a>/);
  assert.equal((await (await named.request("/openapi.json")).json()).info.contact.name, "A & <b>");
});

Deno.test("the script of /docs is served from here, compressed, and may be kept for ever", async () => {
  const inCoding = async (coding: string) => {
    const response = await app.request(SCALAR_PATH, { headers: { "accept-encoding": coding } });
    assert.equal(response.headers.get("content-type"), "text/javascript; charset=utf-8");
    assert.equal(response.headers.get("cache-control"), "public, max-age=31536000, immutable");
    return await response.bytes();
  };
  const [plain, br, gzip] = [await inCoding("identity"), await inCoding("br"), await inCoding("gzip")];
  assert.ok(plain.length > 4_000_000 && br.length < 1_000_000 && gzip.length < 1_300_000);
  assert.ok(brotliDecompressSync(br).equals(plain));
  assert.ok(gunzipSync(gzip).equals(plain));
  assert.doesNotMatch(new TextDecoder().decode(plain.subarray(-200)), /sourceMappingURL/);
});
