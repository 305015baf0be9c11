import { fc, runs } from "../support/properties.ts";
import assert from "node:assert/strict";
import type { Fault } from "../../openapi/problem.ts";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import type { InsightsDocument } from "../../domain/documents/insights_document.ts";
import type { SearchResult } from "../../domain/queries/search_reviews.ts";
import { measuredDataset } from "../support/reviews/measured_dataset.ts";
import { businessOf, datasetOf, reviewOf } from "../support/reviews/review_of.ts";
import { testApp, testSnapshot } from "../support/service/test_app.ts";

const app = testApp();
const { reviews } = sampleDataset();
const insights: InsightsDocument = await (await app.request("/insights.json")).json();

async function search(parameters: Record<string, string>, on = app): Promise<SearchResult> {
  const response = await on.request(`/api/reviews/search?${new URLSearchParams({ limit: "100", ...parameters })}`);
  assert.equal(response.status, 200, JSON.stringify(parameters));
  return await response.json();
}

Deno.test("search returns exactly the reviews for which every filter holds", async () => {
  const hasAll = (text: string | null, ...words: RegExp[]) => words.every((word) => word.test(text ?? ""));
  const cases: readonly [Record<string, string>, (review: typeof reviews[number]) => boolean][] = [
    [{}, () => true],
    [{ rating: "1" }, ({ rating }) => rating === 1],
    [{ min_rating: "3.5" }, ({ rating }) => rating >= 3.5],
    [{ since: "2026-03-15", until: "2026-03-31" }, ({ date }) => date >= "2026-03-15" && date <= "2026-03-31"],
    [{ query: "WATER\u00a0heater" }, ({ text }) => /water heater/i.test(text ?? "")],
    [{ query: "“don’t” replace" }, () => false],
    [{ words: "heaters “hot water” rep" }, ({ text }) => hasAll(text, /heater/i, /hot water/i, /\brep/i)],
    [{ query: "didn’t" }, ({ text }) => /didn['’]t/i.test(text ?? "")],
    [{ query: "  a < b && c  " }, ({ text }) => text?.includes("a < b && c") ?? false],
    [{ mentions_technician: "priya RAMAN" }, (review) => review.mentioned_technicians.includes("Priya Raman")],
    [{ mentions_service: "ac-repair" }, (review) => review.mentioned_services.includes("ac-repair")],
    [{ mentions_service: "AC Repair" }, (review) => review.mentioned_services.includes("ac-repair")],
    [
      { rating: "5", query: "the", mentions_service: "drain-cleaning" },
      (one) => one.rating === 5 && hasAll(one.text, /the/i) && one.mentioned_services.includes("drain-cleaning"),
    ],
    [{ query: "no review says this" }, () => false],
    [{ mentions_technician: "Nobody" }, () => false],
    [{ rating: "5", min_rating: "5", since: "2099-01-01" }, () => false],
  ];
  for (const [parameters, holds] of cases) {
    const expected = reviews.filter(holds);
    const result = await search(parameters);
    assert.equal(result.matched, expected.length, JSON.stringify(parameters));
    assert.deepEqual(result.reviews, expected.slice(0, 100));
    assert.equal(result.returned, result.reviews.length);
  }
});

Deno.test("query finds the letter and nothing else, whatever other filters there are", async () => {
  const letters = (text: string) =>
    text.normalize("NFKC").toLowerCase().replace(/[‘’‚‛ʼ`′]/g, "'").replace(/[“”„‟«»]/g, '"').replace(/[‐‑‒–—―−]/g, "-")
      .trim();
  const texts = reviews.flatMap(({ text }) => text === null ? [] : [text]);
  const adjacent = fc.constantFrom(...texts).chain((text) => {
    const words = text.split(/\s+/);
    return fc.nat({ max: Math.max(0, words.length - 2) }).map((at) => words.slice(at, at + 2).join(" "));
  });
  const piece = fc.constantFrom(...texts).chain((text) =>
    fc.tuple(fc.nat({ max: text.length }), fc.integer({ min: 1, max: 12 })).map(([at, length]) =>
      text.slice(at, at + length)
    )
  );
  const apart = fc.tuple(adjacent, adjacent).map((both) => both.map((words) => words.split(" ")[0]).join(" "));
  const asked = fc.record({
    query: fc.oneof(adjacent, apart, piece, fc.constantFrom('"on time"', "on time", "good price", "not on time"))
      .filter((query) => query.trim() !== "" && !/[\n\t]/.test(query)),
    min_rating: fc.integer({ min: 1, max: 5 }).map(String),
    since: fc.constantFrom("2023-11-20", "2025-01-01", "2026-06-01"),
  }, { requiredKeys: ["query"] });
  await fc.assert(
    fc.asyncProperty(asked, async (given) => {
      const { query, min_rating = "1", since = "" } = given;
      const found = await search(given as Record<string, string>);
      const expected = reviews.filter(({ text, rating, date }) =>
        text !== null && letters(text).includes(letters(query)) && rating >= Number(min_rating) && date >= since
      );
      assert.equal(found.matched, expected.length);
      assert.deepEqual(found.reviews.map(({ id }) => id), expected.slice(0, 100).map(({ id }) => id));
    }),
    runs(600),
  );
});

Deno.test("everyday searches by words find reviews or say what would; at most one in ten does neither", async () => {
  const table = await Deno.readTextFile(new URL("../fixtures/search/everyday_searches.txt", import.meta.url));
  const rows = table.trim().split("\n").map((line) => line.split("\t"));
  let nothing = 0;
  for (const [words = "", expected = ""] of rows) {
    const { matched, note } = await search({ words, limit: "1" });
    const tried = matched > 0 ? "found" : note?.match(/^Try (.*?): [1-9]\d* reviews?\./)?.[1] ?? "nothing";
    assert.equal(tried, expected, words);
    if (tried === "nothing") nothing++;
    // Each hint is true.
    for (const [, hint = "", count] of matched > 0 ? [] : (note ?? "").matchAll(/Try (.*?): (\d+) reviews?\./g)) {
      const filters = Array.from(hint.matchAll(/(\w+) “(.*?)”/g), ([, name, value]) => [name, value]);
      assert.equal((await search(Object.fromEntries(filters))).matched, Number(count), hint);
    }
  }
  assert.ok(rows.length >= 60 && nothing * 10 <= rows.length, `${nothing} of ${rows.length}`);
});

Deno.test("a search by the letter that finds nothing says what finds the same as words, under the same filters", async () => {
  const note = async (parameters: Record<string, string>) => (await search(parameters)).note;
  const { matched } = await search({ words: "water heaters", min_rating: "4" });
  const advice = new RegExp(`^Try words “water heaters”: ${matched} reviews\\.`);
  assert.match(await note({ query: "water heaters", min_rating: "4" }) ?? "", advice);
  assert.equal(await note({ query: "water heater" }), null);
  assert.equal(await note({ words: "habitacion" }), null);
});

Deno.test("a hint names only what is called so, also in scripts without spaces", async () => {
  const services = [{ id: "drains", label: "排水管", aliases: [] }, { id: "taps", label: "水栓", aliases: [] }];
  const one = reviewOf({ native: "1", text: "Good.", mentioned_services: ["drains"] });
  const on = testApp(testSnapshot({ ...datasetOf([one]), business: businessOf({ services }) }));
  const note = async (words: string) => (await search({ words }, on)).note;
  assert.equal(await note("排水管"), "Try mentions_service “drains”: 1 review.");
  assert.equal(await note("電気"), null);
  assert.equal(await note("!!"), null);
});

Deno.test("a parameter as long as a URL is compared with none", async () => {
  const { note } = await search({ ["x".repeat(16_000)]: "1" });
  assert.equal(note, `There is no parameter "${"x".repeat(40)}"; it was ignored.`);
});

Deno.test("unknown parameters are ignored and named in the note, as are names that nobody has", async () => {
  const note = async (parameters: Record<string, string>) => {
    const { matched, note } = await search(parameters);
    return `${matched} ${note}`;
  };
  const ignored = (name: string) => `There is no parameter "${name}"; it was ignored.`;
  assert.equal(await note({ ratng: "5" }), `${reviews.length} ${ignored("ratng")} The nearest is rating.`);
  const ones = reviews.filter(({ rating }) => rating === 1).length;
  assert.equal(await note({ utm_source: "x", rating: "1" }), `${ones} ${ignored("utm_source")}`);
  assert.match(
    await note({ mentions_technician: "nobody" }),
    /^0 No technician is called "nobody". Known technicians: .*"Huy Tran" \(id "huy-tran"\)/,
  );
  assert.match(
    await note({ source: "nope", language: "english" }),
    /^0 No source is called "nope". Known sources: "google", .* No language is called "english". Known languages: "en", "es"/,
  );
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${"x".repeat(60)}${at}`, "1"]));
  assert.ok((await note(many)).length < 2000);
});

Deno.test("search compares texts and names after NFKC, without regard to case", async () => {
  const business = businessOf({ technicians: [{ id: "zoe", name: "Zoë Groß", aliases: [] }] });
  const text = "Ｆｕｌｌ width, ﬁne work";
  const own = testApp(testSnapshot(datasetOf([reviewOf({ text, mentioned_technicians: ["Zoë Groß"] })], { business })));
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
  assert.match(huy.note ?? "", /^The analysis found these; .*with "punctuality" as words instead, 1 review\./);
  const { matched: missed } = await search({ problem: "no_show" });
  const { matched: negative } = await search({ aspect: "punctuality", sentiment: "negative" });
  const { matched: all } = await search({ aspect: "punctuality" });
  const said = ` The aspect "Punctuality" counts some of the same: ${all} reviews, ${negative} negative.`;
  assert.ok((await note({ problem: "no_show" })).endsWith(said));
  const same = new RegExp(`"No-show" counts some of the same: ${missed} reviews\\.`);
  assert.match(await note({ aspect: "no_show" }), same);
  assert.match(await note({ sentiment: "negative" }), /The stars are exact/);
});

Deno.test("search has the same entity tag for equivalent queries", async () => {
  const etag = async (query: string) => (await app.request(`/api/reviews/search?${query}`)).headers.get("etag");
  assert.equal(await etag("rating=5&query=water"), await etag("query=%20WATER&rating=5&limit=20"));
  assert.equal(await etag("words=no-show"), await etag("words=No%E2%80%93show%20"));
  assert.notEqual(await etag("query=water"), await etag("query=water&x=1"));
  assert.notEqual(await etag("words=water"), await etag("words=%22water%22"));
  assert.notEqual(await etag("query=water"), await etag("query=waters"));
  assert.notEqual(await etag("query=water"), await etag("query=water&limit=5"));
});

Deno.test("search reports every fault of a request at once, with the values given", async () => {
  const response = await app.request("/api/reviews/search?rating=7&limit=05&since=2026-02-30&query=a&query=b");
  assert.equal(response.status, 400);
  const problem = await response.json();
  const wrong = problem.issues.map(({ path, code }: Fault) => [path.join(), code]);
  const invalid = ["rating", "since", "limit"].map((name) => [name, "invalid"]);
  assert.deepEqual(wrong, [...invalid.slice(0, 2), ["query", "repeated"], ...invalid.slice(2)]);
  assert.equal(problem.issues[0].message, 'Expected a whole number of stars from 1 to 5, got "7"');
  assert.equal(problem.issues[2].message, "Expected one value, got 2");
});

Deno.test("search finds by aspect and sentiment exactly what the insights count", async () => {
  assert.ok(insights.aspects.length > 5);
  for (const aspect of insights.aspects) {
    const figures = { positive: aspect.positive_count, neutral: aspect.neutral_count, negative: aspect.negative_count };
    assert.equal((await search({ aspect: aspect.id })).matched, aspect.mention_count, aspect.id);
    for (const [sentiment, count] of Object.entries(figures)) {
      const { matched, reviews } = await search({ aspect: aspect.label, sentiment });
      assert.equal(matched, count, `${aspect.id} ${sentiment}`);
      for (const { id } of reviews) {
        const said = insights.per_review[id]?.aspects.find((one) => one.id === aspect.id);
        assert.equal(said?.sentiment, sentiment, id);
      }
    }
  }
});

Deno.test("search finds by problem, and by the sentiment of whole reviews, what the insights count", async () => {
  assert.ok(insights.entities.problems.length > 1);
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
  const { reviews: low } = await search({ max_rating: "2.5" });
  assert.ok(low.length > 0 && low.every(({ rating }) => rating <= 2));
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
  const aspects = [{ id: "price", sentiment: "neutral" as const }];
  const per_review = { [id]: { sentiment: "negative" as const, score: -1, aspects, ...nothing } };
  const own = (members: object) => {
    const operatorInsights = { ...dataset.operatorInsights!, per_review, ...members };
    return testApp(testSnapshot({ ...dataset, operatorInsights }));
  };
  const { reviews, matched } = await search({ aspect: "price and value" }, own({}));
  assert.deepEqual([matched, reviews[0]?.id], [1, id]);
  assert.equal((await search({ aspect: "price", sentiment: "negative" }, own({}))).matched, 0);
  const path = "/api/reviews/search?aspect=price";
  const apps = [own({}), own({ per_review: {} }), own({ per_review: { [other?.id ?? ""]: per_review[id] } })];
  const tags = await Promise.all(apps.map(async (on) => (await on.request(path)).headers.get("etag")));
  assert.equal(new Set(tags).size, 3);
});
