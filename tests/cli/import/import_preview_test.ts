import assert from "node:assert/strict";
import type { Choice } from "../../../cli/command/choice.ts";
import { importWorkshop, mapOptions } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

const HEADER = "Nr,Customer,Score,When,Words,Answer\n";
const ROWS = [
  `1,Ann Lee,5,2025-03-04,"Quick, and a fair price. They came the same day and cleaned up.",Thank you for your kind words\n`,
  "2,Ben Ray,2,2025-03-05,Two hours late and then the part was missing as well.,\n",
  "3,Cem Ok,4,2025-03-06,Friendly people who explain what they are doing and why.,\n",
  "4,Dee Fox,5,2025-03-07,I have called them twice now and both times all went well.,\n",
];
const SURVEYS = { "a.csv": HEADER + ROWS.slice(0, 3).join(""), "a 2.csv": HEADER + ROWS.join("") };
const SURE = mapOptions("id=Nr author=Customer rating=Score date=When text=Words reply_text=Answer");

Deno.test("a guess in a script ends with 2 and the preview and changes nothing; --yes imports and remembers it", async () => {
  await using shop = await importWorkshop(SURVEYS);
  const refused = await shop.importing("a.csv");
  assert.deepEqual([refused.code, refused.stdout], [2, ""]);
  assert.match(refused.stderr, /^ {2}1 {2}Nr +id [^]*^ {2}5 {2}Words +text /m);
  assert.match(
    refused.stderr,
    /No source is named for 3 reviews: readers see "Tables of the business"\. --source NAME/,
  );
  assert.match(refused.stderr, /^Nothing was imported.* --yes/m);
  const asked = await shop.importing("a.csv", "--json", "--source", "survey");
  const { end, rows, added, plan } = JSON.parse(asked.stdout);
  assert.deepEqual([asked.code, end, rows, added], [2, "unconfirmed", 3, 3]);
  assert.deepEqual([plan.kinds[0].fields.rating, plan.examples.length, plan.revision], ["Score", 3, null]);
  assert.deepEqual(plan.effect, {
    left_out: [],
    numbers_removed: [],
    withdrawn: 0,
    joined: 0,
    before: { reviews: 0, average: null },
    after: { reviews: 3, average: 3.67 },
  });
  assert.deepEqual(plan.choices.map(({ id }: Choice) => id), ["suggested"]);
  assert.equal(await shop.revision(), null);
  const dry = await shop.importing("a.csv", "--dry-run");
  assert.equal(dry.code, 0, dry.stderr);
  assert.match(dry.stderr, /Score +rating \(1 to 5\) /);
  assert.equal(`${dry.stderr}${dry.stdout}`.split("No source is named").length, 2, "it is said once");
  assert.equal((await shop.importing("a 2.csv")).code, 2, "a dry run confirms nothing");
  await shop.imported("a.csv", "--yes");
  await shop.imported("a 2.csv");
  assert.match(await shop.imported("a 2.csv", "--source", "other"), /4 new/);
});

/** Reads only what the map names. */
const ALONE = ["--format", "csv"];

Deno.test("a map alone needs no confirmation; the report lists unread columns and the public source", async () => {
  await using shop = await importWorkshop(SURVEYS);
  const report = await shop.imported(
    "a.csv",
    ...ALONE,
    ...mapOptions("author=Customer rating=Score date=When text=Words"),
  );
  assert.match(report, /a\.csv: columns Nr, Answer are ignored\.$/m);
  assert.match(report, /No source is named for 3 reviews: readers see "Tables of the business"\. --source NAME/);
  assert.doesNotMatch(
    await shop.imported("a.csv", ...SURE, "--source", "survey", "--dry-run"),
    /ignored|--source NAME/,
  );
});

Deno.test("a map alone reads nothing else, and an ignored column is no longer read", async () => {
  await using shop = await importWorkshop(SURVEYS);
  const replies = async () => (await shop.published()).reviews.filter(({ owner_reply }) => owner_reply !== null).length;
  const map = mapOptions("id=Nr author=Customer rating=Score date=When text=Words");
  await shop.imported("a.csv", ...ALONE, ...map, "--source", "desk");
  assert.equal(await replies(), 0);
  await shop.imported("a.csv", "--map", "reply_text=Answer");
  assert.equal(await replies(), 1);
  await shop.imported("a.csv", "--ignore", "Words");
  assert.ok((await shop.published()).reviews.every(({ text }) => text === null));
});

Deno.test("what must be known to read the rows is asked at the terminal, before the preview", async () => {
  const rows = ["p1,One,a,Ann,9,2 weeks ago,Good", "p2,Two,b,Ben,4,2026-02-01,Fair"].join("\n");
  const header = "place_id,name,review_id,author_title,review_rating,review_datetime_utc,review_text\n";
  await using shop = await importWorkshop({ "a.csv": header + rows });
  const { end, plan } = await shop.figures("a.csv", "--yes");
  assert.deepEqual([end, plan.effect, plan.choices.map(({ id }: Choice) => id)], ["unconfirmed", null, [
    "scale",
    "relative-to",
    "place",
  ]]);
  const { code, shown } = await shop.importingAtTerminal("1 1 2026-03-20 1 y", "a.csv");
  assert.equal(code, 0, shown);
  assert.match(shown, /--relative-to … {2}the day of the export[^]*--relative-to \[value\] 2026-03-20/);
  const { reviews } = await shop.published();
  assert.deepEqual(reviews.map(({ author, date, rating }) => [author, date, rating]), [["Ann", "2026-03-03", 5]]);
  assert.match(await shop.imported("a.csv", "--skip-invalid", "--place", "all"), /Left out 1 row: with problems\./);
});

