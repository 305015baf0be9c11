import assert from "node:assert/strict";
import { importWorkshop } from "../../support/import/import_reading.ts";
import { runCli } from "../../support/service/run_cli.ts";

// Rows without an id: which of them are already published.

const MAP = ["author=Who", "rating=Stars", "date=Day", "text=Words"].flatMap((pair) => ["--map", pair]);
const BRANCHES = [...MAP, "--map", "place=Branch", "--place", "all"];

const JUNE = `Who,Stars,Day,Words
Ann Roe,5,2024-05-01,"They came within the hour and mended the tap."
Ben Poe,4,2024-05-02,"Fair price, clean work."
Cleo Low,1,2024-05-03,"Two hours late, and nobody called."
Dan Fox,5,2024-05-04,
Eve Kay,3,2024-05-05,"Well."
`;
const JULY = JUNE
  .replace("mended the tap.", "mended the tap. Update: it still holds.")
  .replace("Ben Poe", "Benjamin Poe") + `Finn Lay,5,2024-06-01,"The best in town."\n`;

Deno.test("the same table a month later changes what was edited under its id, and adds what is new", async () => {
  await using shop = await importWorkshop({ "june.csv": JUNE, "july.csv": JULY });
  assert.equal((await shop.importing("june.csv", ...MAP)).code, 0);
  const before = (await shop.published()).reviews;
  const { added, updated, unchanged, withdrawn } = JSON.parse(
    (await shop.importing("july.csv", ...MAP, "--json")).stdout,
  );
  assert.deepEqual([added, updated, unchanged, withdrawn], [1, 2, 3, 0]);
  const { reviews } = await shop.published();
  assert.equal(reviews.length, 6);
  const idOf = (author: string, all = reviews) => all.find((review) => review.author === author)?.id;
  assert.equal(idOf("Ann Roe"), idOf("Ann Roe", before));
  assert.equal(idOf("Benjamin Poe"), idOf("Ben Poe", before));
  const again = JSON.parse((await shop.importing("july.csv", ...MAP, "--json")).stdout);
  assert.deepEqual([again.end, again.unchanged], ["unchanged", 6]);
});

Deno.test("a hidden review stays hidden when its text or its author is edited", async () => {
  await using shop = await importWorkshop({ "june.csv": JUNE, "july.csv": JULY });
  await shop.importing("june.csv", ...MAP);
  const ids = (await shop.published()).reviews.filter(({ author }) => /Ann|Ben/.test(author)).map(({ id }) => id);
  assert.equal((await runCli("review", ["hide", "--reason", "duplicate", ...ids], shop.kvPath)).code, 0);
  const { added, hidden, reviews } = JSON.parse((await shop.importing("july.csv", ...MAP, "--json")).stdout);
  assert.deepEqual([added, hidden, reviews], [1, 2, 4]);
  assert.equal((await runCli("review", ["restore", ...ids], shop.kvPath)).code, 0);
  const authors = (await shop.published()).reviews.map(({ author }) => author);
  assert.ok(authors.includes("Benjamin Poe") && !authors.includes("Ben Poe"));
});

Deno.test("an erased review does not come back with an edited text, author or day, and nobody else's is kept away", async () => {
  const redated = JULY.replace("2024-05-03", "2024-05-13");
  const others = `Ann Roe,5,2024-05-20,"Another visit, another day."\nAda Orr,4,2024-05-02,"Not bad."\n`;
  await using shop = await importWorkshop({ "june.csv": JUNE, "later.csv": redated + others });
  await shop.importing("june.csv", ...MAP);
  for (const author of ["Ann Roe", "Ben Poe", "Cleo Low"]) {
    assert.equal((await runCli("review", ["erase", "--yes", "--author", author], shop.kvPath)).code, 0);
  }
  const { added, updated, erased } = JSON.parse((await shop.importing("later.csv", ...MAP, "--json")).stdout);
  const reviews = (await shop.published()).reviews.map(({ author, date }) => `${author} ${date}`);
  assert.deepEqual([added, updated, erased], [3, 0, 3]);
  assert.deepEqual(reviews.sort(), [
    "Ada Orr 2024-05-02",
    "Ann Roe 2024-05-20",
    "Dan Fox 2024-05-04",
    "Eve Kay 2024-05-05",
    "Finn Lay 2024-06-01",
  ]);
});

Deno.test("ratings without text, equal name, two branches: both stay, also in separate files", async () => {
  const header = "Who,Stars,Day,Words,Branch\n";
  const [north, south] = ["North", "South"].map((branch) => `Ann Roe,5,2024-05-01,,${branch}\n`);
  await using shop = await importWorkshop({
    "both.csv": header + north + south,
    "south.csv": header + south,
  });
  const first = JSON.parse((await shop.importing("both.csv", ...BRANCHES, "--merge-duplicates", "--json")).stdout);
  assert.deepEqual([first.rows, first.added, first.unchanged], [2, 2, 0]);
  const ids = (await shop.published()).reviews.map(({ id }) => id);
  const later = JSON.parse((await shop.importing("south.csv", ...BRANCHES, "--merge-duplicates", "--json")).stdout);
  assert.deepEqual([later.added, later.unchanged, later.reviews], [0, 1, 2]);
  assert.deepEqual((await shop.published()).reviews.map(({ id }) => id), ids);
});

Deno.test("branches imported one file after the other stay separate", async () => {
  const file = (branch: string) => `Who,Stars,Day,Words,Branch\nAnn Roe,5,2024-05-01,,${branch}\n`;
  await using shop = await importWorkshop({ "north.csv": file("North"), "south.csv": file("South") });
  const map = BRANCHES.slice(0, -2);
  await shop.importing("north.csv", ...map);
  const later = JSON.parse((await shop.importing("south.csv", ...map, "--merge-duplicates", "--json")).stdout);
  assert.deepEqual([later.added, later.reviews], [1, 2]);
});

Deno.test("each row without text and name is a separate review", async () => {
  const rows = "5,2024-05-01,,\n5,2024-05-01,,\n4,2024-05-01,,\n";
  await using shop = await importWorkshop({ "a.csv": "Stars,Day,Words,Who\n" + rows });
  const first = JSON.parse((await shop.importing("a.csv", ...MAP, "--json")).stdout);
  assert.deepEqual([first.added, first.reviews], [3, 3]);
  const again = JSON.parse((await shop.importing("a.csv", ...MAP, "--json")).stdout);
  assert.deepEqual([again.end, again.unchanged], ["unchanged", 3]);
});
