import assert from "node:assert/strict";
import { readHead } from "../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../domain/dataset/publish_dataset.ts";
import { fixture, importWorkshop } from "../support/import/import_reading.ts";
import { countedInsights, ownDataset } from "../support/reviews/measured_dataset.ts";
import { businessOf, reviewOf } from "../support/reviews/review_of.ts";

const ACME = {
  name: "Acme Heating",
  email: "office@acme.example",
  technicians: [{ id: "dan", name: "Daniel Roe", aliases: ["Dan"] }],
};

Deno.test("import publishes reviews, finds who they mention, and reports it in plain words", async () => {
  await using shop = await importWorkshop({
    "reviews.json": [reviewOf({ text: "Dan was on time." }), reviewOf({ native: "2", text: null })],
    "one.json": [reviewOf({ text: "Dan was on time." })],
    "business.json": ACME,
  });
  const { code, stdout, stderr } = await shop.importing("reviews.json", "--business", "business.json");
  assert.deepEqual([code, stderr], [0, ""]);
  const end = "Insights by the taxonomy general: neither category nor services name a trade that has one.\n" +
    `Store: ${shop.kvPath}, which no running server has open.\n`;
  assert.equal(
    stdout,
    "Read 2 rows from 1 file (reviews-json): 2 new, 0 changed, 0 the same, 0 left out.\n" +
      `Published 2 reviews. A running server shows them within 2 seconds.\n${end}`,
  );
  const { business, reviews } = await shop.published();
  assert.equal(business.name, "Acme Heating");
  assert.deepEqual(reviews.map(({ mentioned_technicians }) => mentioned_technicians).flat(), ["Daniel Roe"]);
  await shop.imported("one.json", "--replace-all", "--yes");
  using _held = await Deno.openKv(shop.kvPath);
  const before = await shop.revision();
  const again = await shop.imported("one.json");
  assert.match(again, /^Nothing changed: 1 review is published already\.$/m);
  assert.ok(again.endsWith(`Store: ${shop.kvPath}, which a running server has open.\n`));
  assert.deepEqual([await shop.revision(), (await shop.published()).business.name], [before, "Acme Heating"]);
});

Deno.test("import --insights publishes the operator's own, until they no longer fit the reviews", async () => {
  const reviews = [reviewOf()];
  const own = { ...countedInsights(businessOf(), reviews), model: "hand-made", summary: "Good." };
  await using shop = await importWorkshop({
    "reviews.json": reviews,
    "insights.json": own,
    "wrong.json": { ...own, review_count: 7, pull_quote: "The best in town." },
    "more.json": [reviewOf({ native: "2" })],
  });
  const insights = async () => JSON.parse((await shop.run("export", "--insights")).stdout);
  const wrong = await shop.importing("reviews.json", "--insights", "wrong.json");
  assert.equal(wrong.code, 1);
  assert.match(
    wrong.stderr,
    /The insights do not agree with the reviews\..*\n {2}review_count is 7; expected 1\n {2}pull_quote quotes "The best in town\."; expected /,
  );
  assert.equal(await shop.revision(), null);
  await shop.imported("reviews.json", "--insights", "insights.json");
  assert.deepEqual(await insights(), own);
  assert.match(await shop.imported("reviews.json"), /Nothing changed/);
  assert.match(
    await shop.imported("more.json"),
    /insights that were imported earlier were dropped \(review_count is 1; expected 2\)/,
  );
  assert.match((await insights()).model, /^lexicon-\d+$/);
});

Deno.test("export and import carry a dataset into another store byte for byte", async () => {
  await using first = await importWorkshop({});
  {
    using kv = await Deno.openKv(first.kvPath);
    await publishDataset(kv, ownDataset(), await readHead(kv), new Date());
  }
  const { stdout } = await first.run("export");
  await using second = await importWorkshop({ "export.json": stdout });
  await second.imported("export.json");
  assert.equal((await second.run("export")).stdout, stdout);
  assert.match(await second.imported("export.json"), /Nothing changed: 180 reviews are/);
  const table = (await first.run("export", "--csv")).stdout;
  await using third = await importWorkshop({ "a.csv": table, "business.json": JSON.parse(stdout).business });
  await third.imported("a.csv", "--business", "business.json");
  assert.equal((await third.run("export")).stdout, stdout);
});

Deno.test("import notes once what the terms of each platform allow, and which telephone numbers were removed", async () => {
  await using shop = await importWorkshop({
    "a.json": [
      reviewOf({ source: "Tripadvisor", text: "Call Dan on +44 20 7946 0999." }),
      reviewOf({ native: "2", source: "Tripadvisor", text: "Dan came at once." }),
      reviewOf({ native: "3", source: "yelp", text: "Late." }),
    ],
    "b.json": [reviewOf({ native: "4", source: "csv" })],
    "places.json": await Deno.readTextFile(fixture("origins/google_places_new.json")),
    "business.json": ACME,
  });
  const report = await shop.imported("a.json", "--business", "business.json");
  const notes = report.split("\n").filter((line) => /\bterms\b/.test(line));
  assert.deepEqual(
    notes.map((line) => line.split(":")[0]),
    [
      "Tripadvisor, terms read on 2026-11-28",
      "Yelp, terms as known, not looked up",
      "The terms are a note, not legal advice.",
    ],
  );
  assert.match(notes[0] ?? "", /Not allowed in pages, api, feeds, search_engines\..* https:\/\/\S+$/);
  assert.match(
    report,
    /^Removed 1 telephone number from the texts:\n {2}2026-05-14 {2}Ada: Call Dan on \+44 20 7946 0999\.$/m,
  );

  // The member of the note leaves the reviews out, and then is no longer advised.
  const member = /write in the business file: ("sources": .*?}})\./.exec(report)?.[1] ?? "";
  const switched = JSON.parse(`{${member}}`);
  switched.sources.yelpp = { api: false };
  await Deno.writeTextFile(shop.path("switched.json"), JSON.stringify({ ...ACME, ...switched }));
  const off = await shop.imported("a.json", "--business", shop.path("switched.json"));
  assert.doesNotMatch(off, /write in the business file/);
  assert.match(
    off,
    /^The business file switches "yelpp" off, which has no reviews; sources here: Tripadvisor, yelp\.$/m,
  );
  assert.doesNotMatch(await shop.imported("b.json"), /\bterms\b|telephone/);
  assert.match(await shop.imported("places.json", "--dry-run"), /^Google Places, terms read on /m);

  const { findings } = JSON.parse((await shop.run("doctor", "--json")).stdout);
  const terms = findings.filter(({ check }: { check: string }) => check === "terms");
  assert.deepEqual(terms.map(({ status }: { status: string }) => status), ["warning"]);
  assert.match(terms[0].text, /^2 reviews from Tripadvisor .* not be stored/);
});
