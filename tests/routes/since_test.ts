import assert from "node:assert/strict";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import { datasetOf, reviewOf } from "../support/reviews/review_of.ts";
import { testApp, testSnapshot } from "../support/service/test_app.ts";

const app = testApp();
const { reviews } = sampleDataset();

Deno.test("since returns the reviews on or after the day, newest first, for every day of the sample", async () => {
  const days = [...new Set(reviews.map(({ date }) => date)), "0001-01-01", "9999-12-31", "2024-02-29"];
  for (const since of days) {
    const expected = reviews.filter(({ date }) => date >= since);
    const response = await app.request(`/api/reviews/since/${since}`);
    assert.deepEqual(await response.json(), { reviews: expected, count: expected.length, since });
  }
});

Deno.test("since streams an answer that is too large to copy, byte for byte", async () => {
  const made = Array.from({ length: 1000 }, (_, n) => reviewOf({ native: String(n), text: "x".repeat(300) }));
  const dataset = datasetOf(made);
  const large = testApp(testSnapshot(dataset));
  for (const _ of [1, 2]) {
    const response = await large.request("/api/reviews/since/2026-01-01");
    const bytes = await response.bytes();
    assert.equal(bytes.length, Number(response.headers.get("content-length")));
    assert.deepEqual(JSON.parse(new TextDecoder().decode(bytes)), {
      reviews: dataset.reviews,
      count: 1000,
      since: "2026-01-01",
    });
  }
});

Deno.test("since without a day names the missing day", async () => {
  const { issues: [{ message }] } = await (await app.request("/api/reviews/since")).json();
  assert.match(message, /^Expected a calendar day at the end of the path/);
});