Deno.test("each choice is data, and its values, given as arguments, settle it", async () => {
  const csv = "Who,Stars,Date,Comment,Type\nAnn,5,03/04/2025,They came in time.,Review\n" +
    "Ben,4,05/06/2025,They came late.,Review\nCem,5,07/08/2025,Is the shop open?,Question\nDee,2,08/08/2025,Fair.,Review\n";
  await using shop = await importWorkshop({ "a.csv": csv });
  const plan = async (...args: string[]) => {
    const { plan } = await shop.figures("a.csv", ...args);
    return new Map<string, Choice>(plan.choices.map((choice: Choice) => [choice.id, choice]));
  };
  const open = await plan();
  assert.deepEqual([...open.keys()], ["column Type", "date-order", "suggested", "source"]);
  assert.deepEqual(open.get("column Type"), {
    id: "column Type",
    question: `${shop.path("a.csv")}: Type ("Review", "Question") may say which rows are not shown.`,
    columns: ["Type"],
    examples: [],
    choices: [
      { value: "--map=status=Type", effect: "its words say which rows are shown, as are empty cells" },
      { value: "--map=hidden=Type", effect: "rows with a yes are left out" },
      { value: "--ignore=Type", effect: "it says nothing of that" },
    ],
  });
  assert.deepEqual(open.get("date-order")?.choices.map(({ value }) => value), [
    "--date-order=dmy",
    "--date-order=mdy",
  ]);
  const answers = ["--map=status=Type", "--date-order=dmy", "--source=desk"];
  const states = await plan(...answers);
  assert.deepEqual(states.get("state Question")?.choices.map(({ value }) => value), [
    "yes",
    "--state=Question=shown",
    "--state=Question=anonymous",
  ]);
  // Typed numbers make the next plan, and the last yes imports it.
  const typed = await shop.importingAtTerminal("1 1 2 1 y", "a.csv", "--source=desk");
  assert.equal(typed.code, 0, typed.shown);
  assert.deepEqual(await shop.authors(), ["Ann", "Ben", "Dee"]);
  await shop.imported("a.csv", ...answers, "--state=Question=shown", "--state=Review=shown", "--yes");
  assert.deepEqual(await shop.authors(), ["Ann", "Ben", "Cem", "Dee"]);
});

Deno.test("place, scale and order of dates are remembered with a kind", async () => {
  const header = "Branch,Who,Points,When\n";
  const row = (branch: string, n: number) => `${branch},Ann ${n},9,0${n}/02/2025\n`;
  await using shop = await importWorkshop({
    "a.csv": header + row("North", 1) + row("South", 2),
    "a 2.csv": header + row("North", 1) + row("South", 2) + row("North", 3) + row("South", 4),
  });
  const map = mapOptions("author=Who rating=Points date=When place=Branch");
  const options = ["--scale", "10", "--date-order", "dmy", "--place", "North", "--source", "desk"];
  await shop.imported("a.csv", ...map, ...options);
  await shop.imported("a 2.csv");
  assert.match(
    await shop.imported("a 2.csv"),
    /0 new, 0 changed, 2 the same, 2 left out\.\nLeft out 2 rows: of another place/,
  );
  assert.deepEqual(
    (await shop.published()).reviews.map(({ author, date, rating, source }) => [author, date, rating, source]),
    [["Ann 3", "2025-02-03", 5, "desk"], ["Ann 1", "2025-02-01", 5, "desk"]],
  );
});

Deno.test("withdrawing more than a tenth of the reviews needs a confirmation or --yes, and is counted", async () => {
  const reviews = Array.from({ length: 10 }, (_, n) => reviewOf({ native: `${n}`, source: "s" }));
  await using shop = await importWorkshop({
    "ten.json": reviews,
    "nine.json": reviews.slice(1),
    "eight.json": reviews.slice(2),
  });
  await shop.imported("ten.json");
  const before = await shop.revision();
  const asked = await shop.importing("eight.json", "--replace");
  assert.equal(asked.code, 2);
  assert.match(asked.stderr, /2 of 10 published reviews \(s 2\) would be withdrawn/);
  const figures = /0 new, 0 changed, 8 the same, 0 left out\.\nWithdrawn: 2 of 10 published reviews \(s 2\)\./;
  assert.match(await shop.imported("eight.json", "--replace", "--dry-run"), figures);
  assert.equal(await shop.revision(), before);
  await shop.imported("nine.json", "--replace");
  await shop.imported("ten.json");
  assert.match(await shop.imported("eight.json", "--replace", "--yes"), figures);
});
