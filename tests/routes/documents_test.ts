import assert from "node:assert/strict";
import { archivedBodies, type ArchivePart } from "../../domain/dataset/dataset_archive.ts";
import { gzip } from "../../domain/documents/representation.ts";
import { respond } from "../../routes/answer/respond.ts";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import { PUBLISHED_AT, testApp, testSnapshot } from "../support/service/test_app.ts";

const app = testApp();
const DATA =
  "/reviews.json /insights.json /api/feed.json /feed.xml /api/reviews/search?rating=5 /api/reviews/since/2026-01-01"
    .split(" ");
const TOPICS = ["/reviews.json", "/api/feed.json", "/feed.xml"];

for (const path of DATA) {
  Deno.test(`GET ${path} has strong validators, may be cached by anybody, and is the same with credentials`, async () => {
    const ok = await app.request(path);
    assert.equal(ok.status, 200);
    assert.equal((await ok.bytes()).length, Number(ok.headers.get("content-length")));
    assert.match(ok.headers.get("etag") ?? "", /^"[\w-]{22}"$/);
    assert.equal(ok.headers.get("content-type"), path === "/feed.xml" ? "application/atom+xml" : "application/json");
    assert.match(ok.headers.get("access-control-expose-headers") ?? "", /ETag, Last-Modified, Link/);
    const fields = ["last-modified", "cache-control", "vary", "access-control-allow-origin"];
    assert.deepEqual(fields.map((name) => ok.headers.get(name)), [
      new Date(PUBLISHED_AT).toUTCString(),
      "public, max-age=60, stale-while-revalidate=300",
      path === "/api/feed.json" ? "Accept, Accept-Encoding" : "Accept-Encoding",
      "*",
    ]);
    if (TOPICS.includes(path)) {
      const link = `<https://reviews.example/api/websub/hub>; rel="hub", <https://reviews.example${path}>; rel="self"`;
      assert.equal(ok.headers.get("link"), link);
    }
    assert.equal((await app.request(path, { headers: { "if-none-match": '"other"' } })).status, 200);
    const authorized = await app.request(path, { headers: { authorization: "Bearer nonsense" } });
    assert.deepEqual([...authorized.headers], [...ok.headers]);
  });
}

Deno.test("a document is served in the codings of its import, which another Deno may have run", async () => {
  const [document, coded] = ["/reviews.json" as const, gzip(new TextEncoder().encode("{}\n"))];
  const inGzip = { document, coding: "gzip", length: coded.length } as const;
  const inZstd = { document, coding: "zstd", length: 3 } as const;
  const answer = (parts: readonly ArchivePart[]) => {
    const bodies = archivedBodies({ parts, bytes: new Uint8Array([...coded, 1, 2, 3]) }, document);
    const request = new Request("http://reviews.example/", { headers: { "accept-encoding": "zstd" } });
    return respond(request, { contentType: "application/json", bodies, lastModified: null, link: null });
  };
  const newer = answer([inGzip, inZstd]);
  assert.equal(newer.headers.get("content-encoding"), "zstd");
  assert.deepEqual([...await newer.bytes()], [1, 2, 3]);
  const older = answer([inGzip]);
  assert.equal(older.headers.get("content-encoding"), null);
  assert.equal(await older.text(), "{}\n");
});

Deno.test("the same dataset gives the same bytes and entity tags on another instance, another dataset other tags", async () => {
  const sample = sampleDataset();
  const same = testApp(testSnapshot(sample, "another-revision"));
  const other = testApp(testSnapshot({ ...sample, reviews: sample.reviews.slice(1) }));
  for (const path of DATA) {
    const [a, b, c] = await Promise.all([app, same, other].map(async (one) => await one.request(path)));
    assert.equal(a!.headers.get("etag"), b!.headers.get("etag"));
    assert.notEqual(a!.headers.get("etag"), c!.headers.get("etag"), path);
    assert.deepEqual(await a!.bytes(), await b!.bytes());
  }
});

Deno.test("/healthz names the served dataset", async () => {
  const response = await app.request("/healthz");
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.deepEqual(await response.json(), {
    status: "ok",
    dataset: {
      revision: "test-revision",
      reviews: sampleDataset().reviews.length,
      published_at: PUBLISHED_AT,
      content: "sample",
    },
    trouble: null,
  });
});

Deno.test("/readyz is 200 when everything is in order, else 503 with one reason for each thing that is not", async () => {
  const ready = await app.request("/readyz");
  assert.deepEqual([ready.status, ready.headers.get("cache-control")], [200, "no-store"]);
  assert.deepEqual(await ready.json(), { status: "ready", content: "sample" });
  const reasons = [
    { check: "store", reason: "The disk of the store is full." },
    { check: "hub", reason: "The hub is behind." },
  ] as const;
  const response = await testApp(null, { readiness: () => Promise.resolve(reasons) }).request("/readyz");
  const { headers } = response;
  assert.deepEqual([response.status, headers.get("retry-after"), headers.get("cache-control")], [
    503,
    "10",
    "no-store",
  ]);
  assert.deepEqual(await response.json(), {
    type: "/developers#error-503",
    title: "Service Unavailable",
    status: 503,
    detail: "The disk of the store is full. The hub is behind.",
    reasons,
  });
});

Deno.test("the JSON Feed comes as application/feed+json where Accept prefers it, with a tag of its own", async () => {
  const [plain, feed] = ["application/json", "application/feed+json"];
  const [tags, bodies] = [new Set<string | null>(), new Set<string>()];
  const cases = {
    [plain!]: ["", "*/*", plain!, `${feed};q=0.1, ${plain}`],
    [feed!]: [`${feed}, ${plain};q=0.9`, feed!],
  };
  for (const [accept, type] of Object.entries(cases).flatMap(([type, fields]) => fields.map((one) => [one, type]))) {
    const headers = new Headers(accept === "" ? {} : { accept: accept! });
    const response = await app.request("/api/feed.json", { headers });
    assert.equal(response.headers.get("content-type"), type, `${accept}`);
    assert.equal(response.headers.get("vary"), "Accept, Accept-Encoding");
    assert.match(response.headers.get("link") ?? "", /rel="hub"/);
    tags.add(response.headers.get("etag"));
    bodies.add(await response.text());
    headers.set("if-none-match", response.headers.get("etag") ?? "");
    assert.equal((await app.request("/api/feed.json", { headers })).status, 304);
  }
  assert.deepEqual([tags.size, bodies.size], [2, 1]);
});
