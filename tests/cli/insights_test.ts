import assert from "node:assert/strict";
import { textWidth } from "../../terminal/terminal_text.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { readHead } from "../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../domain/dataset/publish_dataset.ts";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import { type InsightsDocument, InsightsFile } from "../../domain/documents/insights_document.ts";
import { hostileDataset } from "../support/reviews/attacks.ts";
import { ownDataset, unmeasuredDataset } from "../support/reviews/measured_dataset.ts";
import { businessOf, reviewOf } from "../support/reviews/review_of.ts";
import { runCli, type TempStore, tempStore } from "../support/service/run_cli.ts";

async function publishedStore(dataset: Dataset): Promise<TempStore> {
  const store = await tempStore();
  using kv = await Deno.openKv(store.kvPath);
  await publishDataset(kv, dataset, await readHead(kv), new Date());
  return store;
}

async function insightsOutput({ kvPath }: TempStore, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli("insights", args, kvPath);
  assert.deepEqual([code, stderr], [0, ""]);
  return stdout;
}

/** The cells of the table whose header begins with a title; columns are at least two spaces apart. */
function tableOf(text: string, title: string): readonly (readonly string[])[] {
  const section = text.split("\n\n").find((section) => section.startsWith(title)) ?? "";
  return section.split("\n").slice(1).map((line) => line.trim().split(/ {2,}/));
}

Deno.test("insights reports on one screen what is published, and publishes nothing", async () => {
  await using store = await publishedStore(sampleDataset());
  const exported = (await runCli("export", ["--insights"], store.kvPath)).stdout;
  const text = await insightsOutput(store);
  assert.equal((await runCli("export", ["--insights"], store.kvPath)).stdout, exported);
  const { aspects, entities, overall_sentiment, temporal, per_review }: InsightsDocument = JSON.parse(exported);
  const lines = text.trimEnd().split("\n");
  assert.ok(lines.length <= 36 && lines.every((line) => textWidth(line) <= 80), text);

  assert.equal(lines[0], "Larkmoor Home Services");
  assert.equal(lines[1], "180 reviews from 2023-11-20 to 2026-11-18, 4.1 stars on average");
  assert.match(lines[2] ?? "", new RegExp(`^${overall_sentiment.positive_pct?.toFixed(0)}% positive, `));

  assert.match(text, /^Strengths: Quality of work \(\d+\), .*\nComplaints: Poor communication \(\d+\), /m);
  const counted = aspects.slice(0, 10).map((
    one,
  ) => [one.label, one.mention_count, one.positive_count, one.negative_count]);
  assert.deepEqual(
    tableOf(text, "ASPECT").map((cells) => cells.slice(0, 4)),
    counted.map((cells) => cells.map(String)),
  );
  const problems = tableOf(text, "PROBLEM");
  assert.equal(problems.length, 2);
  const unhappy = (id: string) =>
    Object.keys(per_review).filter((review) =>
      per_review[review]?.problems.includes(id) && per_review[review]?.sentiment === "negative"
    );
  for (const [label, count, unhappyCount, stars, example = ""] of problems) {
    const { id, mention_count, average_rating } = entities.problems.find((problem) => problem.label === label)!;
    const shown = [`${mention_count}`, `${unhappy(id).length}`, average_rating?.toFixed(1)];
    assert.deepEqual([count, unhappyCount, stars], shown);
    assert.ok(unhappy(id).includes(example));
  }
  const most = entities.problems.map(({ id }) => unhappy(id).length).sort((a, b) => b - a).slice(0, 5);
  assert.deepEqual(problems.map(([, , count]) => Number(count)), most);
  const row = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.split(/ +/).slice(1);
  const months = temporal.monthly.slice(-6);
  assert.deepEqual(row("MONTH"), months.map(({ month }) => month));
  assert.deepEqual(row("REVIEWS"), months.map((one) => `${one.review_count}`));
});

Deno.test("insights rounds as the pages do: 1.15 stars to 1.2, and shares that add up to 100", async () => {
  const ratings = [5, 2, 2, ...Array.from({ length: 37 }, () => 1)];
  const reviews = ratings.map((rating, at) => reviewOf({ native: `${at}`, rating, text: null }));
  await using store = await publishedStore({ ...sampleDataset(), business: businessOf(), reviews });
  const [, stars, shares] = (await insightsOutput(store)).split("\n");
  assert.match(stars ?? "", /, 1\.2 stars on average$/);
  assert.equal(shares, "2% positive, 0% neutral, 98% negative");
});

