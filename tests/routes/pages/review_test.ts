import assert from "node:assert/strict";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { datasetOf, reviewOf } from "../../support/reviews/review_of.ts";
import { testApp, testSnapshot } from "../../support/service/test_app.ts";

Deno.test("every review has a page with its text, which an item of the feed links", async () => {
  const app = testApp();
  const { items } = await (await app.request("/api/feed.json")).json();
  for (const { url } of items) {
    const response = await app.request(url.replace("https://reviews.example", ""));
    assert.equal(response.status, 200, url);
    await response.body?.cancel();
  }
  for (const review of sampleDataset().reviews) {
    const html = await (await app.request(`/reviews/${review.id}`)).text();
    assert.ok(html.includes(`<time datetime="${review.date}">`), review.id);
  }
});

Deno.test("no page says that a review of a table without sources was written on csv", async () => {
  const reviews = [reviewOf({ source: "csv", source_url: "https://maps.example/1" })];
  const app = testApp(testSnapshot(datasetOf(reviews)));
  for (const path of ["/", "/embed/list", `/reviews/${reviews[0]?.id}`]) {
    assert.doesNotMatch(await (await app.request(path)).text(), /csv/, path);
  }
  const html = await (await app.request(`/reviews/${reviews[0]?.id}`)).text();
  assert.match(html, /, on <a href="https:\/\/maps.example\/1"[^>]*><bdi class="source">maps.example</);
});

Deno.test("the root is a page, and refers other clients to the same search of the API", async () => {
  const app = testApp();
  for (const accept of [undefined, "*/*", "text/html,application/xhtml+xml,*/*;q=0.8", "text/*"]) {
    const response = await app.request("/", { headers: accept === undefined ? {} : { accept } });
    assert.equal(response.status, 200, String(accept));
    assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
    await response.body?.cancel();
  }
  for (const accept of ["application/json", "application/json, text/html;q=0.9", "application/xml", "text/html;q=0"]) {
    const response = await app.request("/?rating=1", { headers: { accept } });
    assert.equal(response.status, 302, accept);
    assert.equal(response.headers.get("location"), "/api/reviews/search?rating=1");
    assert.equal(response.headers.get("vary"), "Accept");
  }
});
