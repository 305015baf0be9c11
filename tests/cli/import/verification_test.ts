import assert from "node:assert/strict";
import { importWorkshop, mapOptions } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

const MAP = mapOptions("author=author rating=stars date=day text=said");
const TABLE = "author,stars,day,said,checked,gift\n" +
  "Ada,5,2024-05-01,Good work.,Booking 17,No incentive\n" +
  "Ben,4,2024-05-02,Fair price.,invited by mail,Non-monetary gift\n" +
  "Cem,1,2024-05-03,Never again.,not verified,\n" +
  "Dee,1,some day,Never again.,invited by mail,\n";

Deno.test("a table's columns decide verification and incentive of each review, without a question", async () => {
  await using shop = await importWorkshop({ "table.csv": TABLE });
  const columns = mapOptions("verification=checked incentive=gift");
  const report = await shop.imported("table.csv", ...MAP, ...columns, "--skip-invalid", "--yes");
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

Deno.test("a business may publish reviews that are not verified, and withhold them again", async () => {
  const of = (publish_unverified: boolean) => ({ name: "Acme", publish_unverified });
  await using shop = await importWorkshop({
    "a.json": [reviewOf(), reviewOf({ native: "2", rating: 1, verified: false })],
    "later.json": [reviewOf({ native: "2", rating: 2, verified: true })],
    "open.json": of(true),
    "closed.json": of(false),
  });
  const published = async () => (await shop.published()).reviews.map(({ rating, verified }) => [rating, verified]);
  await shop.importing("a.json", "--business", "closed.json");
  assert.deepEqual(await published(), [[5, true]]);
  // The store has kept the review, so no file is needed.
  await shop.importing("--business", "open.json");
  assert.deepEqual(new Set((await published()).map(String)), new Set(["5,true", "1,false"]));
  const { stdout } = await shop.importing("--business", "closed.json", "--yes");
  assert.deepEqual(await published(), [[5, true]], stdout);
  await shop.importing("later.json");
  assert.deepEqual(new Set((await published()).map(String)), new Set(["5,true", "2,true"]));
});
