import assert from "node:assert/strict";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { answerCache } from "../../../routes/answer/answer_cache.ts";
import { testApp, testSnapshot } from "../../support/service/test_app.ts";

const VALIDATORS = { entityTag: '"a"', lastModified: null };

function answerOf(length: number) {
  const response = new Response("x".repeat(length), { headers: { "content-length": String(length) } });
  return { validators: VALIDATORS, response };
}

Deno.test("search gives a kept answer again, and a new one as soon as the dataset is another", async () => {
  const sample = sampleDataset();
  let snapshot: Snapshot = testSnapshot();
  const app = testApp(null, { snapshot: () => snapshot });
  const ask = async (headers: Record<string, string> = {}) => {
    const response = await app.request("/api/reviews/search?rating=5&limit=2", { headers });
    return { status: response.status, etag: response.headers.get("etag") ?? "", text: await response.text() };
  };
  const first = await ask();
  assert.deepEqual(await ask(), first);
  assert.equal((await ask({ "if-none-match": first.etag })).status, 304);
  snapshot = testSnapshot({ ...sample, reviews: sample.reviews.filter(({ id }) => !first.text.includes(id)) });
  const second = await ask({ "if-none-match": first.etag });
  assert.equal(second.status, 200);
  assert.equal(JSON.parse(second.text).matched, JSON.parse(first.text).matched - 2);
});

Deno.test("answerCache() finds an answer only for the snapshot it was kept for", () => {
  const [one, two] = [testSnapshot(), testSnapshot()];
  const cache = answerCache();
  cache.keep(one, "?a", answerOf(5));
  assert.ok(cache.find(one, "?a") !== undefined);
  assert.equal(cache.find(two, "?a"), undefined);
  assert.equal(cache.find(null, "?a"), undefined);
  cache.keep(two, "?b", answerOf(5));
  assert.equal(cache.find(one, "?a"), undefined);
});

Deno.test("answerCache() keeps neither long answers nor long queries, and never too many", () => {
  const snapshot = testSnapshot();
  const cache = answerCache();
  cache.keep(snapshot, "?long", answerOf(32_769));
  assert.equal(cache.find(snapshot, "?long"), undefined);
  cache.keep(snapshot, `?${"q".repeat(560)}`, answerOf(5));
  assert.equal(cache.find(snapshot, `?${"q".repeat(560)}`), undefined);
  for (let n = 0; n < 1000; n++) cache.keep(snapshot, `?${n}`, answerOf(5));
  const kept = Array.from({ length: 1000 }, (_, n) => cache.find(snapshot, `?${n}`)).filter((answer) =>
    answer !== undefined
  );
  assert.ok(kept.length > 0 && kept.length <= 256, `${kept.length} kept`);
});
