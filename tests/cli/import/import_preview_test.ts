import assert from "node:assert/strict";
import type { Choice } from "../../../cli/command/choice.ts";
import { importWorkshop } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

const HEADER = "Nr,Customer,Score,When,Words,Answer\n";
const ROWS = [
  `1,Ann Lee,5,2025-03-04,"Quick, and a fair price. They came the same day and cleaned up.",Thank you for your kind words\n`,
  "2,Ben Ray,2,2025-03-05,Two hours late and then the part was missing as well.,\n",
  "3,Cem Ok,4,2025-03-06,Friendly people who explain what they are doing and why.,\n",
  "4,Dee Fox,5,2025-03-07,I have called them twice now and both times all went well.,\n",
];
const SURVEYS = { "a.csv": HEADER + ROWS.slice(0, 3).join(""), "a 2.csv": HEADER + ROWS.join("") };

const HIDDEN = {
  ...reviewOf({ native: "12", source: "Kitchen", verified: false }),
  hidden_at: "2025-12-31T08:00:00Z",
  hidden_reason: "spam",
};
const WORDS = [
  "They came in time and were friendly.",
  "Two hours late, and no word of it.",
  "A fair price for good work.",
];

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

Deno.test("--quiet prints nothing, --json one object, also of rows that are refused", async () => {
  const ann = reviewOf({ native: "ann" });
  await using shop = await importWorkshop({
    "ann.json": [ann],
    "ben.json": [reviewOf({ native: "ben", author: "Ben" })],
    "bad.json": `[${JSON.stringify({ ...ann, date: "some day" })},\n${JSON.stringify(ann)},\n{"date":"never"}]`,
  });
  assert.deepEqual(await shop.importing("ann.json", "-q"), { code: 0, stdout: "", stderr: "" });
  const done = await shop.importing("ben.json", "--json");
  assert.deepEqual([done.code, done.stderr], [0, ""]);
  const { milliseconds, plan, ...facts } = JSON.parse(done.stdout);
  assert.ok(milliseconds > 0);
  assert.deepEqual([plan.revision, plan.choices, plan.effect.after], [1, [], { reviews: 2, average: 5 }]);
  assert.deepEqual(facts, {
    ...{ end: "published", formats: ["reviews-json"], rows: 1, bad_rows: 0, warnings: [], faults: [] },
    ...{ added: 1, updated: 0, unchanged: 0, withdrawn: 0, unverified: 0, hidden: 0, erased: 0, left_out: [] },
    ...{ reviews: 2, average: 5, average_with: {}, store: shop.kvPath },
  });
  const refused = await shop.importing("bad.json", "--json");
  assert.equal(refused.code, 1);
  const { end, bad_rows, faults } = JSON.parse(refused.stdout);
  assert.deepEqual([end, bad_rows], ["refused", 2]);
  const { column, value, count, lines } = faults[0];
  assert.deepEqual([column, value, count, lines], ["date", "some day", 2, [1, 3]]);
  const quiet = await shop.importing("bad.json", "-q");
  assert.deepEqual([quiet.code, quiet.stdout], [1, ""]);
  assert.match(quiet.stderr, /some day/);
});

Deno.test("a new kind of rows asks again, in a later file and late in a file", async () => {
  const kinds = (...values: string[]) =>
    "Who,Stars,Date,Comment,Type\n" +
    values.map((value, n) => `Guest ${n},5,2026-05-0${n + 1},"${WORDS[n % 3]} ${n}",${value}\n`).join("");
  const many = Array.from({ length: 600 }, (_, n) => `Ann ${n},5,2026-05-01,"${WORDS[0]} ${n}",Review\n`).join("");
  await using shop = await importWorkshop({
    "kinds 1.csv": kinds("Review", "Review", "Review", "Review"),
    "kinds 2.csv": kinds("Review", "Question", "Review", "Question", "Review"),
    "kinds 3.csv": kinds("Review", "Question"),
    "kinds 4.csv": kinds("Inquiry"),
    "kinds 5.csv": kinds("Review") + many + `Eve Late,1,2026-05-02,Is the shop open on Sundays?,Question\n`.repeat(2),
  });
  await shop.imported("kinds 1.csv", "--yes", "--source", "desk");
  await shop.imported("kinds 1.csv");
  for (const name of ["kinds 2.csv", "kinds 5.csv"]) {
    const asked = await shop.importing(name, "--yes");
    assert.equal(asked.code, 2, name);
    assert.match(asked.stderr, /Type \("Review", "Question"\) may say which rows are not shown/, name);
  }
  for (const name of ["kinds 3.csv", "kinds 4.csv"]) assert.equal((await shop.importing(name, "--yes")).code, 2, name);
  const said = await shop.imported("kinds 2.csv", "--map", "status=Type", "--state", "Review=shown", "--yes");
  assert.match(said, /^Left out 2 rows: the state "Question" is unknown\.$/m);
  assert.match(await shop.imported("kinds 2.csv"), /0 new, 0 changed, 3 the same, 2 left out/);
  await shop.imported("kinds 5.csv", "--ignore", "Type");
});

Deno.test("a known review that its row no longer lets publish is withdrawn, with an id and without", async () => {
  const rows = (...states: string[]) =>
    states.map((state, n) => `r${n},Ann Lee ${n},5,2026-05-01,"${WORDS[n % 3]} ${n}",${state}\n`).join("");
  const twelve = Array.from({ length: 12 }, () => "published");
  const next = [...twelve.slice(1), "trash"];
  const header = "id,who,stars,day,words,status\n";
  const anonymous = (csv: string) => csv.replace(/^[^,]*,/gm, "");
  await using shop = await importWorkshop({
    "states 1.csv": header + rows(...twelve),
    "states 2.csv": header + rows(...next),
    "states 3.csv": anonymous(header + rows(...twelve)),
    "states 4.csv": anonymous(header + rows(...next)),
  });
  for (const [first, second] of [["states 1.csv", "states 2.csv"], ["states 3.csv", "states 4.csv"]] as const) {
    await shop.imported(first, "--replace-all", "--yes");
    assert.match(
      await shop.imported(second),
      /0 new, 0 changed, 11 the same, 1 left out\.\nLeft out 1 row: not published\.\nWithdrawn: 1 of /,
    );
    assert.equal((await shop.authors()).length, 11);
    assert.match(await shop.imported(first), /1 new, 0 changed, 11 the same/);
  }
});
