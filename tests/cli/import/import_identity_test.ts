import assert from "node:assert/strict";
import { importWorkshop, mapOptions } from "../../support/import/import_reading.ts";

// Rows without an id: which of them are already published.

const MAP = mapOptions("author=Who rating=Stars date=Day text=Words");
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
  await shop.imported("june.csv", ...MAP);
  const before = (await shop.published()).reviews;
  const { added, updated, unchanged, withdrawn } = await shop.figures("july.csv", ...MAP);
  assert.deepEqual([added, updated, unchanged, withdrawn], [1, 2, 3, 0]);
  const { reviews } = await shop.published();
  assert.equal(reviews.length, 6);
  const idOf = (author: string, all = reviews) => all.find((review) => review.author === author)?.id;
  assert.equal(idOf("Ann Roe"), idOf("Ann Roe", before));
  assert.equal(idOf("Benjamin Poe"), idOf("Ben Poe", before));
  const again = await shop.figures("july.csv", ...MAP);
  assert.deepEqual([again.end, again.unchanged], ["unchanged", 6]);
});

Deno.test("a hidden review stays hidden when its text or its author is edited", async () => {
  await using shop = await importWorkshop({ "june.csv": JUNE, "july.csv": JULY });
  await shop.importing("june.csv", ...MAP);
  const ids = (await shop.published()).reviews.filter(({ author }) => /Ann|Ben/.test(author)).map(({ id }) => id);
  assert.equal((await shop.run("review", "hide", "--reason", "duplicate", ...ids)).code, 0);
  const { added, hidden, reviews } = await shop.figures("july.csv", ...MAP);
  assert.deepEqual([added, hidden, reviews], [1, 2, 4]);
  assert.equal((await shop.run("review", "restore", ...ids)).code, 0);
  const authors = await shop.authors();
  assert.ok(authors.includes("Benjamin Poe") && !authors.includes("Ben Poe"));
});

Deno.test("an erased review does not come back with an edited text, author or day, and nobody else's is kept away", async () => {
  const redated = JULY.replace("2024-05-03", "2024-05-13");
  const others = `Ann Roe,5,2024-05-20,"Another visit, another day."\nAda Orr,4,2024-05-02,"Not bad."\n`;
  await using shop = await importWorkshop({ "june.csv": JUNE, "later.csv": redated + others });
  await shop.importing("june.csv", ...MAP);
  for (const author of ["Ann Roe", "Ben Poe", "Cleo Low"]) {
    assert.equal((await shop.run("review", "erase", "--yes", "--author", author)).code, 0);
  }
  const { added, updated, erased } = await shop.figures("later.csv", ...MAP);
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

Deno.test("ratings without text, equal name, two branches: both stay, in one file and in separate files", async () => {
  const header = "Who,Stars,Day,Words,Branch\n";
  const [north, south] = ["North", "South"].map((branch) => `Ann Roe,5,2024-05-01,,${branch}\n`);
  const files = { "both.csv": header + north + south, "north.csv": header + north, "south.csv": header + south };
  await using shop = await importWorkshop(files);
  const first = await shop.figures("both.csv", ...BRANCHES, "--merge-duplicates");
  assert.deepEqual([first.rows, first.added, first.unchanged], [2, 2, 0]);
  const ids = (await shop.published()).reviews.map(({ id }) => id);
  const later = await shop.figures("south.csv", ...BRANCHES, "--merge-duplicates");
  assert.deepEqual([later.added, later.unchanged, later.reviews], [0, 1, 2]);
  assert.deepEqual((await shop.published()).reviews.map(({ id }) => id), ids);
  await using other = await importWorkshop(files);
  const map = BRANCHES.slice(0, -2);
  await other.imported("north.csv", ...map);
  const second = await other.figures("south.csv", ...map, "--merge-duplicates");
  assert.deepEqual([second.added, second.reviews], [1, 2]);
});

Deno.test("each row without text and name is a separate review", async () => {
  const rows = "5,2024-05-01,,\n5,2024-05-01,,\n4,2024-05-01,,\n";
  await using shop = await importWorkshop({ "a.csv": "Stars,Day,Words,Who\n" + rows });
  const first = await shop.figures("a.csv", ...MAP);
  assert.deepEqual([first.added, first.reviews], [3, 3]);
  const again = await shop.figures("a.csv", ...MAP);
  assert.deepEqual([again.end, again.unchanged], ["unchanged", 3]);
});

Deno.test("--source separates two sources with equal ids; without it an import warns", async () => {
  const rows = (name: string) => `id,who,stars,day\n1,${name} A,5,2024-01-01\n2,${name} B,4,2024-01-02\n`;
  await using shop = await importWorkshop({ "a.csv": rows("Ann"), "b.csv": rows("Ben") });
  const map = mapOptions("id=id author=who rating=stars date=day");
  await shop.imported("a.csv", ...map);
  const warned = await shop.imported("b.csv", ...map, "--dry-run");
  assert.match(warned, /^Attention: 2 of 2 known ids now have other authors or days\..* --source/m);
  const named = await shop.imported("b.csv", ...map, "--source", "yelp", "--yes");
  assert.match(named, /2 new, 0 changed/);
  assert.doesNotMatch(named, /Attention/);
  const { reviews } = await shop.published();
  assert.deepEqual(reviews.map(({ source }) => source).sort(), ["csv", "csv", "yelp", "yelp"]);
});

Deno.test("--merge-duplicates joins a review with two ids into one that both ids find", async () => {
  const ann = { author: "Ann Roe", rating: 5, date: "2024-01-08", text: "Quick.", source: "google" };
  const google = (id: string, more = {}) => ({ ...ann, id, ...more });
  await using shop = await importWorkshop({
    "maps.json": [google("ChZDSUhN", { source_url: "https://maps.example/1" }), google("ChZx", { author: "Bob Poe" })],
    "profile.json": [google("AbFvOq", { owner_reply: { text: "Thanks!", date: "2024-01-09" } })],
  });
  await shop.imported("maps.json");
  assert.match(
    await shop.imported("profile.json", "--dry-run"),
    /^1 review seems to be published twice: .*\(Ann Roe on 2024-01-08, ids .* and .*\)\. --merge-duplicates/m,
  );
  assert.match(
    await shop.imported("profile.json", "--merge-duplicates"),
    /0 new, 1 changed, 0 the same, 0 left out\.\nJoined 1 review with several ids/,
  );
  const { reviews } = await shop.published();
  assert.equal(reviews.length, 2);
  const joined = reviews.find(({ author }) => author === "Ann Roe");
  const members = [joined?.source_url, joined?.owner_reply?.text, joined?.aliases?.length];
  assert.deepEqual(members, ["https://maps.example/1", "Thanks!", 1]);
  for (const name of ["maps.json", "profile.json"]) {
    assert.match(await shop.imported(name), /0 new, 0 changed, . the same, . left out/, name);
  }
});
