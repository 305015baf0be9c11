import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { compareReviews } from "../../../domain/review.ts";
import { DECODERS } from "../../support/api/content_codings.ts";
import { datasetOf, reviewOf } from "../../support/reviews/review_of.ts";
import { testApp, testSnapshot } from "../../support/service/test_app.ts";

const REVIEWS = Array.from({ length: 3000 }, (_, n) => reviewOf({ native: String(n), text: `Good work, number ${n}.` }))
  .sort(compareReviews);
const app = testApp(testSnapshot(datasetOf(REVIEWS)));
const SHORT = "/api/reviews/search?limit=1";
const SEARCH = "/api/reviews/search?query=good&limit=20";
const REVIEW = `/api/reviews/${REVIEWS[7]?.id}`;
const LONG = "/api/reviews/since/2020-01-01";

async function ask(path: string, headers: Record<string, string>, method = "GET") {
  const response = await app.request(path, { headers, method });
  return { status: response.status, headers: response.headers, bytes: await response.bytes() };
}

const KINDS = [
  ...[SEARCH, `${SEARCH}&rating=5`, LONG],
  ..."/reviews.json /insights.json /api/feed.json /feed.xml /llms.txt /sitemap.xml /.well-known/api-catalog".split(" "),
  ...["/", "/?rating=5", "/summary", "/embed/list", `/reviews/${REVIEWS[7]?.id}`],
];
/** Fields that a 304 repeats. */
const REPEATED = ["cache-control", "vary", "last-modified", "link", "content-security-policy", "content-language"];

for (const path of KINDS) {
  Deno.test(`${path} comes in each coding with a tag of its own, with the same headers for HEAD, and a 304`, async () => {
    const plain = await ask(path, { "accept-encoding": "identity" });
    const tags = new Map<string, string>();
    for (const [coding, decode] of Object.entries(DECODERS)) {
      const { status, headers, bytes } = await ask(path, { "accept-encoding": coding });
      assert.deepEqual([status, headers.get("content-encoding")], [200, coding === "identity" ? null : coding]);
      assert.ok(decode(bytes).equals(plain.bytes), coding);
      assert.ok(coding === "identity" || bytes.length < plain.bytes.length, `${coding}: ${bytes.length}`);
      const tag = headers.get("etag") ?? "";
      assert.match(tag, /^"[\w-]+"$/);
      tags.set(tag, coding);
      const head = await ask(path, { "accept-encoding": coding }, "HEAD");
      assert.deepEqual([[...head.headers], head.bytes.length], [[...headers], 0]);
      const same = await ask(path, { "accept-encoding": coding, "if-none-match": tag });
      assert.deepEqual([same.status, same.bytes.length, same.headers.get("etag")], [304, 0, tag]);
      for (const name of REPEATED) assert.equal(same.headers.get(name), headers.get(name), name);
      assert.deepEqual([same.headers.get("content-encoding"), same.headers.get("content-type")], [null, null]);
      const unchanged = { "accept-encoding": coding, "if-modified-since": headers.get("last-modified") ?? "" };
      assert.equal((await ask(path, unchanged)).status, headers.has("last-modified") ? 304 : 200);
      assert.equal((await ask(path, { "accept-encoding": coding, "if-none-match": tag }, "HEAD")).status, 304);
    }
    assert.equal(tags.size, Object.keys(DECODERS).length);
    for (const [tag, coding] of tags) {
      for (const other of tags.values()) {
        const known = await ask(path, { "accept-encoding": other, "if-none-match": tag });
        const wanted = await ask(path, { "accept-encoding": other, "if-match": tag });
        const expected = coding === other ? [304, 200] : [200, 412];
        assert.deepEqual([known.status, wanted.status], expected, `${coding} ${other}`);
      }
    }
  });
}

Deno.test("the quickest of several codings is used, unless weights prefer another", async () => {
  const coding = async (field: string) =>
    (await ask(SEARCH, { "accept-encoding": field })).headers.get("content-encoding");
  assert.equal(await coding("gzip, deflate, br, zstd"), "zstd" in DECODERS ? "zstd" : "gzip");
  assert.equal(await coding("gzip, deflate, br"), "gzip");
  assert.equal(await coding("gzip;q=0.5, br"), "br");
  assert.equal(await coding("identity, gzip;q=0.5"), null);
  assert.equal(await coding("compress"), null);
});

