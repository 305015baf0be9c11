import assert from "node:assert/strict";
import { encodedBody, type Representation } from "../../../domain/documents/representation.ts";
import { respond } from "../../../routes/answer/respond.ts";
import { gunzipSync } from "node:zlib";
import { compareReviews } from "../../../domain/review.ts";
import { DECODERS } from "../../support/api/content_codings.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";
import { testApp, testSnapshot } from "../../support/service/test_app.ts";

const PLAIN: Representation = {
  contentType: "text/plain",
  bodies: { identity: encodedBody(new TextEncoder().encode("text")) },
  lastModified: null,
  link: null,
};

Deno.test("respond() sends what goes with a representation with 200, HEAD and 304 alike, and with no other of the same bytes", () => {
  const own: Representation = { ...PLAIN, cacheControl: "no-cache", headers: [["referrer-policy", "no-referrer"]] };
  const etag = PLAIN.bodies.identity.entityTag;
  const requests = [{}, { method: "HEAD" }, { headers: { "if-none-match": etag } }].map((init) =>
    new Request("https://reviews.example/", init)
  );
  for (
    const [representation, cacheControl, policy] of [
      [own, "no-cache", "no-referrer"],
      [PLAIN, "public, max-age=60, stale-while-revalidate=300", null],
      [own, "no-cache", "no-referrer"],
    ] as const
  ) {
    for (const request of requests) {
      const { headers } = respond(request, representation);
      assert.deepEqual([headers.get("cache-control"), headers.get("referrer-policy")], [cacheControl, policy]);
    }
  }
});

const REVIEWS = Array.from({ length: 3000 }, (_, n) => reviewOf({ native: String(n), text: `Good work, number ${n}.` }))
  .sort(compareReviews);
const app = testApp(
  testSnapshot({ business: businessOf(), reviews: REVIEWS, operatorInsights: null, taxonomy: null }),
);
const SHORT = "/api/reviews/search?limit=1";
const SEARCH = "/api/reviews/search?query=good&limit=20";
const REVIEW = `/api/reviews/${REVIEWS[7]?.id}`;
const LONG = "/api/reviews/since/2020-01-01";

async function ask(path: string, headers: Record<string, string>, method = "GET") {
  const response = await app.request(path, { headers, method });
  return { status: response.status, headers: response.headers, bytes: await response.bytes() };
}

for (const path of [SEARCH, `${SEARCH}&rating=5`, LONG]) {
  Deno.test(`${path} comes in each coding with an entity tag of its own, again and again`, async () => {
    const plain = await ask(path, {});
    assert.equal(plain.headers.get("content-encoding"), null);
    const tags = new Set<string | null>();
    for (const [coding, decode] of Object.entries(DECODERS)) {
      for (const _ of ["made", "kept"]) {
        const { status, headers, bytes } = await ask(path, { "accept-encoding": coding });
        assert.deepEqual([status, headers.get("content-encoding")], [200, coding === "identity" ? null : coding]);
        assert.ok(decode(bytes).equals(plain.bytes), coding);
        const most = coding === "identity" ? plain.bytes.length : plain.bytes.length / 2;
        assert.ok(bytes.length <= most, `${coding}: ${bytes.length} of ${plain.bytes.length}`);
        assert.equal(headers.get("vary"), "Accept-Encoding");
        tags.add(headers.get("etag"));
      }
    }
    assert.equal(tags.size, Object.keys(DECODERS).length);
  });

  Deno.test(`${path} has the same headers with HEAD, and a 304 for the tag of that coding alone`, async () => {
    const br = await ask(path, { "accept-encoding": "br" });
    const head = await ask(path, { "accept-encoding": "br" }, "HEAD");
    assert.deepEqual([...head.headers], [...br.headers]);
    assert.equal(head.bytes.length, 0);
    const tag = br.headers.get("etag") ?? "";
    const same = await ask(path, { "accept-encoding": "br", "if-none-match": tag });
    assert.deepEqual([same.status, same.bytes.length, same.headers.get("etag")], [304, 0, tag]);
    for (const name of ["cache-control", "vary", "last-modified", "link"]) {
      assert.equal(same.headers.get(name), br.headers.get(name), name);
    }
    assert.deepEqual([same.headers.get("content-encoding"), same.headers.get("content-type")], [null, null]);
    assert.equal((await ask(path, { "if-none-match": tag })).status, 200);
    assert.equal((await ask(path, { "accept-encoding": "gzip", "if-none-match": tag })).status, 200);
    assert.equal((await ask(path, { "accept-encoding": "br", "if-match": tag })).status, 200);
    assert.equal((await ask(path, { "accept-encoding": "gzip", "if-match": tag })).status, 412);
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
