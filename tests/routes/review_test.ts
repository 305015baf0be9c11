import assert from "node:assert/strict";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import { testApp, testSnapshot } from "../support/service/test_app.ts";

const app = testApp();
const { reviews } = sampleDataset();

Deno.test("each review is served by id, with its analysis", async () => {
  const { per_review } = await (await app.request("/insights.json")).json();
  for (const review of reviews) {
    const response = await app.request(`/api/reviews/${review.id}`);
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), {
      review,
      url: `https://reviews.example/reviews/${review.id}`,
      analysis: per_review[review.id],
    });
  }
});

Deno.test("example ids in the insights lead to reviews", async () => {
  const { aspects, entities, topics, faq } = await (await app.request("/insights.json")).json();
  const lists: { example_review_ids: string[] }[] = [
    ...aspects,
    ...topics,
    ...Object.values(entities).flat() as never[],
  ];
  const ids = [...lists.flatMap(({ example_review_ids }) => example_review_ids), ...faq[0].source_review_ids];
  assert.ok(ids.length > 100);
  for (const id of new Set(ids)) assert.equal((await app.request(`/api/reviews/${id}`)).status, 200, id);
});

Deno.test("a review is also served under its former ids", async () => {
  const alias = "01HZX3Y4Z5A6B7C8D9E0F1G2H3";
  const dataset = sampleDataset();
  const [first, ...others] = dataset.reviews;
  assert.ok(first);
  const renamed = testApp(testSnapshot({ ...dataset, reviews: [{ ...first, aliases: [alias] }, ...others] }));
  const answer = await renamed.request(`/api/reviews/${alias}`);
  assert.equal(answer.status, 200);
  assert.deepEqual((await answer.json()).review, { ...first, aliases: [alias] });
  assert.equal((await renamed.request(`/reviews/${alias}`)).status, 200);
  assert.equal((await app.request(`/api/reviews/${alias}`)).status, 404);
});

Deno.test("an unknown id is a 404, and an invalid one an explained 400", async () => {
  const response = await app.request("/api/reviews/0000000000ZZZZZZZZZZZZZZZZ");
  assert.equal(response.status, 404);
  assert.equal((await response.json()).detail, "There is no review with this id.");
  for (const id of ["x", "%00", "%FF", "Search", "a".repeat(5000), "per_review", `${reviews[0]?.id}`.toLowerCase()]) {
    const response = await app.request(`/api/reviews/${id}`);
    assert.equal(response.status, 400, id.slice(0, 20));
    const { issues } = await response.json();
    assert.deepEqual([issues[0].in, issues[0].path], ["path", ["id"]]);
    assert.match(issues[0].message, /^Expected (?:a ULID of 26 characters|percent-encoded UTF-8)/);
  }
});

Deno.test("the page of a review answers with the same JSON where the client prefers it, and caches keep them apart", async () => {
  const id = reviews[3]?.id ?? "";
  const json = await (await app.request(`/api/reviews/${id}`)).text();
  const tags = new Set<string | null>();
  for (
    const [accept, type] of [
      ["", "text/html; charset=utf-8"],
      ["*/*", "text/html; charset=utf-8"],
      ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html; charset=utf-8"],
      ["application/json", "application/json"],
      ["application/json, text/html;q=0.5", "application/json"],
    ] as const
  ) {
    const response = await app.request(`/reviews/${id}`, accept === "" ? {} : { headers: { accept } });
    assert.equal(response.headers.get("content-type"), type, accept);
    assert.equal(response.headers.get("vary"), "Accept, Accept-Encoding, Accept-Language");
    const body = await response.text();
    if (type === "application/json") assert.equal(body, json);
    tags.add(response.headers.get("etag"));
  }
  assert.equal(tags.size, 2);
  const none = await app.request("/reviews/nobody", { headers: { accept: "application/json" } });
  assert.equal(none.status, 404);
});