Deno.test("insights of a period or a source are those of a store that has only these reviews", async () => {
  const sample = ownDataset();
  const [until = "", since = ""] = [30, 130].map((rank) => sample.reviews[rank]?.date);
  await using store = await publishedStore(sample);
  for (const source of ["google", "GOOGLE", null]) {
    const reviews = sample.reviews.filter((review) =>
      review.date >= since && review.date <= until && (source === null || review.source === "google")
    );
    await using own = await publishedStore({ ...sample, reviews });
    const options = ["--since", since, "--until", until, ...source === null ? [] : ["--source", source]];
    for (const form of [["--json"], []]) {
      assert.equal(await insightsOutput(store, ...form, ...options), await insightsOutput(own, ...form));
    }
  }
  // The owner reads which reviews make a serious complaint.
  const [first, ...others] = sample.reviews;
  await using robbed = await publishedStore({
    ...sample,
    reviews: [{ ...first!, rating: 1, text: "They stole my watch." }, ...others],
  });
  assert.match(await insightsOutput(robbed), new RegExp(`^theft +${first!.date} +${first!.id}$`, "m"));
  const { business, doubts, insights } = JSON.parse(await insightsOutput(store, "--json"));
  assert.deepEqual([business, doubts, insights.review_count], ["Larkmoor Home Services", [], 180]);
  assert.equal(insights.per_review, undefined);
});

const NOTHING_MEASURED = {
  ...{ version: 1, model: "none", review_count: 0, date_range: {}, overall_sentiment: {}, entities: {}, temporal: {} },
};

Deno.test("insights lets no text control the terminal or break its line, and ranks what it names", async () => {
  const hostile = "La\x1b]0;x\x07te\u202e\n\nASPECT";
  const long = `Long ${"word ".repeat(90)}`;
  const [first, second] = [1, 5].map((rating) => reviewOf({ native: `${rating}`, text: "They left a mess.", rating }));
  assert.ok(first && second);
  const ids = { example_review_ids: [first.id] };
  const problem = { average_rating: 1, positive_pct: 0, score: null, trend: "declining", ...ids };
  const aspect = { neutral_count: 0, positive_pct: 75, score: null, top_phrases: [long], example_review_ids: [] };
  const declining = { trend: "declining" };
  const analysis = { aspects: [], score: null, technicians: [], services: [], service_areas: [], topics: [] };
  const operatorInsights = InsightsFile.parse({
    ...NOTHING_MEASURED,
    model: "m\x1b[2J",
    review_count: 2,
    aspects: [
      { ...aspect, id: "a", label: "Mixed", mention_count: 40, positive_count: 34, negative_count: 6 },
      { ...aspect, ...declining, id: "b", label: "Bad", mention_count: 12, positive_count: 2, negative_count: 10 },
    ],
    entities: {
      problems: [
        { ...problem, id: "told", label: long, mention_count: 9 },
        { ...problem, id: "solved", label: "Solved", mention_count: 9 },
        { ...problem, id: "counted", label: hostile, mention_count: 4 },
      ],
    },
    per_review: {
      [first.id]: { ...analysis, sentiment: "negative", problems: ["told"] },
      [second.id]: { ...analysis, sentiment: "positive", problems: ["told", "solved"] },
    },
  });
  const business = businessOf({ name: "Ac\x1b[1mme" });
  const reviews = [first, second];
  await using store = await publishedStore({ ...hostileDataset(), business, reviews, operatorInsights });
  const text = await insightsOutput(store);
  assert.match(
    text,
    /\n\nStrengths: Mixed \(34\)\nComplaints: Bad \(10\), Long word .*…\nDeclining: Bad \(12\)\n\n/,
  );
  assert.deepEqual(tableOf(text, "PROBLEM"), [
    ["La ]0;x te ASPECT", "4", "-", "1.0", first.id],
    ["Long word word word…", "9", "1", "1.0", first.id],
  ]);
  assert.deepEqual(text.split("\n").filter((line) => textWidth(line) > 80), []);
  const json = await insightsOutput(store, "--json");
  assert.equal(JSON.parse(json).insights.entities.problems[2].label, hostile);
  await using other = await publishedStore(hostileDataset());
  for (const output of [text, json, await insightsOutput(other)]) {
    assert.doesNotMatch(output.replaceAll("\n", ""), /\p{C}/u);
  }
});

Deno.test("an operator's own insights may lack figures, and the report says that they do", async () => {
  await using store = await publishedStore(unmeasuredDataset());
  const text = await insightsOutput(store);
  assert.match(text, /^Insights by counts-1, your own$/m);
  const operatorInsights = InsightsFile.parse(NOTHING_MEASURED);
  await using empty = await publishedStore({ ...sampleDataset(), reviews: [], operatorInsights });
  for (const report of [text, await insightsOutput(empty)]) {
    assert.match(report, /The insights name no aspect\..*The insights name no problem\..*trend was not measured/s);
    assert.doesNotMatch(report, /null|NaN|undefined|Infinity|positive/);
  }
  const { code, stderr } = await runCli("insights", ["--source", "google"], store.kvPath);
  assert.deepEqual([code, /are your own; --since, --until and --source need computed ones/.test(stderr)], [1, true]);
});

Deno.test("insights and report say that an empty store has no reviews", async () => {
  await using none = await tempStore();
  (await Deno.openKv(none.kvPath)).close();
  for (const command of ["insights", "report"]) {
    const { code, stdout, stderr } = await runCli(command, [], none.kvPath);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.equal(stderr, "There are no reviews to report: import some first.\n");
  }
});
