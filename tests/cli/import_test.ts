import assert from "node:assert/strict";
import { readHead } from "../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../domain/dataset/publish_dataset.ts";
import { countedInsights, ownDataset } from "../support/reviews/measured_dataset.ts";
import { businessOf, reviewOf } from "../support/reviews/review_of.ts";
import { runCli } from "../support/service/run_cli.ts";
import { importWorkshop } from "../support/import/import_reading.ts";

const ACME = {
  name: "Acme Heating",
  email: "office@acme.example",
  technicians: [{ id: "dan", name: "Daniel Roe", aliases: ["Dan"] }],
};

Deno.test("import publishes reviews, finds who they mention, and reports it in plain words", async () => {
  await using shop = await importWorkshop({
    "reviews.json": [reviewOf({ text: "Dan was on time." }), reviewOf({ native: "2", text: null })],
    "business.json": ACME,
  });
  const { code, stdout, stderr } = await shop.importing("reviews.json", "--business", "business.json");
  assert.equal(code, 0, stderr);
  assert.equal(
    stdout,
    "Read 2 rows from 1 file (reviews-json): 2 new, 0 changed, 0 the same, 0 left out.\n" +
      `Published 2 reviews. A running server shows them within 2 seconds.\n` +
      `Insights by the taxonomy general: neither category nor services name a trade that has one.\nStore: ${shop.kvPath}, which no running server has open.\n`,
  );
  assert.equal(stderr, "");
  const { business, reviews: published } = await shop.published();
  assert.equal(business.name, "Acme Heating");
  assert.deepEqual(published.map(({ mentioned_technicians }) => mentioned_technicians).flat(), ["Daniel Roe"]);
});

Deno.test("an import of published data changes nothing and reports that", async () => {
  await using shop = await importWorkshop({ "reviews.json": [reviewOf()] });
  await shop.importing("reviews.json");
  const before = await shop.revision();
  const { code, stdout } = await shop.importing("reviews.json");
  assert.equal(code, 0);
  assert.match(stdout, /^Nothing changed: 1 review is published already\.$/m);
  assert.equal(await shop.revision(), before);
});

Deno.test("import merges by id: an edited review replaces the old one, the others stay", async () => {
  await using shop = await importWorkshop({
    "first.json": [
      { id: "a-1", source: "acme", author: "Ada", rating: 5, date: "2026-05-01", text: "Good" },
      reviewOf(),
    ],
    "second.json": [{ id: "a-1", source: "acme", author: "Ada", rating: 1, date: "2026-06-01", text: "Broke again" }],
    "business.json": ACME,
  });
  await shop.importing("first.json", "--business", "business.json");
  const { stdout } = await shop.importing("second.json");
  assert.match(stdout, /0 new, 1 changed, 0 the same/);
  const { business, reviews } = await shop.published();
  assert.deepEqual(reviews.map(({ text }) => text), ["Broke again", "Good work."]);
  assert.equal(business.name, "Acme Heating");
});

Deno.test("import --replace publishes only what the files hold", async () => {
  await using shop = await importWorkshop({
    "a.json": [reviewOf()],
    "b.json": [reviewOf({ native: "2" })],
    "business.json": ACME,
  });
  await shop.importing("a.json", "--business", "business.json");
  await shop.importing("b.json", "--replace", "--yes");
  const { business, reviews } = await shop.published();
  assert.deepEqual(reviews.map(({ id }) => id), [reviewOf({ native: "2" }).id]);
  assert.equal(business.name, "Acme Heating");
});

Deno.test("import --dry-run reports its effect and writes nothing", async () => {
  await using shop = await importWorkshop({ "reviews.json": [reviewOf()] });
  const { code, stdout } = await shop.importing("reviews.json", "--dry-run");
  assert.equal(code, 0);
  assert.match(
    stdout,
    /1 new.*\nThe business has no name yet.*\nDry run: nothing was written\. 1 review would be published\./s,
  );
  assert.equal(await shop.revision(), null);
});

Deno.test("import leaves unverified reviews out and withdraws one that no longer is verified", async () => {
  await using shop = await importWorkshop({
    "a.json": [reviewOf(), reviewOf({ native: "2", verified: false })],
    "b.json": [reviewOf({ verified: false })],
  });
  assert.match((await shop.importing("a.json")).stdout, /1 new.*\nLeft out 1 row: not verified\./);
  assert.match((await shop.importing("b.json", "--yes")).stdout, /^Withdrawn: 1 of 1 published review \(\w+ 1\)\.$/m);
  assert.deepEqual((await shop.published()).reviews, []);
});

