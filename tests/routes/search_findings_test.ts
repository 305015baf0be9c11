import assert from "node:assert/strict";
import type { InsightsDocument } from "../../domain/documents/insights_document.ts";
import type { SearchResult } from "../../domain/queries/search_reviews.ts";
import { measuredDataset } from "../support/reviews/measured_dataset.ts";
import { testApp, testSnapshot } from "../support/service/test_app.ts";

const app = testApp();
const insights: InsightsDocument = await (await app.request("/insights.json")).json();

async function search(parameters: Record<string, string>, on = app): Promise<SearchResult> {
  const response = await on.request(`/api/reviews/search?${new URLSearchParams({ limit: "100", ...parameters })}`);
  assert.equal(response.status, 200, JSON.stringify(parameters));
  return await response.json();
}

Deno.test("search finds by aspect and sentiment exactly what the insights count", async () => {
  assert.ok(insights.aspects.length > 5);
  for (const aspect of insights.aspects) {
    const figures = { positive: aspect.positive_count, neutral: aspect.neutral_count, negative: aspect.negative_count };
    assert.equal((await search({ aspect: aspect.id })).matched, aspect.mention_count, aspect.id);
    for (const [sentiment, count] of Object.entries(figures)) {
      const { matched, reviews } = await search({ aspect: aspect.label, sentiment });
      assert.equal(matched, count, `${aspect.id} ${sentiment}`);
      for (const { id } of reviews) {
        assert.ok(
          insights.per_review[id]?.aspects.some((said) => said.id === aspect.id && said.sentiment === sentiment),
        );
      }
    }
  }
});

Deno.test("search finds by problem, and by the sentiment of whole reviews, what the insights count", async () => {
  assert.ok(insights.entities.problems.length > 5);
  for (const { id, label, mention_count } of insights.entities.problems) {
    assert.equal((await search({ problem: id })).matched, mention_count, id);
    assert.equal((await search({ problem: label.toUpperCase() })).matched, mention_count, label);
  }
  const all = Object.values(insights.per_review);
  for (const sentiment of ["positive", "neutral", "negative"]) {
    assert.equal((await search({ sentiment })).matched, all.filter((said) => said.sentiment === sentiment).length);
  }
  assert.equal((await search({ aspect: "no such aspect" })).matched, 0);
  assert.equal((await search({ problem: "no such problem" })).matched, 0);
});

Deno.test("search takes at most as many stars as max_rating, which is not below min_rating", async () => {
  const { reviews } = await search({ max_rating: "2.5" });
  assert.ok(reviews.length > 0 && reviews.every(({ rating }) => rating <= 2));
  const both = await search({ min_rating: "3", max_rating: "3" });
  assert.deepEqual(both, await search({ rating: "3" }));
  const response = await app.request("/api/reviews/search?min_rating=4&max_rating=3.5&limit=0");
  assert.equal(response.status, 400);
  const { issues } = await response.json();
  assert.deepEqual(issues.map(({ path }: { path: string[] }) => path.join()).sort(), ["limit", "max_rating"]);
});

Deno.test("search by aspect and its entity tag follow the operator's own insights", async () => {
  const dataset = measuredDataset();
  const [{ id } = { id: "" }, other] = dataset.reviews;
  const nothing = { technicians: [], services: [], problems: [], service_areas: [], topics: [] };
  const per_review = {
    [id]: {
      sentiment: "negative" as const,
      score: -1,
      aspects: [{ id: "price", sentiment: "neutral" as const }],
      ...nothing,
    },
  };
  const own = (members: object) => {
    const operatorInsights = { ...dataset.operatorInsights!, per_review, ...members };
    return testApp(testSnapshot({ ...dataset, operatorInsights }));
  };
  const { reviews, matched } = await search({ aspect: "price and value" }, own({}));
  assert.deepEqual([matched, reviews[0]?.id], [1, id]);
  assert.equal((await search({ aspect: "price", sentiment: "negative" }, own({}))).matched, 0);
  const path = "/api/reviews/search?aspect=price";
  const tags = await Promise.all(
    [own({}), own({ per_review: {} }), own({ per_review: { [other?.id ?? ""]: per_review[id] } })].map(async (on) =>
      (await on.request(path)).headers.get("etag")
    ),
  );
  assert.equal(new Set(tags).size, 3);
});
