import assert from "node:assert/strict";
import type { Dataset } from "../../../domain/dataset/dataset.ts";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { insightsOf } from "../../../domain/queries/snapshot_insights.ts";
import type { Review } from "../../../domain/review.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { callTool, mcpClient, toolExamples } from "../../support/mcp/mcp_requests.ts";
import { datasetOf, reviewOf, reviewsOf } from "../../support/reviews/review_of.ts";
import { hostileDataset } from "../../support/reviews/attacks.ts";
import { measuredDataset, unmeasuredDataset } from "../../support/reviews/measured_dataset.ts";
import { testSnapshot } from "../../support/service/test_app.ts";

const client = await mcpClient();
const wordy = sampleDataset();
const measured = measuredDataset();
const long = "字".repeat(100_000);

/** Datasets, and the tools whose example is refused in them. */
const CASES: readonly [string, Snapshot, readonly string[]][] = [
  ["the sample", testSnapshot(), []],
  ["a dataset in which everything is measured", testSnapshot(measuredDataset()), []],
  ["an empty dataset", testSnapshot(datasetOf([])), ["get_review"]],
  ["ratings without words", testSnapshot(datasetOf([reviewOf({ text: null })])), []],
  ["hostile texts", testSnapshot(hostileDataset()), []],
  [
    "the longest texts that are allowed",
    testSnapshot({
      ...wordy,
      reviews: wordy.reviews.map((one) => ({ ...one, text: long, owner_reply: { text: long, date: one.date } })),
    }),
    [],
  ],
  ["the longest insights that are allowed", testSnapshot({ ...measured, ...longestInsights() }), []],
];

/** Insights and a business with the maximum number and length of entries. */
function longestInsights(): Pick<Dataset, "business" | "operatorInsights"> {
  const { operatorInsights: insights, business } = measured;
  assert.ok(insights !== null);
  const name = (at: number) => `${at} ${"long ".repeat(30)}`;
  const many = <Entry extends { id: string }>(count: number, entry: Entry) =>
    Array.from({ length: count }, (_, at) => at === 0 ? entry : { ...entry, id: `${entry.id}-${at}`, label: name(at) });
  const [aspect, topic, faq] = [insights.aspects[0], insights.topics[0], insights.faq[0]];
  const [service] = business.services;
  assert.ok(aspect && topic && faq && service);
  const phrases = Array.from({ length: 100 }, (_, at) => name(at));
  const technicians = Array.from({ length: 400 }, (_, at) => ({ id: `technician-${at}`, name: name(at), aliases: [] }));
  return {
    business: {
      ...business,
      technicians: [...business.technicians, ...technicians],
      services: [...business.services, ...many(400, { ...service, aliases: [] }).slice(1)],
    },
    operatorInsights: {
      ...insights,
      aspects: many(100, { ...aspect, top_phrases: phrases }),
      topics: many(500, { ...topic, top_phrases: phrases }),
      faq: Array.from({ length: 200 }, () => ({ ...faq, answer: "price ".repeat(800) })),
      summary: "long ".repeat(2000),
      pull_quote: "long ".repeat(400),
    },
  };
}

for (const [what, snapshot, nothingFound] of CASES) {
  Deno.test(`every documented example is answered within 25,000 tokens from ${what}`, async () => {
    await using client = await mcpClient({ snapshot });
    const refused = new Set<string>();
    for (const tool of (await client.listTools()).tools) {
      for (const args of toolExamples(tool)) {
        const place = `${tool.name} ${JSON.stringify(args)}`;
        const { isError, text, data } = await callTool(client, tool.name, args);
        if (isError) refused.add(tool.name);
        // A Chinese character is about one token; in Latin text a token has about three characters.
        for (const part of [text, JSON.stringify(data)]) {
          const wide = part.replace(/[\0-\u02ff]/g, "").length;
          assert.ok(wide + (part.length - wide) / 3 < 25_000, `${place} has ${part.length} characters`);
        }
        assert.ok(text.length > 0, place);
      }
    }
    assert.deepEqual([...refused], nothingFound);
  });
}