Deno.test("import reports how leaving out unverified reviews changes the average", async () => {
  await using shop = await importWorkshop({
    "a.json": [
      reviewOf({ rating: 5 }),
      reviewOf({ native: "2", rating: 1, verified: false }),
      reviewOf({ native: "3", rating: 3, verified: false }),
    ],
    "b.json": [reviewOf({ native: "4", rating: 4, verified: false })],
  });
  const raised = "Leaving out what is not verified raises the average: 5.00 stars without, 3.00 with them.";
  assert.ok((await shop.importing("a.json")).stdout.includes(`\nLeft out 2 rows: not verified.\n${raised}\n`));
  // All unverified reviews that the store has left out, earlier ones included.
  const lower = "Leaving out what is not verified raises the average: 5.00 stars without, 3.25 with them.";
  assert.ok((await shop.importing("b.json")).stdout.includes(lower));
});

Deno.test("import never carries e-mail or IP addresses", async () => {
  await using shop = await importWorkshop({
    "judge_me.csv":
      "title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,ip_address,product_id,reply,reply_date\n" +
      "Fine,Write to jo@mail.example from 10.1.2.3,5,2026-05-01 10:00:00 UTC,web,ok,jo@mail.example,jo@mail.example,203.0.113.9,1,,\n",
  });
  const { code, stderr } = await shop.importing("judge_me.csv", "--yes");
  assert.equal(code, 0, stderr);
  const { stdout } = await runCli("export", [], shop.kvPath);
  assert.doesNotMatch(stdout, /mail\.example|10\.1\.2\.3|203\.0/);
  assert.match(stdout, /Write to \[e-mail address removed\] from \[IP address removed\]/);
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
  const insights = async () => JSON.parse((await runCli("export", ["--insights"], shop.kvPath)).stdout);
  const wrong = await shop.importing("reviews.json", "--insights", "wrong.json");
  assert.equal(wrong.code, 1);
  assert.match(
    wrong.stderr,
    /The insights do not agree with the reviews\..*\n {2}review_count is 7; expected 1\n {2}pull_quote quotes "The best in town\."; expected /,
  );
  assert.equal(await shop.revision(), null);
  assert.equal((await shop.importing("reviews.json", "--insights", "insights.json")).code, 0);
  assert.deepEqual(await insights(), own);
  assert.match((await shop.importing("reviews.json")).stdout, /Nothing changed/);
  const { stdout } = await shop.importing("more.json");
  assert.match(stdout, /insights that were imported earlier were dropped \(review_count is 1; expected 2\)/);
  assert.equal((await insights()).model, "lexicon-11");
});

Deno.test("export and import carry a dataset into another store byte for byte", async () => {
  await using first = await importWorkshop({});
  {
    using kv = await Deno.openKv(first.kvPath);
    await publishDataset(kv, ownDataset(), await readHead(kv), new Date());
  }
  const { stdout } = await runCli("export", [], first.kvPath);
  await using second = await importWorkshop({ "export.json": stdout });
  assert.equal((await second.importing("export.json")).code, 0);
  assert.equal((await runCli("export", [], second.kvPath)).stdout, stdout);
  assert.match((await second.importing("export.json")).stdout, /Nothing changed: 180 reviews are/);
  const table = (await runCli("export", ["--csv"], first.kvPath)).stdout;
  await using third = await importWorkshop({ "a.csv": table, "business.json": JSON.parse(stdout).business });
  const imported = await third.importing("a.csv", "--business", "business.json");
  assert.equal(imported.code, 0, imported.stderr);
  assert.equal((await runCli("export", [], third.kvPath)).stdout, stdout);
});

Deno.test("two imports at the same time both take effect", async () => {
  await using shop = await importWorkshop({
    "a.json": [reviewOf()],
    "b.json": [reviewOf({ native: "2" })],
    "c.json": [reviewOf({ native: "3" })],
  });
  const ends = await Promise.all(["a.json", "b.json", "c.json"].map((file) => shop.importing(file)));
  assert.deepEqual(ends.map(({ code }) => code), [0, 0, 0], ends.map(({ stderr }) => stderr).join(""));
  assert.equal((await shop.published()).reviews.length, 3);
});

Deno.test("every command has help and ends with 0 then", async () => {
  for (const command of ["import", "export", "openapi"]) {
    const { code, stdout } = await runCli(command, ["--help"], ":memory:");
    assert.equal(code, 0);
    assert.ok(stdout.includes(`deno task ${command}`), stdout);
  }
});
