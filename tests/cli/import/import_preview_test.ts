import assert from "node:assert/strict";
import { importWorkshop } from "../../support/import/import_reading.ts";

const HEADER = "Nr,Customer,Score,When,Words,Answer\n";
const ROWS = [
  `1,Ann Lee,5,2025-03-04,"Quick, and a fair price. They came the same day and cleaned up.",Thank you for your kind words\n`,
  "2,Ben Ray,2,2025-03-05,Two hours late and then the part was missing as well.,\n",
  "3,Cem Ok,4,2025-03-06,Friendly people who explain what they are doing and why.,\n",
  "4,Dee Fox,5,2025-03-07,I have called them twice now and both times all went well.,\n",
];
const SURVEY = HEADER + ROWS.slice(0, 3).join("");
const NEXT_MONTH = HEADER + ROWS.join("");
const SURE = ["id=Nr", "author=Customer", "rating=Score", "date=When", "text=Words", "reply_text=Answer"]
  .flatMap((pair) => ["--map", pair]);

Deno.test("a guess in a script ends with 2 and the preview and changes nothing; --yes imports and remembers it", async () => {
  await using shop = await importWorkshop({ "a.csv": SURVEY, "b.csv": NEXT_MONTH });
  const refused = await shop.importing("a.csv");
  assert.deepEqual([refused.code, refused.stdout], [2, ""]);
  assert.match(refused.stderr, /--map id=Nr .*--map text=Words/);
  assert.match(refused.stderr, /No source is named for 3 reviews: "csv" is published\. --source NAME/);
  assert.match(refused.stderr, /^Nothing was imported.* --yes/m);
  assert.equal(await shop.revision(), null);
  const dry = await shop.importing("a.csv", "--dry-run");
  assert.equal(dry.code, 0, dry.stderr);
  assert.match(dry.stderr, /^ +rating +Score +\(1 to 5\)$/m);
  assert.equal((await shop.importing("b.csv")).code, 2, "a dry run confirms nothing");
  const yes = await shop.importing("a.csv", "--yes");
  assert.equal(yes.code, 0, yes.stderr);
  assert.equal((await shop.importing("b.csv")).code, 0);
  const other = await shop.importing("b.csv", "--source", "other");
  assert.match(other.stdout, /4 new/);
});

Deno.test("an explicit map needs no confirmation; the report lists unread columns and the public source", async () => {
  await using shop = await importWorkshop({ "a.csv": SURVEY });
  const map = ["--map", "author=Customer", "--map", "rating=Score", "--map", "date=When", "--map", "text=Words"];
  const { code, stdout } = await shop.importing("a.csv", ...map);
  assert.equal(code, 0);
  assert.match(stdout, /a\.csv: columns Nr, Answer are ignored\.$/m);
  assert.match(stdout, /No source is named for 3 reviews: "csv" is published\. --source NAME/);
  const named = await shop.importing("a.csv", ...SURE, "--source", "survey", "--dry-run");
  assert.doesNotMatch(named.stdout, /ignored|--source NAME/);
});

Deno.test("columns that a map names are remembered, in place of an earlier answer", async () => {
  await using shop = await importWorkshop({ "a.csv": SURVEY, "b.csv": NEXT_MONTH });
  assert.equal((await shop.importing("a.csv", "--yes")).code, 0);
  const map = ["--map", "id=Nr", "--map", "author=Customer", "--map", "rating=Score", "--map", "date=When"];
  assert.equal((await shop.importing("a.csv", ...map, "--source", "desk", "--dry-run")).code, 0);
  assert.match((await shop.importing("b.csv")).stdout, /1 new, 0 changed, 3 the same/);
  assert.equal((await shop.importing("a.csv", ...map, "--source", "desk")).code, 0);
  const later = await shop.importing("b.csv");
  assert.equal(later.code, 0, later.stderr);
  const { reviews } = await shop.published();
  const dee = reviews.filter(({ author }) => author === "Dee Fox").map(({ source, text }) => [source, text === null]);
  assert.deepEqual(dee.sort(), [["csv", false], ["desk", true]]);
});

Deno.test("a map on the command line takes precedence over a confirmed reading", async () => {
  const rows = (first: string, second: string) =>
    `who,stars,day,words,Hidden\nIda Roe,5,2026-05-01,Quick and friendly.,${first}\n` +
    `Otto Poe,2,2026-05-02,Two hours late.,${second}\n`;
  await using shop = await importWorkshop({ "first.csv": rows("", ""), "next.csv": rows("no", "yes") });
  assert.equal((await shop.importing("first.csv", "--yes")).code, 0);
  assert.equal((await shop.importing("next.csv", "--yes")).code, 2);
  const mapped = await shop.importing("next.csv", "--map", "hidden=Hidden", "--yes");
  assert.equal(mapped.code, 0, mapped.stderr);
  assert.match(mapped.stdout, /Left out 1 row: not published\./);
});

Deno.test("--json gives the preview as an object, with 2 and nothing changed", async () => {
  await using shop = await importWorkshop({ "a.csv": SURVEY });
  const { code, stdout } = await shop.importing("a.csv", "--json", "--source", "survey");
  assert.equal(code, 2);
  const { end, rows, added, preview } = JSON.parse(stdout);
  assert.deepEqual([end, rows, added], ["unconfirmed", 3, 3]);
  assert.deepEqual(preview.kinds[0].fields.rating, "Score");
  assert.deepEqual(preview.reviews.length, 3);
  assert.deepEqual([preview.before, preview.after], [{ reviews: 0, average: null }, { reviews: 3, average: 3.67 }]);
  assert.ok(preview.questions.length > 0);
  assert.equal(await shop.revision(), null);
});

