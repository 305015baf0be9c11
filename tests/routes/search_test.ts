import assert from "node:assert/strict";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import type { SearchResult } from "../../domain/queries/search_reviews.ts";
import { businessOf, reviewOf } from "../support/reviews/review_of.ts";
import { testApp, testSnapshot } from "../support/service/test_app.ts";

const app = testApp();
const { reviews } = sampleDataset();

async function search(parameters: Record<string, string>, on = app): Promise<SearchResult> {
  const response = await on.request(`/api/reviews/search?${new URLSearchParams(parameters)}`);
  assert.equal(response.status, 200, JSON.stringify(parameters));
  return await response.json();
}

Deno.test("search returns exactly the reviews for which every filter holds", async () => {
  const cases: readonly [Record<string, string>, (review: typeof reviews[number]) => boolean][] = [
    [{}, () => true],
    [{ rating: "1" }, ({ rating }) => rating === 1],
    [{ min_rating: "3.5" }, ({ rating }) => rating >= 3.5],
    [{ since: "2026-03-15", until: "2026-03-31" }, ({ date }) => date >= "2026-03-15" && date <= "2026-03-31"],
    [{ query: "heater WATER" }, ({ text }) => /water/i.test(text ?? "") && /heater/i.test(text ?? "")],
    [{ query: "“WATER heater”" }, ({ text }) => /water heater/i.test(text ?? "")],
    [{ query: "didn’t" }, ({ text }) => /didn['’]t/i.test(text ?? "")],
    [{ query: "  a < b && c  " }, ({ text }) => text?.includes("a < b && c") ?? false],
    [{ mentions_technician: "priya RAMAN" }, (review) => review.mentioned_technicians.includes("Priya Raman")],
    [{ mentions_service: "ac-repair" }, (review) => review.mentioned_services.includes("ac-repair")],
    [{ mentions_service: "AC Repair" }, (review) => review.mentioned_services.includes("ac-repair")],
    [
      { rating: "5", query: "the", mentions_service: "drain-cleaning" },
      ({ rating, text, mentioned_services }) =>
        rating === 5 && /the/i.test(text ?? "") && mentioned_services.includes("drain-cleaning"),
    ],
    [{ query: "no review says this" }, () => false],
    [{ mentions_technician: "Nobody" }, () => false],
    [{ rating: "5", min_rating: "5", since: "2099-01-01" }, () => false],
  ];
  for (const [parameters, holds] of cases) {
    const expected = reviews.filter(holds);
    const result = await search({ ...parameters, limit: "100" });
    assert.equal(result.matched, expected.length, JSON.stringify(parameters));
    assert.deepEqual(result.reviews, expected.slice(0, 100));
    assert.equal(result.returned, result.reviews.length);
  }
});

Deno.test("search compares texts and names after NFKC, without regard to case", async () => {
  const business = businessOf({ technicians: [{ id: "zoe", name: "Zoë Groß", aliases: [] }] });
  const own = testApp(testSnapshot({
    business,
    reviews: [reviewOf({ text: "Ｆｕｌｌ width, ﬁne work", mentioned_technicians: ["Zoë Groß"] })],
    operatorInsights: null,
    taxonomy: null,
  }));
  for (const query of ["full WIDTH", "fine", "ＦＩＮＥ"]) {
    assert.equal((await search({ query }, own)).matched, 1, query);
  }
  for (const name of ["ZOE\u0308 GROß", " zoë groß "]) {
    assert.equal((await search({ mentions_technician: name }, own)).matched, 1, name);
  }
});

Deno.test("search by findings says that the analysis found them, what the texts have, and what counts the same", async () => {
  const note = async (parameters: Record<string, string>) => (await search(parameters)).note ?? "";
  const huy = await search({ mentions_technician: "Huy", aspect: "punctuality" });
  assert.ok(huy.reviews.some(({ text }) => text?.includes("his punctuality")));
  assert.match(huy.note ?? "", /^The analysis found these; .*with "punctuality" as the query instead, 1 review\./);
  const { matched: late } = await search({ problem: "late" });
  const { matched: negative } = await search({ aspect: "punctuality", sentiment: "negative" });
  const { matched: all } = await search({ aspect: "punctuality" });
  const said = ` The aspect "Punctuality" counts some of the same: ${all} reviews, ${negative} negative.`;
  assert.ok((await note({ problem: "late" })).endsWith(said));
  assert.match(
    await note({ aspect: "late" }),
    new RegExp(`"Late arrival" counts some of the same: ${late} reviews\\.`),
  );
  assert.match(await note({ sentiment: "negative" }), /The stars are exact/);
});

Deno.test("search has the same entity tag for equivalent queries", async () => {
  const etag = async (query: string) => (await app.request(`/api/reviews/search?${query}`)).headers.get("etag");
  assert.equal(await etag("rating=5&query=water"), await etag("query=%20WATER&rating=5&limit=20&x=1"));
  assert.notEqual(await etag("query=water"), await etag("query=waters"));
  assert.notEqual(await etag("query=water"), await etag("query=water&limit=5"));
});

Deno.test("search reports every fault of a request at once, with the values given", async () => {
  const response = await app.request("/api/reviews/search?rating=7&limit=05&since=2026-02-30&query=a&query=b");
  assert.equal(response.status, 400);
  const problem = await response.json();
  assert.deepEqual(problem.issues.map(({ path }: { path: string[] }) => path), [["rating"], ["since"], ["query"], [
    "limit",
  ]]);
  assert.equal(problem.issues[0].message, 'Expected a whole number of stars from 1 to 5, got "7"');
  assert.equal(problem.issues[2].message, "Expected one value, got 2");
});
