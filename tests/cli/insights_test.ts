import assert from "node:assert/strict";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import { insightsReportOf, publishedStore, REPORT_SECTIONS, reportSection } from "../support/insights/said_of.ts";
import { businessOf } from "../support/reviews/review_of.ts";
import { runCli, runProcess, tempStore } from "../support/service/run_cli.ts";
import { textWidth } from "../../cli/insights/terminal_text.ts";

Deno.test("insights reports what is published, section after section, and publishes nothing", async () => {
  const sample = sampleDataset();
  await using store = await publishedStore(sample);
  const before = (await runCli("export", ["--insights"], store.kvPath)).stdout;
  const text = await insightsReportOf(store);
  assert.equal((await runCli("export", ["--insights"], store.kvPath)).stdout, before);
  const { aspects, entities, overall_sentiment, temporal } = JSON.parse(before);

  assert.match(text, /^Larkmoor Home Services\n180 reviews from 2023-11-20 to 2026-11-18 with 4\.1 stars on average\n/);
  assert.match(text, /fictional sample data/);
  assert.ok(text.includes(`█ ${Math.round(overall_sentiment.positive_pct)}% positive`));
  assert.deepEqual(REPORT_SECTIONS.map((title) => text.indexOf(`\n\n${title}`)).toSorted((a, b) => a - b), [
    ...REPORT_SECTIONS.map((title) => text.indexOf(`\n\n${title}`)),
  ]);
  assert.doesNotMatch(reportSection(text, "Aspects"), /-1/);
  const lines = reportSection(text, "Aspects").split("\n").slice(1);
  const longest = /[█░▓]+/.exec(lines[0] ?? "")?.[0].length ?? 0;
  for (const [index, { label, mention_count, positive_pct }] of aspects.slice(0, 10).entries()) {
    const shown = new RegExp(`^${label} +([█░▓]+) +${mention_count} +${Math.round(positive_pct)}%`).exec(
      lines[index] ?? "",
    );
    assert.equal(shown?.[1]?.length, Math.round(mention_count / aspects[0].mention_count * longest), lines.join("\n"));
  }
  const praise = reportSection(text, "Who is praised");
  for (const { label, mention_count, average_rating, positive_pct } of entities.technicians) {
    const figures = `${mention_count} +${average_rating.toFixed(1)} +${Math.round(positive_pct)}%`;
    assert.match(praise, new RegExp(`^${label} +${figures}$`, "m"));
  }
  for (const { label, mention_count, average_rating } of [...entities.services, ...entities.service_areas]) {
    assert.ok(praise.includes(`${label} ${mention_count} (${average_rating.toFixed(1)})`), label);
  }
  assert.match(
    reportSection(text, "Months"),
    new RegExp(`^2026-11 +${temporal.monthly.at(-1).review_count} +\\d\\.\\d +█+$`, "m"),
  );
  assert.equal(reportSection(text, "Months").match(/^\d{4}-\d\d /gm)?.length, 12);
});

Deno.test("insights of a period or a source are those of a store that has only these reviews", async () => {
  const sample = { ...sampleDataset(), sample: false };
  const [since, until] = ["2024-06-15", "2026-02-01"];
  await using store = await publishedStore(sample);
  for (const source of ["google", "GOOGLE", null]) {
    const reviews = sample.reviews.filter((review) =>
      review.date >= since && review.date <= until && (source === null || review.source === "google")
    );
    await using own = await publishedStore({ ...sample, reviews });
    const options = ["--since", since, "--until", until, ...source === null ? [] : ["--source", source]];
    for (const form of [["--json"], ["--all"]]) {
      assert.equal(await insightsReportOf(store, ...form, ...options), await insightsReportOf(own, ...form));
    }
  }
  for (
    const [options, fault] of [
      [["--source", "gogle"], /source "gogle".*google/],
      [["--since", "2031-01-01"], /of this period.*2026-11-18/],
      [["--since", "May"], /--since is "May"/],
      [["--since", until, "--until", since], /--until is 2024-06-15/],
    ] as const
  ) {
    const { code, stderr } = await runCli("insights", options, store.kvPath);
    assert.equal(code, 1, stderr);
    assert.match(stderr, fault);
  }
});

Deno.test("insights fits every width and writes no escape where there is no terminal", async () => {
  await using store = await publishedStore(sampleDataset());
  for (const width of [40, 60, 100, 140]) {
    const text = await insightsReportOf(store, "--width", String(width));
    for (const line of text.split("\n")) assert.ok(textWidth(line) <= width, `${width}: ${line}`);
    assert.ok(!text.includes("\x1b"));
    assert.ok(text.split("\n").some((line) => textWidth(line) > width * 0.9), `${width} is not used`);
  }
});

Deno.test("insights cuts lists at ten and prints the number left out; --all cuts none", async () => {
  await using store = await publishedStore(sampleDataset());
  const [short, whole] = [await insightsReportOf(store), await insightsReportOf(store, "--all")];
  const aspects = reportSection(whole, "Aspects").split("\n").slice(1);
  assert.ok(aspects.length > 10);
  const cut = reportSection(short, "Aspects").split("\n").slice(1);
  assert.equal(cut.length, 11);
  assert.equal(cut.at(-1), `${aspects.length - 10} more: --all shows them.`);
  assert.doesNotMatch(whole, / more: /);
  assert.match(reportSection(whole, "Months"), /^2023-11 /m);
});

Deno.test("insights --json prints one object with the insights, without the analysis of single reviews", async () => {
  await using store = await publishedStore({ ...sampleDataset(), business: businessOf() });
  const { business, insights } = JSON.parse(await insightsReportOf(store, "--json"));
  assert.equal(business, "Acme Heating");
  assert.deepEqual([insights.review_count, insights.per_review], [180, undefined]);
});

Deno.test("insights without anything published says what to do, and creates no store", async () => {
  await using store = await tempStore();
  const missing = await runProcess("insights", [], store.kvPath);
  assert.deepEqual([missing.code, missing.stdout], [1, ""]);
  assert.match(missing.stderr, /^There is no store at .*\. Start the service once, or set KV_PATH to its file\.\n$/);
  await assert.rejects(Deno.stat(store.kvPath), Deno.errors.NotFound);
  (await Deno.openKv(store.kvPath)).close();
  const empty = await runCli("insights", [], store.kvPath);
  assert.deepEqual([empty.code, empty.stdout], [1, ""]);
  assert.equal(empty.stderr, "There are no reviews to report: import some, or start the service first.\n");
});

Deno.test("insights refuses wrong options in one sentence, and --help lists all options", async () => {
  await using store = await tempStore();
  for (
    const [args, message] of [
      [["--width", "39"], /^--width is "39"; allowed is a whole number of columns from 40 to 400\.\n$/],
      [["--width", "1e2"], /^--width is "1e2"; allowed/],
      [["--width", "100", "--width", "60"], /^--width is given 2 times; it may be given once\.\n$/],
      [["--colour"], /^Unknown option '--colour'\. --help lists the options\.\n$/],
      [["all"], /^insights takes no "all"\./],
    ] as const
  ) {
    const { code, stdout, stderr } = await runCli("insights", args, store.kvPath);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, message);
  }
  assert.match(await insightsReportOf(store, "--help"), /--width N.*--all.*--json.*--help/s);
});
