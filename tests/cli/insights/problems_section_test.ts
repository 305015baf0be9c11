import assert from "node:assert/strict";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { type InsightsDocument, InsightsFile } from "../../../domain/documents/insights_document.ts";
import { insightsReportOf, NOTHING_MEASURED, publishedStore, reportSection } from "../../support/insights/said_of.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";
import { runCli } from "../../support/service/run_cli.ts";

Deno.test("insights quotes a review for each problem, with date, stars and id, and names what is criticised most", async () => {
  const sample = sampleDataset();
  await using store = await publishedStore(sample);
  const lines = reportSection(await insightsReportOf(store), "What goes wrong").split("\n");
  const at = lines.findIndex((line) => /^\S.* {2}\d+ reviews?, \d+ unhappy, \d\.\d stars$/.test(line));
  const [, date, stars, id] = /^ {2}(\S+), (\d) stars?, (\S+)$/.exec(lines[at + 2] ?? "") ?? [];
  const review = sample.reviews.find((review) => review.id === id);
  assert.deepEqual([review?.date, String(review?.rating)], [date, stars]);
  const quoted = /^ {2}“…?(.*?)…?”$/.exec(lines[at + 1] ?? "")?.[1] ?? "";
  assert.ok(quoted.length > 40 && review?.text?.replace(/\s+/g, " ").includes(quoted), quoted);
  const insights: InsightsDocument = JSON.parse((await runCli("export", ["--insights"], store.kvPath)).stdout);
  const share = (aspect: InsightsDocument["aspects"][number]) => aspect.negative_count / aspect.mention_count;
  const criticised = insights.aspects.filter((aspect) => aspect.mention_count >= 5 && share(aspect) >= 0.2)
    .sort((a, b) => share(b) - share(a));
  const heads = lines.slice(lines.indexOf("Criticised most") + 1).filter((line) => /^\S/.test(line));
  assert.deepEqual(
    heads,
    criticised.map((aspect) =>
      `${aspect.label}  ${aspect.negative_count} of ${aspect.mention_count} reviews, ${
        Math.round(100 * share(aspect))
      }%`
    ),
  );
  assert.ok(heads.length > 1 && heads.length < insights.aspects.length);
});

Deno.test("insights ranks problems by negative reviews, and leaves out those without any", async () => {
  const sample = sampleDataset();
  await using store = await publishedStore(sample);
  const lines = reportSection(await insightsReportOf(store, "--all"), "What goes wrong").split("\n");
  const heads = lines.slice(0, lines.indexOf("Criticised most")).flatMap((line) => {
    const [, label, unhappy] = /^(\S.*) {2}\d+ reviews?, (\d+) unhappy, /.exec(line) ?? [];
    return label === undefined ? [] : [[label, Number(unhappy)] as const];
  });
  const insights: InsightsDocument = JSON.parse((await runCli("export", ["--insights"], store.kvPath)).stdout);
  const unhappy = (id: string) =>
    Object.values(insights.per_review).filter(({ problems, sentiment }) =>
      problems.includes(id) && sentiment === "negative"
    ).length;
  const labels = new Map(insights.entities.problems.map(({ id, label }) => [label, id]));
  assert.ok(heads.length > 3 && heads.length < labels.size);
  for (const [label, count] of heads) assert.equal(count, unhappy(labels.get(label) ?? ""), label);
  assert.deepEqual(heads.map(([, count]) => count), heads.map(([, count]) => count).toSorted((a, b) => b - a));
  assert.ok(heads.every(([, count]) => count > 0));
});

