import { fc, runs } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { Review } from "../../../domain/review.ts";
import { callTool, mcpClient } from "../../support/mcp/mcp_requests.ts";
import { testApp, testSnapshot } from "../../support/service/test_app.ts";

const dataset = sampleDataset();
const snapshot = testSnapshot(dataset);
const app = testApp(snapshot);
const client = await mcpClient({ snapshot });

const day = fc.constantFrom("2023-11-20", "2024-02-29", "2025-06-01", "2026-03-15", "2026-11-18", "2099-01-01");
const filters = fc.record({
  rating: fc.integer({ min: 1, max: 5 }),
  min_rating: fc.constantFrom(1, 2, 3.5, 4, 5),
  since: day,
  until: day,
  query: fc.constantFrom("the", "WATER", "no review says this", "  furnace ", "é", "a < b"),
  mentions_technician: fc.constantFrom("Rafa", "huy-tran", "Priya Raman", "Nobody"),
  mentions_service: fc.constantFrom("ac-repair", "AC repair", "boiler", "roofing"),
  limit: fc.integer({ min: 1, max: 100 }),
}, { requiredKeys: [] });

const wrong = fc.record({
  rating: fc.constantFrom(0, 6, 2.5),
  min_rating: fc.constantFrom(0, 5.01),
  since: fc.constantFrom("2026-02-30", "tomorrow", "2026-05-01"),
  until: fc.constantFrom("2026-13-01", "24-01-01", "2025-05-01"),
  query: fc.constantFrom("  ", "a\u0007b", "a".repeat(201), 'say "no"'),
  mentions_technician: fc.constantFrom(" ", "\n"),
  limit: fc.constantFrom(0, 101, -1, 0.5),
}, { requiredKeys: [] });

const MEMBERS = Object.keys(Review.shape);

function onRest(given: object): Promise<Response> {
  const parameters = Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]);
  return Promise.resolve(app.request(`/api/reviews/search?${new URLSearchParams(parameters)}`));
}

Deno.test("search_reviews returns the same reviews as REST for the same filters", async () => {
  await fc.assert(
    fc.asyncProperty(filters, async (given) => {
      const { isError, data } = await callTool(client, "search_reviews", { ...given, fields: MEMBERS });
      const rest = await onRest(given);
      assert.equal(isError, rest.status === 400);
      if (!isError) assert.deepEqual({ ...data, untrusted: "" }, { ...await rest.json(), untrusted: "" });
    }),
    runs(300),
  );
});

Deno.test("search_reviews names every fault that REST names, in the same words", async () => {
  await fc.assert(
    fc.asyncProperty(wrong, async (given) => {
      const { isError, text } = await callTool(client, "search_reviews", given);
      const rest = await onRest(given);
      assert.equal(isError, rest.status === 400, text);
      if (!isError) return;
      const { issues } = await rest.json() as { issues: { path: string[]; message: string }[] };
      const expected = issues.map(({ path, message }) => `${path.join(".")}: ${message.split(", got ")[0]}`);
      assert.deepEqual(text.split("\n- ").slice(1).map((line) => line.split(", got ")[0]), expected);
    }),
    runs(300),
  );
});

Deno.test("search_reviews omits whole reviews from too long answers, halves no emoji, and suggests how to narrow", async () => {
  const reviews = dataset.reviews.map((review) => ({ ...review, text: "long 👩‍👧 ".repeat(450) }));
  await using client = await mcpClient({ snapshot: testSnapshot({ ...dataset, reviews }) });
  const { data, text } = await callTool(client, "search_reviews", { limit: 100 });
  const returned = data["reviews"] as typeof reviews;
  assert.equal(data["matched"], reviews.length);
  assert.equal(data["returned"], returned.length);
  assert.ok(returned.length > 5 && returned.length < 20, `${returned.length}`);
  assert.deepEqual(returned.map(({ id }) => id), reviews.slice(0, returned.length).map(({ id }) => id));
  assert.match(text, new RegExp(`${100 - returned.length} more would make the answer too long: narrow`));
  assert.match(text, /\[cut: \d+ more characters\]/);
  assert.doesNotMatch(text, /👩(?!\u200d👧)/);
});

Deno.test("search_reviews returns the members that are asked for, and a page after the other", async () => {
  const filters = { aspect: "punctuality", max_rating: 3, limit: 4, fields: ["date", "text"] };
  const found: string[] = [];
  let cursor: string | null = null;
  let total = 0;
  do {
    const { isError, data, text } = await callTool(client, "search_reviews", { ...filters, cursor });
    assert.ok(!isError, text);
    const page = data["reviews"] as { id: string; date: string; text: string }[];
    for (const review of page) assert.deepEqual(Object.keys(review), ["id", "date", "text"]);
    assert.doesNotMatch(text, /rating: |author: "/);
    assert.ok(page.every((review) => text.includes(review.date)));
    found.push(...page.map(({ id }) => id));
    [cursor, total] = [data["next"] as string | null, Number(data["matched"])];
  } while (cursor !== null);
  assert.equal(new Set(found).size, total);
  assert.ok(total > 8 && found.length === total, `${total}`);
});

Deno.test("search_reviews refuses a cursor of another search, and members that a review does not have", async () => {
  const { data } = await callTool(client, "search_reviews", { limit: 2 });
  const other = await callTool(client, "search_reviews", { rating: 5, cursor: data["next"] });
  assert.ok(other.isError);
  assert.match(other.text, /other filters/);
  const wrong = await callTool(client, "search_reviews", { fields: ["stars"] });
  assert.match(wrong.text, /fields\.0: Expected members of a review: id, author, .*mentioned_services, .*got "stars"/);
});

Deno.test("search_reviews returns twenty reviews with what an answer needs, and what readers have to know of one", async () => {
  const paid = dataset.reviews.map((review, at) => at === 0 ? { ...review, incentive: "a voucher" } : review);
  await using client = await mcpClient({ snapshot: testSnapshot({ ...dataset, reviews: paid }) });
  const { data } = await callTool(client, "search_reviews");
  const [first, second, ...others] = data["reviews"] as object[];
  assert.equal(others.length, 18);
  const usual = "id author rating date text source owner_reply mentioned_technicians mentioned_services".split(" ");
  assert.deepEqual(Object.keys(second ?? {}), usual);
  assert.deepEqual(Object.keys(first ?? {}).toSorted(), [...usual, "incentive"].toSorted());
});