Deno.test("the place of a known format and mended letters are remembered", async () => {
  const header = "place_id,name,review_id,author_title,review_rating,review_timestamp,review_text\n";
  const rows = ["p1,One,a", "p2,Two,b"].map((begin) => `${begin},ZoÃ«,5,1704708000,Good\n`).join("");
  await using shop = await importWorkshop({ "a.csv": header + rows });
  assert.equal((await shop.importing("a.csv", "--yes")).code, 1);
  const chosen = await shop.importing("a.csv", "--place", "p2", "--mend-letters");
  assert.equal(chosen.code, 0, chosen.stderr);
  const later = await shop.importing("a.csv");
  assert.match(later.stdout, /0 new, 0 changed, 1 the same, 1 left out/, later.stderr);
  assert.deepEqual((await shop.published()).reviews.map(({ author }) => author), ["Zoë"]);
});

Deno.test("an option, not a yes, decides between two readings", async () => {
  const rows = ["blorp", "zapp", "blorp"].map((state, n) =>
    `Ann ${n},5,2025-03-0${n + 1},They came in time ${n}.,${state}`
  );
  await using shop = await importWorkshop({ "a.csv": ["Who,Stars,Date,Comment,Hidden state", ...rows].join("\n") });
  const open = await shop.importing("a.csv", "--yes");
  assert.equal(open.code, 2);
  assert.match(
    open.stderr,
    /Hidden state \("blorp" 2 times, "zapp"\) is ignored so far\..* --map 'status=Hidden state'; if not, --ignore 'Hidden state'\.$/m,
  );
  assert.match(open.stderr, /^Nothing was imported\. Add the options named above/m);
  const map = ["author=Who", "rating=Stars", "date=Date", "text=Comment"].flatMap((pair) => ["--map", pair]);
  assert.equal((await shop.importing("a.csv", ...map)).code, 2);
  assert.equal(await shop.revision(), null);
  assert.equal((await shop.importing("a.csv", ...map, "--yes")).code, 2);
  assert.match((await shop.importing("a.csv", ...map, "--ignore", "Hidden state", "--yes")).stdout, /3 new/);
});

Deno.test("the report counts rows without an author", async () => {
  await using shop = await importWorkshop({ "a.csv": "Score,When\n5,2025-03-04\n4,2025-03-05\n" });
  const { stdout } = await shop.importing("a.csv", "--map", "rating=Score", "--map", "date=When");
  assert.match(stdout, /^2 reviews have no name to publish: the author is "Anonymous"\.$/m);
});

Deno.test("the place, the scale and the order of dates are remembered with a kind", async () => {
  const header = "Branch,Who,Points,When\n";
  const row = (branch: string, n: number) => `${branch},Ann ${n},9,0${n}/02/2025\n`;
  await using shop = await importWorkshop({
    "a.csv": header + row("North", 1) + row("South", 2),
    "b.csv": header + row("North", 1) + row("South", 2) + row("North", 3) + row("South", 4),
  });
  const map = ["author=Who", "rating=Points", "date=When", "place=Branch"].flatMap((pair) => ["--map", pair]);
  const options = ["--scale", "10", "--date-order", "dmy", "--place", "North", "--source", "desk"];
  const saved = await shop.importing("a.csv", ...map, ...options, "--save-mapping", "desk");
  assert.equal(saved.code, 0, saved.stderr);
  const used = await shop.importing("b.csv", "--mapping", "desk");
  assert.equal(used.code, 0, used.stderr);
  const guessed = await shop.importing("b.csv", ...options, "--yes");
  assert.equal(guessed.code, 0, guessed.stderr);
  const later = await shop.importing("b.csv");
  assert.equal(later.code, 0, later.stderr);
  assert.match(later.stdout, /0 new, 0 changed, 2 the same, 2 left out\.\nLeft out 2 rows: of another place/);
  assert.deepEqual(
    (await shop.published()).reviews.map(({ author, date, rating }) => [author, date, rating]),
    [["Ann 3", "2025-02-03", 5], ["Ann 1", "2025-02-01", 5]],
  );
});

Deno.test("withdrawing more than a tenth of the reviews needs a confirmation or --yes", async () => {
  const review = (n: number) => ({ id: `r${n}`, author: `Ann ${n}`, rating: 5, date: "2025-01-01", source: "s" });
  const reviews = Array.from({ length: 10 }, (_, n) => review(n));
  await using shop = await importWorkshop({
    "ten.json": reviews,
    "nine.json": reviews.slice(1),
    "eight.json": reviews.slice(2),
  });
  assert.equal((await shop.importing("ten.json")).code, 0);
  const before = await shop.revision();
  const asked = await shop.importing("eight.json", "--replace");
  assert.equal(asked.code, 2);
  assert.match(asked.stderr, /2 of 10 published reviews \(s 2\) would be withdrawn/);
  assert.equal(await shop.revision(), before);
  assert.equal((await shop.importing("nine.json", "--replace")).code, 0);
  assert.equal((await shop.importing("ten.json")).code, 0);
  assert.equal((await shop.importing("eight.json", "--replace", "--yes")).code, 0);
});
