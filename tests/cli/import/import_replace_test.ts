import assert from "node:assert/strict";
import { importWorkshop } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { runCli } from "../../support/service/run_cli.ts";

const of = (source: string, numbers: readonly number[]) =>
  numbers.map((n) => reviewOf({ native: `${source} ${n}`, source, author: `${source} ${n}` }));
const [GOOGLE, YELP, LETTERS] = [of("google", [1, 2, 3]), of("yelp", [1, 2]), of("letter", [1])];

const FILES = {
  "all.json": [...GOOGLE, ...YELP, ...LETTERS],
  "google.json": GOOGLE.slice(1),
  "two.json": [...GOOGLE.slice(1), ...YELP.slice(1)],
};

Deno.test("--replace withdraws missing reviews of the file's sources only, and undo restores them", async () => {
  await using shop = await importWorkshop(FILES);
  const authors = async () => (await shop.published()).reviews.map(({ author }) => author).sort();
  await shop.importing("all.json");
  const all = await authors();
  const asked = await shop.importing("google.json", "--replace");
  assert.equal(asked.code, 2);
  assert.match(asked.stderr, /1 of 3 published reviews \(\w+ 1\) would be withdrawn/);
  assert.deepEqual(await authors(), all);
  const one = await shop.importing("google.json", "--replace", "--yes", "--json");
  assert.equal(one.code, 0, one.stderr);
  assert.equal(JSON.parse(one.stdout).withdrawn, 1);
  assert.deepEqual(await authors(), all.filter((author) => author !== "google 1"));
  assert.equal((await runCli("history", ["undo", "--yes"], shop.kvPath)).code, 0);
  assert.deepEqual(await authors(), all);
  const two = JSON.parse((await shop.importing("two.json", "--replace", "--yes", "--json")).stdout);
  assert.deepEqual([two.withdrawn, two.reviews], [2, 4]);
});

Deno.test("--replace-all publishes only the reviews of the files, after a confirmation", async () => {
  await using shop = await importWorkshop(FILES);
  await shop.importing("all.json");
  const revision = await shop.revision();
  assert.equal((await shop.importing("google.json", "--replace-all")).code, 2);
  assert.equal(await shop.revision(), revision);
  const { withdrawn, reviews } = JSON.parse(
    (await shop.importing("google.json", "--replace-all", "--yes", "--json")).stdout,
  );
  assert.deepEqual([withdrawn, reviews], [4, 2]);
});

Deno.test("--replace of one place leaves the other places of its source", async () => {
  const rows = (branch: string, ...names: string[]) => names.map((name) => `${name},5,2024-05-01,${branch}\n`).join("");
  await using shop = await importWorkshop({
    "both.csv": "Who,Stars,Day,Branch\n" + rows("North", "Ann Roe", "Ben Poe") + rows("South", "Cleo Low"),
    "north.csv": "Who,Stars,Day,Branch\n" + rows("North", "Ann Roe") + rows("South", "Cleo Low"),
  });
  const map = ["author=Who", "rating=Stars", "date=Day", "place=Branch"].flatMap((pair) => ["--map", pair]);
  await shop.importing("both.csv", ...map, "--place", "all");
  const { withdrawn, reviews } = JSON.parse(
    (await shop.importing("north.csv", ...map, "--place", "North", "--replace", "--yes", "--json")).stdout,
  );
  assert.deepEqual([withdrawn, reviews], [1, 2]);
  assert.deepEqual((await shop.published()).reviews.map(({ author }) => author).sort(), ["Ann Roe", "Cleo Low"]);
});
