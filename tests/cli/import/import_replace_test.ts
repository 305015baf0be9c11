import assert from "node:assert/strict";
import { importWorkshop, mapOptions } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

const of = (source: string, numbers: readonly number[]) =>
  numbers.map((n) => reviewOf({ native: `${source} ${n}`, source, author: `${source} ${n}` }));
const [GOOGLE, YELP, LETTERS] = [of("google", [1, 2, 3]), of("yelp", [1, 2]), of("letter", [1])];

Deno.test("--replace withdraws missing reviews of the file's sources only, --replace-all all others, and undo restores them", async () => {
  await using shop = await importWorkshop({
    "all.json": [...GOOGLE, ...YELP, ...LETTERS],
    "google.json": GOOGLE.slice(1),
    "two.json": [...GOOGLE.slice(1), ...YELP.slice(1)],
  });
  await shop.imported("all.json");
  const all = await shop.authors();
  for (const option of ["--replace", "--replace-all"]) {
    const asked = await shop.importing("google.json", option);
    assert.equal(asked.code, 2);
    assert.match(asked.stderr, /(?:1 of 3|4 of 6) published reviews \(\w+ 1.*\) would be withdrawn/);
  }
  assert.deepEqual(await shop.authors(), all);
  assert.equal((await shop.figures("google.json", "--replace", "--yes")).withdrawn, 1);
  assert.deepEqual(await shop.authors(), all.filter((author) => author !== "google 1"));
  assert.equal((await shop.run("history", "undo", "--yes")).code, 0);
  assert.deepEqual(await shop.authors(), all);
  const two = await shop.figures("two.json", "--replace", "--yes");
  assert.deepEqual([two.withdrawn, two.reviews], [2, 4]);
  const alone = await shop.figures("google.json", "--replace-all", "--yes");
  assert.deepEqual([alone.withdrawn, alone.reviews], [2, 2]);
});

Deno.test("--replace of one place leaves the other places of its source", async () => {
  const rows = (branch: string, ...names: string[]) => names.map((name) => `${name},5,2024-05-01,${branch}\n`).join("");
  await using shop = await importWorkshop({
    "both.csv": "Who,Stars,Day,Branch\n" + rows("North", "Ann Roe", "Ben Poe") + rows("South", "Cleo Low"),
    "north.csv": "Who,Stars,Day,Branch\n" + rows("North", "Ann Roe") + rows("South", "Cleo Low"),
  });
  const map = mapOptions("author=Who rating=Stars date=Day place=Branch");
  await shop.imported("both.csv", ...map, "--place", "all");
  const { withdrawn, reviews } = await shop.figures("north.csv", ...map, "--place", "North", "--replace", "--yes");
  assert.deepEqual([withdrawn, reviews], [1, 2]);
  assert.deepEqual(await shop.authors(), ["Ann Roe", "Cleo Low"]);
});

Deno.test("unverified reviews leave the store with --replace, and hidden ones stay", async () => {
  const hidden = reviewOf({ native: "3" });
  await using shop = await importWorkshop({
    "a.json": [reviewOf(), reviewOf({ native: "2", verified: false }), hidden],
    "b.json": [reviewOf()],
  });
  await shop.imported("a.json", "--unverified", "test=left-out");
  await shop.run("review", "hide", "--reason", "spam", hidden.id);
  await shop.imported("b.json", "--replace", "--yes");
  const { stdout } = await shop.run("review", "list");
  assert.doesNotMatch(stdout, /not verified/);
  assert.match(stdout, /\(hidden\)/);
});