Deno.test("a figure that was not measured is reported, and null in the data", async () => {
  await using client = await mcpClient({ snapshot: testSnapshot(unmeasuredDataset()) });
  const technician = await callTool(client, "get_subject", { kind: "technician", name: "Huy" });
  assert.match(technician.text, /^score: null$/m);
  const summary = await callTool(client, "get_summary");
  assert.match(summary.text, /fictional[^]*Aspects are not measured[^]*overall_sentiment: \(score: null/);
  assert.deepEqual(summary.data["aspects"], []);
});

Deno.test("get_trend of a period, a source and quarters has the rows of a dataset with only these reviews", async () => {
  const sample = sampleDataset();
  type Row = Readonly<
    & Record<"month" | "quarter", string>
    & { review_count: number }
    & Record<"average_rating" | "score", number | null>
  >;
  const [since, until] = ["2024-06-15", "2026-02-01"];
  const isChosen = ({ date, source }: Review) => date >= since && date <= until && source === "google";
  const reviews = sample.reviews.filter(isChosen);
  const { temporal } = insightsOf(testSnapshot({ ...sample, reviews }));
  const ask = async (options: Readonly<Record<string, unknown>>) => {
    const { data } = await callTool(client, "get_trend", { since, until, source: "Google", ...options });
    return data as { readonly monthly: readonly Row[]; readonly quarterly: readonly Row[] };
  };
  const { monthly } = await ask({ months: 120 });
  const figures = monthly.map(({ month, review_count, average_rating }) => ({ month, review_count, average_rating }));
  assert.deepEqual(figures, temporal.monthly.map(({ score: _, ...row }) => row));
  for (const [at, { score }] of temporal.monthly.entries()) {
    // Published scores have three decimals, so their mean may differ in the last.
    assert.ok(Math.abs((monthly[at]?.score ?? 9) - (score ?? 9)) <= 0.0011, `${at}`);
  }
  assert.equal((await ask({ months: 2 })).monthly.length, 2);
  const { quarterly } = await ask({ months: 120, by: "quarter" });
  assert.deepEqual([quarterly[0]?.quarter, quarterly.at(-1)?.quarter], ["2024-Q2", "2026-Q1"]);
  const quarterOf = (date: string) => `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
  for (const { quarter, review_count, average_rating } of quarterly) {
    const own = reviews.filter(({ date }) => quarterOf(date) === quarter);
    assert.equal(review_count, own.length, quarter);
    const mean = own.reduce((sum, { rating }) => sum + rating, 0) / own.length;
    assert.equal(average_rating, own.length === 0 ? null : Math.round(mean * 100) / 100, quarter);
  }
});

Deno.test("get_trend compares whole periods, says that the running one is unfinished, and counts nothing before since", async () => {
  const days =
    "2026-01-05 2026-02-10 2026-04-02 2026-05-20 2026-06-30 2026-07-01 2026-08-15 2026-09-30 2026-10-01 2026-11-18";
  const reviews = days.split(" ").map((date, at) => reviewOf({ native: `${at}`, date }));
  await using client = await mcpClient({ snapshot: testSnapshot(datasetOf(reviews)) });
  const ask = async (options: Readonly<Record<string, unknown>>) => {
    const { text, data } = await callTool(client, "get_trend", options);
    const { earlier, later } = (data["comparison"] ?? {}) as Partial<
      Record<"earlier" | "later", Record<string, unknown>>
    >;
    const period = (one: Record<string, unknown> = {}) => [one["since"], one["until"], one["review_count"]].join(" ");
    return { text, periods: [earlier, later].map(period) };
  };
  const quarter = await ask({ by: "quarter" });
  assert.deepEqual(quarter.periods, ["2026-04-01 2026-06-30 3", "2026-07-01 2026-09-30 3"]);
  assert.match(quarter.text, /^4 quarters of 4, the newest last\.\n2026-Q4 is unfinished/m);
  assert.match(quarter.text, /Later, 2026-Q3, from .*; earlier, 2026-Q2, from /);
  assert.doesNotMatch(quarter.text, /month/);
  const month = await ask({});
  assert.deepEqual(month.periods, ["2026-05-01 2026-07-31 3", "2026-08-01 2026-10-31 3"]);
  assert.match(month.text, /^2026-11 is unfinished/m);
  // A period that ends with `until` is whole.
  const ended = await ask({ by: "quarter", until: "2026-06-30" });
  assert.deepEqual(ended.periods, ["2026-01-01 2026-03-31 2", "2026-04-01 2026-06-30 3"]);
  assert.doesNotMatch(ended.text, /unfinished/);
  for (const until of ["2030-12-31", "9999-12-31"]) {
    assert.deepEqual((await ask({ by: "quarter", until })).periods, quarter.periods);
  }
  const cut = await ask({ since: "2026-06-15" });
  assert.deepEqual(cut.periods, ["2026-06-15 2026-07-31 2", "2026-08-01 2026-10-31 3"]);
  assert.deepEqual((await ask({ since: "2026-06-15", compare_since: "2026-08-01" })).periods, [
    "2026-06-15 2026-07-31 2",
    "2026-08-01  4",
  ]);
  const late = await ask({ since: "2026-08-20" });
  assert.deepEqual(late.periods, ["  ", "  "]);
  assert.match(late.text, /^since leaves no earlier months to compare\.$/m);
});

Deno.test("get_subject compares the last year of the reviews if until is later than all of them", async () => {
  const ask = async (scope: object) => {
    const { data } = await callTool(client, "get_subject", { kind: "problem", name: "late_arrival", ...scope });
    const { earlier, later } = data["comparison"] as Record<"earlier" | "later", Record<string, unknown>>;
    return [earlier, later].map(({ since, review_count }) => [since, review_count]);
  };
  const years = await ask({});
  for (const until of ["2030-12-31", "9999-12-31"]) assert.deepEqual(await ask({ until }), years);
});

Deno.test("get_subject counts a problem in the asked time as a search does, and what related aspects say of it", async () => {
  const scopes = [
    [{}, "2025-11-18"],
    [{ since: "2026-01-01" }, "2026-01-01"],
    [{ since: "2024-01-01", until: "2025-06-30", source: "google" }, "2024-06-30"],
  ] as const;
  for (const [scope, lastYear] of scopes) {
    const { text, data } = await callTool(client, "get_subject", { kind: "problem", name: "late_arrival", ...scope });
    const matched = async (filters: object) =>
      (await callTool(client, "search_reviews", { ...scope, ...filters, limit: 1 })).data["matched"];
    assert.equal(data["review_count"], await matched({ problem: "late_arrival" }));
    assert.deepEqual(data["related"], {
      "aspect punctuality": {
        review_count: await matched({ aspect: "punctuality" }),
        negative_count: await matched({ aspect: "punctuality", sentiment: "negative" }),
        last_year_negative_count: await matched({ aspect: "punctuality", sentiment: "negative", since: lastYear }),
      },
    });
    assert.match(
      text,
      /The aspect punctuality counts some of the same: \d+ reviews?, \d+ negative, \d+ of these in the last year\./,
    );
    const { examples = [] } = data as { examples?: { date: string }[] };
    const isWithin = ({ date }: { date: string }) =>
      (!("since" in scope) || date >= (scope.since ?? "")) && (!("until" in scope) || date <= (scope.until ?? ""));
    assert.ok(examples.every(isWithin), JSON.stringify(scope));
  }
});

Deno.test("own tables are called by words, never by the id of their source", async () => {
  const sources = ["csv", "Google"].map((source, native) => reviewOf({ source, native: String(native) }));
  await using client = await mcpClient({ snapshot: testSnapshot(datasetOf(sources)) });
  const calls = { get_business: {}, search_reviews: {}, rank_subjects: { kind: "sources" } };
  for (const [tool, args] of Object.entries(calls)) {
    const { text } = await callTool(client, tool, args);
    assert.match(text, /"Google"/, tool);
    assert.doesNotMatch(text.replace('id: "csv"', ""), /\bcsv\b/, tool);
  }
});

Deno.test("an empty period is called empty, and two periods are compared with both counts and averages", async () => {
  const ask = async (snapshot: Snapshot, args: Record<string, unknown>, tool = "get_trend") => {
    await using client = await mcpClient({ snapshot });
    return await callTool(client, tool, args);
  };
  const { text, data } = await ask(testSnapshot(), { since: "2027-01-01" });
  assert.match(text, /^No review is of this period; the newest of 180 reviews is of 2026-11-18\.$/m);
  assert.deepEqual([data["monthly"], data["comparison"]], [[], null]);
  const { text: summary } = await ask(testSnapshot(datasetOf([])), {}, "get_summary");
  assert.match(summary, /has no reviews yet\.\nAspects are not measured\.\nbusiness_name/);
  const rated = (late: number, count: number) =>
    testSnapshot(
      datasetOf(reviewsOf(2 * count, (at) =>
        at < count ? { date: "2026-02-01", rating: 4 + at % 2 } : { date: "2026-06-01", rating: late + at % 2 })),
    );
  const counts =
    "10 reviews, 1.5 stars on average, 10 negative; earlier, until 2026-04-30: 10 reviews, 4.5 stars on average";
  const sentences = [
    [1, 10, counts],
    [1, 10, "The averages differ by more than chance."],
    [4, 10, "Chance alone may explain the difference."],
    [1, 2, "One period has fewer than 5 reviews, so they cannot be compared."],
  ] as const;
  for (const [late, count, sentence] of sentences) {
    assert.ok((await ask(rated(late, count), { compare_since: "2026-05-01" })).text.includes(sentence), sentence);
  }
});
