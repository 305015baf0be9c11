import assert from "node:assert/strict";
import { importWorkshop, mapOptions } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

const MAP = mapOptions("author=author rating=stars date=day text=said");
const HIDDEN = {
  ...reviewOf({ native: "12", source: "Kitchen", verified: false }),
  hidden_at: "2025-12-31T08:00:00Z",
  hidden_reason: "spam",
};
const TABLE = "author,stars,day,said,checked,gift\n" +
  "Ada,5,2024-05-01,Good work.,Booking 17,No incentive\n" +
  "Ben,4,2024-05-02,Fair price.,invited by mail,Non-monetary gift\n" +
  "Cem,1,2024-05-03,Never again.,not verified,\n" +
  "Dee,1,some day,Never again.,invited by mail,\n";

Deno.test("a table's columns decide verification and incentive of each review", async () => {
  await using shop = await importWorkshop({ "table.csv": TABLE });
  const columns = mapOptions("verification=checked incentive=gift");
  const report = await shop.imported(
    "table.csv",
    ...MAP,
    ...columns,
    "--skip-invalid",
    "--unverified",
    "csv=left-out",
    "--yes",
  );
  assert.match(report, /^Left out 1 row: not verified\.$/m);
  assert.match(report, /^Leaving out what is not verified raises the average: 4\.50 stars without, 3\.33 with it\.$/m);
  assert.match(report, /^Leaving out rows with problems raises the average: 4\.50 stars without, 3\.33 with it\.$/m);
  const { reviews } = await shop.published();
  assert.deepEqual(
    reviews.map(({ author, verified, verification, incentive }) => [author, verified, verification, incentive]),
    [["Ben", true, "invitation", "Non-monetary gift"], ["Ada", true, "purchase", null]],
  );
});

Deno.test("rows without verification are verified by the business, or by the party of --verification", async () => {
  await using shop = await importWorkshop({ "table.csv": TABLE });
  for (const [options, party] of [[[], "business"], [["--verification", "purchase"], "purchase"]] as const) {
    const rest = ["--ignore", "checked", "--ignore", "gift", "--skip-invalid", "--yes", ...options];
    await shop.imported("table.csv", ...MAP, ...rest);
    const { reviews } = await shop.published();
    assert.deepEqual(new Set(reviews.map(({ verification }) => verification)), new Set([party]));
  }
});

Deno.test("a platform that our own form names vouches for its reviews, unless the row or --verification says otherwise", async () => {
  const row = { author: "Ada", rating: 5, date: "2024-05-01", text: "Good." };
  const sources = ["Google", "google maps", "Booking.com", "Trusted Shops", "website", "Guest book"];
  const rows = [...sources.map((source) => ({ ...row, source })), {
    ...row,
    source: "Yelp",
    verification: "invitation",
  }];
  await using shop = await importWorkshop({ "own.json": rows });
  const vouched = async (...options: readonly string[]) => {
    await shop.imported("own.json", "--yes", ...options);
    const { reviews } = await shop.published();
    return [...sources, "Yelp"].map((name) => reviews.find(({ source }) => source === name)?.verification);
  };
  assert.deepEqual(await vouched(), [
    ...["platform", "platform", "purchase", "platform", "business", "business", "invitation"],
  ]);
  assert.deepEqual(await vouched("--verification", "business"), [...Array(6).fill("business"), "invitation"]);
});

Deno.test("what a source does not verify is shown or left out by an answer, never by a default", async () => {
  const trustpilot = [5, 5, 1, 1].map((rating, at) =>
    reviewOf({ native: `${at}`, source: "Trustpilot", rating, verified: at < 1 })
  );
  await using shop = await importWorkshop({
    "a.json": trustpilot,
    "b.json": [...trustpilot, reviewOf({ native: "9", source: "trustpilot", rating: 2, verified: false })],
    "c.json": [reviewOf({ native: "10", source: "Yelp", verified: false })],
    "d.json": [reviewOf({ native: "11" }), HIDDEN],
  });
  const left = await shop.figures("a.json", "--yes");
  assert.equal(left.end, "unconfirmed");
  assert.deepEqual(left.plan.choices, [{
    id: "unverified trustpilot",
    question: "Trustpilot: 3 of 4 reviews are marked as not verified.",
    columns: [],
    examples: [],
    choices: [
      {
        value: "--unverified=Trustpilot=shown",
        effect: "shows them, labelled as not verified: 4 reviews, 3.00 stars",
      },
      {
        value: "--unverified=Trustpilot=left-out",
        effect: "leaves them out, and the policy says how many: 1 review, 5.00 stars",
      },
    ],
  }]);
  const published = async () => (await shop.published()).reviews.map(({ rating, verified }) => `${rating} ${verified}`);
  await shop.importingAtTerminal("1", "a.json");
  assert.deepEqual((await published()).sort(), ["1 false", "1 false", "5 false", "5 true"]);
  // The answer holds for the source, not for the file.
  await shop.imported("b.json");
  assert.equal((await published()).length, 5);
  assert.equal((await shop.importing("c.json", "--yes")).code, 2);
  await shop.imported("b.json", "--unverified", "trustpilot=left-out", "--yes");
  assert.deepEqual(await published(), ["5 true"]);
  assert.match(await shop.imported("a.json"), /^Nothing changed/m);
  // Nobody is asked about rows of an export that its store has hidden.
  assert.deepEqual((await shop.figures("d.json", "--dry-run")).plan.choices, []);
  // An undo also takes the answer back.
  await shop.run("history", "undo", "--yes");
  await shop.imported("a.json");
  assert.equal((await published()).length, 5);
});

Deno.test("an export keeps the answers on reviews that are not verified", async () => {
  await using shop = await importWorkshop({
    "a.json": [reviewOf({ verified: false }), reviewOf({ native: "2", source: "yelp", verified: false })],
  });
  await shop.imported("a.json", "--unverified", "test=shown", "--unverified", "yelp=left-out");
  const { stdout } = await shop.run("export", "--all");
  await using other = await importWorkshop({ "all.json": stdout, "a.json": "" });
  await Deno.copyFile(shop.path("a.json"), other.path("a.json"));
  await other.imported("all.json");
  await other.imported("a.json");
  assert.deepEqual((await other.published()).reviews.map(({ source }) => source), ["test"]);
});

Deno.test("a business may publish all reviews that are not verified, and withhold them again", async () => {
  const of = (publish_unverified: boolean) => ({ name: "Acme", publish_unverified });
  await using shop = await importWorkshop({
    "a.json": [reviewOf(), reviewOf({ native: "2", rating: 1, verified: false })],
    "later.json": [reviewOf({ native: "2", rating: 2, verified: true })],
    "open.json": of(true),
    "closed.json": of(false),
  });
  const published = async () => (await shop.published()).reviews.map(({ rating, verified }) => [rating, verified]);
  await shop.imported("a.json", "--business", "open.json");
  assert.deepEqual(new Set((await published()).map(String)), new Set(["5,true", "1,false"]));
  const { stdout } = await shop.importing("--business", "closed.json", "--yes");
  assert.deepEqual(await published(), [[5, true]], stdout);
  // The store has kept the review, so no file is needed.
  await shop.imported("--business", "open.json");
  await shop.imported("--business", "closed.json", "--unverified", "test=shown");
  assert.deepEqual(new Set((await published()).map(String)), new Set(["5,true", "1,false"]));
  await shop.importing("later.json");
  assert.deepEqual(new Set((await published()).map(String)), new Set(["5,true", "2,true"]));
});