Deno.test("insights shows the criticism of an aspect, no example twice, and none that says nothing of its subject", async () => {
  const texts = ["A leak. Fine.", "All was well. She left a leak. Then she went.", "So late.", "Very slow.", "Lovely."];
  const reviews = texts.map((text, at) => reviewOf({ native: String(at), text, rating: [5, 2, 1, 3, 1][at] ?? 5 }));
  const ids = reviews.map(({ id }) => id);
  const problem = { mention_count: 5, average_rating: 2, positive_pct: 0, score: null, example_review_ids: ids };
  const operatorInsights = InsightsFile.parse({
    ...NOTHING_MEASURED,
    review_count: 5,
    entities: {
      problems: [
        { ...problem, id: "leak", label: "Leak" },
        { ...problem, id: "drip", label: "Leak twice", example_review_ids: ids.slice(0, 3) },
      ],
    },
    aspects: [{
      id: "speed",
      label: "Speed",
      mention_count: 5,
      positive_count: 4,
      neutral_count: 0,
      negative_count: 1,
      positive_pct: 80,
      score: null,
      top_phrases: [],
      example_review_ids: ids,
    }],
    per_review: {
      [ids[3] ?? ""]: {
        ...{ sentiment: null, score: null, technicians: [], services: [], problems: [], service_areas: [], topics: [] },
        aspects: [{ id: "speed", sentiment: "negative" }],
      },
    },
  });
  await using store = await publishedStore({
    ...sampleDataset(),
    taxonomy: "home_services",
    business: businessOf(),
    reviews,
    operatorInsights,
  });
  const shown = reportSection(await insightsReportOf(store), "What goes wrong").split("\n").filter((line) =>
    line.startsWith("  “")
  );
  assert.deepEqual(shown, ["  “She left a leak. Then she went.”", "  “Very slow.”"]);
});

Deno.test("insights shows of a problem the sentence that complains of it, and a review that has one", async () => {
  const bare = "They asked about the noise. We waited all day and nobody came, terrible.";
  const texts = ["The noise is gone. The pump makes an awful noise at night.", bare, bare.replace("We", "I")];
  const reviews = texts.map((text, at) => reviewOf({ native: String(at), text, rating: [2, 1, 1][at] ?? 1 }));
  const ids = reviews.map(({ id }) => id);
  const operatorInsights = InsightsFile.parse({
    ...NOTHING_MEASURED,
    review_count: 3,
    entities: {
      problems: [{
        ...{ mention_count: 3, average_rating: 1, positive_pct: 0, score: null, example_review_ids: ids },
        ...{ id: "noise", label: "Noise" },
      }],
    },
  });
  await using store = await publishedStore({
    ...sampleDataset(),
    taxonomy: "home_services",
    business: businessOf(),
    reviews,
    operatorInsights,
  });
  const shown = reportSection(await insightsReportOf(store), "What goes wrong").split("\n").filter((line) =>
    line.startsWith("  “")
  );
  assert.deepEqual(shown, ["  “The pump makes an awful noise at night.”"]);
});

/** Excerpts in a report on published reviews of two stars. */
async function excerptsOf(texts: readonly string[], ...args: readonly string[]): Promise<readonly string[]> {
  const reviews = texts.map((text, at) => reviewOf({ native: String(at), text, rating: 2 }));
  await using store = await publishedStore({
    ...sampleDataset(),
    taxonomy: "home_services",
    business: businessOf(),
    reviews,
  });
  return reportSection(await insightsReportOf(store, "--all", ...args), "What goes wrong").split("\n")
    .filter((line) => /^ {2}[“]/.test(line));
}

Deno.test("insights cuts an excerpt so that the complaint is in it, and begins where its sentence does", async () => {
  const long =
    "On the day of the work the crew parked in the lane and had a long chat with everyone next door about the " +
    "football and the weather and what not, and in the end they left a terrible mess in the kitchen";
  const [cut] = await excerptsOf([long], "--width", "80");
  assert.match(cut ?? "", /terrible mess/);
  const said = await excerptsOf(['The man said "what is that?" They left a terrible mess in the kitchen.']);
  assert.ok(said.length > 0 && said.every((line) => line.startsWith("  “They left") || line.startsWith("  “The man")));
  const [whole] = await excerptsOf(["The dust was everywhere. They also left a terrible mess in the kitchen."]);
  assert.equal(whole, "  “The dust was everywhere. They also left a terrible mess in the kitchen.”");
});