Deno.test("a short answer is not compressed, unless the client refuses it as it is", async () => {
  for (const path of [SHORT, REVIEW]) {
    const plain = await ask(path, { "accept-encoding": "gzip, br, zstd" });
    assert.equal(plain.headers.get("content-encoding"), null, path);
    const packed = await ask(path, { "accept-encoding": "gzip, identity;q=0" });
    assert.equal(packed.headers.get("content-encoding"), "gzip", path);
    assert.ok(gunzipSync(packed.bytes).equals(plain.bytes));
  }
});

Deno.test("where every coding is refused the answer is a 406, of documents and pages as well", async () => {
  for (const path of [SHORT, LONG, REVIEW, "/reviews.json", "/feed.xml", "/docs", `/reviews/${REVIEWS[0]?.id}`]) {
    for (const field of ["identity;q=0", "*;q=0", "identity;q=0, compress"]) {
      const { status, bytes, headers } = await ask(path, { "accept-encoding": field, "if-none-match": "*" });
      assert.equal(status, 406, path);
      assert.equal(headers.get("cache-control"), "no-store");
      assert.equal(JSON.parse(new TextDecoder().decode(bytes)).title, "Not Acceptable");
    }
    const packed = await ask(path, { "accept-encoding": "identity;q=0, gzip" });
    assert.deepEqual([packed.status, packed.headers.get("content-encoding")], [200, "gzip"], path);
    assert.ok(gunzipSync(packed.bytes).length > 0);
  }
});

Deno.test("Zstandard is made where Deno can make it; elsewhere it is not offered", async () => {
  const isMade = "zstd" in DECODERS;
  for (const path of [SEARCH, SHORT, LONG, REVIEW, "/reviews.json", "/docs"]) {
    assert.equal((await ask(path, { "accept-encoding": "zstd" })).status, 200, path);
    assert.equal((await ask(path, { "accept-encoding": "zstd, identity;q=0" })).status, isMade ? 200 : 406, path);
    const { headers } = await ask(path, { "accept-encoding": "zstd, gzip;q=0.5, identity;q=0" });
    assert.equal(headers.get("content-encoding"), isMade ? "zstd" : "gzip", path);
  }
});

Deno.test("a long answer is compressed while read, without a length, until its reader leaves", async () => {
  for (const coding of Object.keys(DECODERS).filter((coding) => coding !== "identity")) {
    const response = await app.request(LONG, { headers: { "accept-encoding": coding } });
    assert.equal(response.headers.get("content-length"), null);
    const reader = response.body!.getReader();
    const { value } = await reader.read();
    assert.ok(value !== undefined && value.length > 0);
    await reader.cancel();
  }
  const plain = await ask(LONG, {});
  assert.equal(Number(plain.headers.get("content-length")), plain.bytes.length);
});

Deno.test("while 32 long answers are compressed the next is sent uncompressed, until one ends", async () => {
  const request = (headers: Record<string, string>) =>
    app.request(LONG, { headers: { "accept-encoding": "gzip", ...headers } });
  const compressed = await Promise.all(Array.from({ length: 32 }, () => request({})));
  const tag = compressed[0]?.headers.get("etag") ?? "";
  const next = await request({});
  assert.deepEqual([next.status, next.headers.get("content-encoding")], [200, null]);
  assert.notEqual(next.headers.get("etag"), tag);
  assert.equal(next.headers.get("content-length"), String((await next.bytes()).length));
  const refusing = await request({ "accept-encoding": "gzip, identity;q=0" });
  assert.deepEqual([refusing.status, refusing.headers.get("retry-after")], [503, "1"]);
  await refusing.body?.cancel();
  assert.equal((await request({ "if-none-match": tag })).status, 304);

  await compressed.pop()?.body?.cancel();
  await compressed.pop()?.bytes();
  const after = await Promise.all([request({}), request({})]);
  assert.deepEqual(after.map(({ headers }) => headers.get("content-encoding")), ["gzip", "gzip"]);
  for (const { body } of [...compressed, ...after]) await body?.cancel();
});
