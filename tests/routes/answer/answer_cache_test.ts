import assert from "node:assert/strict";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { type AnswerCache, answerCache } from "../../../routes/search.ts";
import { testApp, testSnapshot } from "../../support/service/test_app.ts";

function answerOf(length: number): Response {
  return new Response("x".repeat(length), { headers: { "content-length": String(length) } });
}

Deno.test("search repeats a cached answer, and makes a new one after the dataset changes", async () => {
  const sample = sampleDataset();
  let snapshot: Snapshot = testSnapshot();
  const app = testApp(null, { snapshot: () => snapshot });
  const ask = async (headers: Record<string, string> = {}) => {
    const response = await app.request("/api/reviews/search?rating=5&limit=2", { headers });
    return { status: response.status, etag: response.headers.get("etag") ?? "", text: await response.text() };
  };
  const first = await ask();
  assert.deepEqual(await ask(), first);
  assert.deepEqual(await ask(), first);
  assert.equal((await ask({ "if-none-match": first.etag })).status, 304);
  snapshot = testSnapshot({ ...sample, reviews: sample.reviews.filter(({ id }) => !first.text.includes(id)) });
  const second = await ask({ "if-none-match": first.etag });
  assert.equal(second.status, 200);
  assert.equal(JSON.parse(second.text).matched, JSON.parse(first.text).matched - 2);
});

Deno.test("a valid search is answered before the router runs, and no other request is", async () => {
  const app = testApp(testSnapshot());
  const get = (path: string, method = "GET") => app.fetch(new Request(`http://service.example${path}`, { method }));
  const search = "/api/reviews/search?rating=5&limit=2";
  for (const query of ["", "&", "&utm_source=a", "&query=a%20b&since=2020-01-01"]) {
    const answered = await get(search + query);
    // The router answers with a promise.
    assert.equal(get(search + query) instanceof Response, query !== "&");
    assert.deepEqual(await (await get(search + query)).text(), await answered.text());
  }
  for (const query of ["Rating=5", "rating=05", "rating=5&rating=5", "query=%ff", "%72ating=5", "since=2020-02-30"]) {
    assert.ok(get(`/api/reviews/search?${query}`) instanceof Promise, query);
  }
  assert.equal((await (await get(search, "HEAD")).text()).length, 0);
  assert.equal((await get(search, "PUT")).status, 405);
  assert.equal((await get("/api/reviews/searches?rating=5&limit=2")).status, 400);
  assert.equal((await get(`/nowhere?from=${search}`)).status, 404);
  assert.equal((await get("/api/reviews/search/?rating=5&limit=2")).status, 404);
});

Deno.test("a search is answered with 500 when the service fails before the cache lookup", async () => {
  const app = testApp(null, {
    snapshot: () => {
      throw new Error("A fault, to see how it is answered.");
    },
    onError: () => {},
  });
  assert.equal((await app.request("/api/reviews/search?rating=5")).status, 500);
});

/** Requests a key twice, the number of times after which its answer is kept. */
function keepAsked(cache: AnswerCache, snapshot: Snapshot, key: string, length = 5): void {
  for (let times = 0; times < 2; times++) cache.keep(snapshot, key, answerOf(length));
}

Deno.test("answerCache() finds an answer only for the snapshot it was kept for", () => {
  const [one, two] = [testSnapshot(), testSnapshot()];
  const cache = answerCache();
  keepAsked(cache, one, "?a");
  assert.ok(cache.find(one, "?a") !== undefined);
  assert.equal(cache.find(two, "?a"), undefined);
  keepAsked(cache, two, "?b");
  assert.equal(cache.find(one, "?a"), undefined);
  assert.equal(cache.find(two, "?a"), undefined);
});

Deno.test("answerCache() keeps an answer from its second request on, within limits", () => {
  const snapshot = testSnapshot();
  const cache = answerCache();
  cache.keep(snapshot, "?a", answerOf(5));
  assert.equal(cache.find(snapshot, "?a"), undefined);
  cache.keep(snapshot, "?a", answerOf(5));
  // Any number of keys requested once does not displace it, and only the last of them are remembered.
  for (let n = 0; n < 2000; n++) cache.keep(snapshot, `?${n}`, answerOf(5));
  assert.ok(cache.find(snapshot, "?a") !== undefined);
  cache.keep(snapshot, "?0", answerOf(5));
  assert.equal(cache.find(snapshot, "?0"), undefined);
});

Deno.test("answerCache() keeps neither long answers nor long queries, and never too many", () => {
  const snapshot = testSnapshot();
  const cache = answerCache();
  keepAsked(cache, snapshot, "?long", 32_769);
  assert.equal(cache.find(snapshot, "?long"), undefined);
  keepAsked(cache, snapshot, `?${"q".repeat(560)}`);
  assert.equal(cache.find(snapshot, `?${"q".repeat(560)}`), undefined);
  for (let n = 0; n < 1000; n++) keepAsked(cache, snapshot, `?${n}`);
  const kept = Array.from({ length: 1000 }, (_, n) => cache.find(snapshot, `?${n}`)).filter((answer) =>
    answer !== undefined
  );
  assert.ok(kept.length > 0 && kept.length <= 256, `${kept.length} kept`);
});
