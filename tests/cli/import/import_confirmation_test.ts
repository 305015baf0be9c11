import assert from "node:assert/strict";
import { importWorkshop } from "../../support/import/import_reading.ts";
import { runCli } from "../../support/service/run_cli.ts";

// Which output an operator must confirm, how the answer is remembered, and how it is forgotten.

const WORDS = [
  "They came in time and were friendly.",
  "Two hours late, and no word of it.",
  "A fair price for good work.",
];
const NAMES = ["Ida Roe", "Otto Poe", "Cem Ok"];

/** A table with one additional column, one row for each value. */
function table(column: string, values: readonly string[]): string {
  const rows = values.map((value, n) =>
    `${NAMES[n % 3]},${5 - n % 3},2026-05-0${n + 1},"${WORDS[n % 3]} ${n}",${value}\n`
  );
  return `Who,Stars,Date,Comment,${column}\n${rows.join("")}`;
}

const MAP = ["author=Who", "rating=Stars", "date=Date", "text=Comment"].flatMap((pair) => ["--map", pair]);

for (const column of ["Show name", "Display name publicly?", "Name public", "Namen anzeigen"]) {
  Deno.test(`a name is published only where "${column}" says yes`, async () => {
    await using shop = await importWorkshop({ "a.csv": table(column, ["yes", "no", ""]) });
    const { code, stderr } = await shop.importing("a.csv", "--yes", "--source", "desk");
    assert.equal(code, 0, stderr);
    const { reviews } = await shop.published();
    assert.deepEqual(reviews.map(({ author }) => author).sort(), ["Anonymous", "Anonymous", "Ida Roe"]);
  });
}

Deno.test("a column that hides names keeps them back", async () => {
  await using shop = await importWorkshop({ "a.csv": table("Hide my name", ["yes", "no", ""]) });
  assert.equal((await shop.importing("a.csv", "--yes")).code, 0);
  const { reviews } = await shop.published();
  assert.deepEqual(reviews.map(({ author }) => author).sort(), ["Anonymous", "Cem Ok", "Otto Poe"]);
});

Deno.test("no consent given is no consent", async () => {
  await using shop = await importWorkshop({ "a.csv": table("Consent to publish", ["yes", "no", ""]) });
  const { stdout } = await shop.importing("a.csv", "--yes");
  assert.match(stdout, /^Left out 2 rows: without consent to publish\.$/m);
});

Deno.test("a new kind of rows asks again, in a later file and late in a file", async () => {
  const kinds = (...values: string[]) => table("Type", values);
  const many = Array.from({ length: 600 }, (_, n) => `Ann ${n},5,2026-05-01,"${WORDS[0]} ${n}",Review\n`).join("");
  await using shop = await importWorkshop({
    "first.csv": kinds("Review", "Review", "Review", "Review"),
    "next.csv": kinds("Review", "Question", "Review", "Question", "Review"),
    "small.csv": kinds("Review", "Question"),
    "one.csv": kinds("Inquiry"),
    "late.csv": kinds("Review") + many + `Eve Late,1,2026-05-02,Is the shop open on Sundays?,Question\n`.repeat(2),
  });
  assert.equal((await shop.importing("first.csv", "--yes", "--source", "desk")).code, 0);
  assert.equal((await shop.importing("first.csv")).code, 0);
  for (const name of ["next.csv", "late.csv"]) {
    const asked = await shop.importing(name, "--yes");
    assert.equal(asked.code, 2, name);
    assert.match(asked.stderr, /Type \("Review" \d+ times, "Question" 2 times\) is ignored so far/, name);
  }
  for (const name of ["small.csv", "one.csv"]) assert.equal((await shop.importing(name, "--yes")).code, 2, name);
  const said = await shop.importing("next.csv", "--map", "status=Type", "--state", "Review=shown", "--yes");
  assert.match(said.stdout, /^Left out 2 rows: the state "Question" is unknown\.$/m, said.stderr);
  const later = await shop.importing("next.csv");
  assert.equal(later.code, 0, later.stderr);
  assert.match(later.stdout, /0 new, 0 changed, 3 the same, 2 left out/);
  const ignored = await shop.importing("late.csv", "--ignore", "Type");
  assert.equal(ignored.code, 0, ignored.stderr);
});

Deno.test("an undo forgets what was confirmed for the import, and the first import can be undone", async () => {
  await using shop = await importWorkshop({
    "a.csv": table("Nr", ["1", "2", "3"]),
    "own.json": [{ author: "Ann", rating: 5, date: "2025-11-20", source: "s", text: "Quick." }],
  });
  const undo = () => runCli("history", ["undo", "--yes"], shop.kvPath);
  assert.equal((await shop.importing("a.csv", "--yes")).code, 0);
  const first = await undo();
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /^Nothing is published any more\. /);
  assert.deepEqual((await shop.published()).reviews, []);
  assert.equal((await shop.importing("a.csv")).code, 2);
  assert.equal((await undo()).code, 0, "an undo takes an undo back");
  assert.equal((await shop.published()).reviews.length, 3);
  assert.equal((await shop.importing("own.json")).code, 0);
  assert.equal((await shop.importing("a.csv", "--yes")).code, 0);
  assert.equal((await shop.importing("a.csv")).code, 0);
});

Deno.test("a column of yes and no may say whose name is shown, and texts of two columns are joined", async () => {
  const csv = "Who,Stars,Date,What went well?,What could be better?,Sign with it\n" +
    "Ida Roe,5,2026-05-01,All of it went well today.,Parking is hard to find.,yes\n" +
    "Otto Poe,2,2026-05-02,,Please call before you come.,no\n";
  await using shop = await importWorkshop({ "a.csv": csv });
  const { stderr } = await shop.importing("a.csv");
  assert.match(stderr, /Sign with it .*; if a yes shows the name, --map 'show_name=Sign with it'; if none of these, /);
  assert.match(stderr, /, or read both with --map 'text=What could be better\?\|What went well\?'\.$/m);
  const both = "text=What went well?|What could be better?";
  const { code } = await shop.importing("a.csv", "--map", both, "--map", "show_name=Sign with it", "--yes");
  assert.equal(code, 0);
  const { reviews } = await shop.published();
  assert.deepEqual(reviews.map(({ author, text }) => [author, text]), [
    ["Anonymous", "Please call before you come."],
    ["Ida Roe", "All of it went well today.\nParking is hard to find."],
  ]);
});

Deno.test("a field that is mapped twice is refused", async () => {
  await using shop = await importWorkshop({ "a.csv": table("State", ["shown", "shown"]) });
  const { code, stderr } = await shop.importing("a.csv", "--map", "status=A", "--map", "status=B");
  assert.equal(code, 2);
  assert.equal(stderr, "--map names status twice: A and B. Join the columns in one option: --map 'status=A|B'.\n");
});

Deno.test("the options that the preview shows make the same import", async () => {
  const rows = [
    "North,Ann Lee,9,03/04/2025,In time.",
    "South,Ben Ray,3,05/04/2025,Late.",
    "North,Cem Ok,10,06/04/2025,Fair.",
  ];
  const csv = ["Branch,Who,Points,When,Words", ...rows].join("\n");
  await using one = await importWorkshop({ "a.csv": csv });
  await using two = await importWorkshop({ "a.csv": csv });
  const given = ["--place", "NORTH", "--date-order", "dmy", "--scale", "10", "--source", "our desk"];
  const { stderr } = await one.importing("a.csv", ...given);
  const line = /^ {2}the same as options: (.*)$/m.exec(stderr)?.[1] ?? "";
  for (const option of ["--scale 10", "--source 'our desk'", "--place NORTH", "--date-order dmy"]) {
    assert.ok(line.includes(option), `${option}: ${stderr}`);
  }
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  const pasted = await two.importing("a.csv", ...words);
  assert.equal(pasted.code, 0, pasted.stderr);
  assert.equal((await one.importing("a.csv", ...given, "--yes")).code, 0);
  assert.deepEqual((await two.published()).reviews, (await one.published()).reviews);
});

Deno.test("the suggested options name the source if the file names none", async () => {
  await using shop = await importWorkshop({ "a.csv": table("Nr", ["1", "2", "3"]) });
  const { stderr } = await shop.importing("a.csv");
  assert.match(stderr, /^ {2}the same as options: .* --source csv$/m);
});

Deno.test("the import asks once about an unknown state, and remembers the answer", async () => {
  const states = (...values: string[]) => table("Status", values);
  await using shop = await importWorkshop({
    "a.csv": states("published", "published", "blorped", "published"),
    "b.csv": states("published", "blorped", "zapped", "published"),
  });
  const asked = await shop.importing("a.csv");
  assert.equal(asked.code, 2);
  assert.match(asked.stderr, /^Left out 1 row: the state "blorped" is unknown\.$/m);
  assert.match(asked.stderr, /--state blorped=shown/);
  assert.equal((await shop.importing("a.csv", "--yes")).code, 0);
  const again = await shop.importing("a.csv");
  assert.match(again.stdout, /0 new, 0 changed, 3 the same, 1 left out/, again.stderr);
  const next = await shop.importing("b.csv");
  assert.equal(next.code, 2);
  assert.doesNotMatch(next.stderr, /--state blorped/);
  const said = await shop.importing("b.csv", "--state", "zapped=shown", "--yes");
  assert.match(said.stdout, /^Left out 1 row: not published\.$/m);
  assert.equal((await shop.importing("b.csv")).code, 0);
  const bad = await shop.importing("b.csv", "--state", "zapped");
  assert.match(
    bad.stderr,
    /^--state is "zapped"; expected WORD=shown, WORD=hidden or WORD=anonymous, such as archived=hidden\.$/m,
  );
});

Deno.test("database markers of empty cells are read as empty", async () => {
  const empty = ["NULL", "None", "-", "0000-00-00", "0000-00-00 00:00:00", "\\N", "30.12.1899", "1899-12-30"];
  await using shop = await importWorkshop({
    "a.csv": table("deleted_at", [...empty, "2026-05-02"]),
    "b.csv":
      "who,stars,day,words,owner_reply\nIda Roe,5,2026-05-01,Good work.,NULL\nOtto Poe,4,2026-05-02,NULL,Thank you both\n",
    "c.csv": "who,stars,day,words\nIda Roe,5,01.05.2026,Good work.\nOtto Poe,1,30.12.1899,Late.\nTotal,6,30.12.1899,\n",
  });
  const { stdout, stderr } = await shop.importing("a.csv", "--yes");
  assert.match(stdout, /^Read 9 rows .*: 8 new, 0 changed, 0 the same, 1 left out\.$/m, stderr);
  const undated = await shop.importing("c.csv", "--yes");
  assert.equal(undated.code, 1);
  assert.match(
    undated.stderr,
    /c\.csv:3: day is "30\.12\.1899"; expected a day from 1995 on\n.*: 1 of 3 rows has problems/,
  );
  assert.equal((await shop.importing("b.csv", "--replace-all", "--yes")).code, 0);
  const { reviews } = await shop.published();
  assert.deepEqual(reviews.map(({ text, owner_reply }) => [text, owner_reply?.text ?? null]), [
    [null, "Thank you both"],
    ["Good work.", null],
  ]);
});

Deno.test("--place matches in any case", async () => {
  const csv = "Branch,Who,Stars,When\nLeeds,Ann,5,2026-05-01\nYork,Ben,4,2026-05-02\nLeeds,Cem,3,2026-05-03\n";
  await using shop = await importWorkshop({ "a.csv": csv });
  const map = ["author=Who", "rating=Stars", "date=When", "place=Branch"].flatMap((pair) => ["--map", pair]);
  assert.match((await shop.importing("a.csv", ...map, "--place", "leeds")).stdout, /2 new, .* 1 left out/);
  assert.match(
    (await shop.importing("a.csv", ...map, "--place", "hull")).stderr,
    /"hull".*Leeds \(2 reviews\), York \(1 review\)/,
  );
});

Deno.test("texts of a table in HTML become plain text", async () => {
  const csv = 'Who,Stars,Date,Comment\nAnn,5,2026-05-01,"It&#8217;s good.<br />Truly, Bed &amp; Breakfast."\n';
  await using shop = await importWorkshop({ "a.csv": csv });
  assert.equal((await shop.importing("a.csv", ...MAP)).code, 0);
  assert.equal((await shop.published()).reviews[0]?.text, "It’s good.\nTruly, Bed & Breakfast.");
});

Deno.test("an import ends with its report, and no line for machines", async () => {
  await using shop = await importWorkshop({ "a.csv": table("Nr", ["1", "2", "3"]) });
  const { stderr } = await shop.importing("a.csv", ...MAP, "--source", "desk");
  assert.equal(stderr, "");
});

Deno.test("a known review that its row no longer lets publish is withdrawn, with an id and without", async () => {
  const rows = (...states: string[]) =>
    states.map((state, n) => `r${n},Ann Lee ${n},5,2026-05-01,"${WORDS[n % 3]} ${n}",${state}\n`).join("");
  const twelve = Array.from({ length: 12 }, () => "published");
  const next = [...twelve.slice(1), "trash"];
  const header = "id,who,stars,day,words,status\n";
  const anonymous = (csv: string) => csv.replace(/^[^,]*,/gm, "");
  await using shop = await importWorkshop({
    "one.csv": header + rows(...twelve),
    "two.csv": header + rows(...next),
    "three.csv": anonymous(header + rows(...twelve)),
    "four.csv": anonymous(header + rows(...next)),
  });
  for (const [first, second] of [["one.csv", "two.csv"], ["three.csv", "four.csv"]] as const) {
    assert.equal((await shop.importing(first, "--replace-all", "--yes")).code, 0);
    const { code, stdout, stderr } = await shop.importing(second);
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /0 new, 0 changed, 11 the same, 1 left out\.\nLeft out 1 row: not published\.\nWithdrawn: 1 of /,
    );
    assert.equal((await shop.published()).reviews.length, 11);
    assert.match((await shop.importing(first)).stdout, /1 new, 0 changed, 11 the same/);
  }
});

Deno.test("a consent column of ticks publishes only ticked rows", async () => {
  await using shop = await importWorkshop({ "a.csv": table("Approved", ["x", "", "x", ""]) });
  const { stdout, stderr } = await shop.importing("a.csv", "--yes");
  assert.match(stdout, /^Left out 2 rows: without consent to publish\.$/m, stderr);
});

Deno.test("headings and totals are not imported, and hand-typed days and stars are read", async () => {
  const csv = "When,Name,Stars,Said\n2023,,,\nTues 4/7/23,Ida Roe,*****,Good work.\n30 Sep '23,Otto Poe,5!,In time.\n" +
    "13/7/23,Cem Ok,4,Fair.\nTOTAL 3,,,\n,,4.7,\n,2024,,\n,Durchschnitt:,4.7,\n";
  await using shop = await importWorkshop({ "a.csv": csv });
  const map = ["author=Name", "rating=Stars", "date=When", "text=Said"].flatMap((pair) => ["--map", pair]);
  const { stdout, stderr } = await shop.importing("a.csv", ...map);
  assert.match(stdout, /^Left out 5 rows: no review, such as a heading or a total\.$/m, stderr);
  const { reviews } = await shop.published();
  assert.deepEqual(reviews.map(({ date, rating }) => [date, rating]), [["2023-09-30", 5], ["2023-07-13", 4], [
    "2023-07-04",
    5,
  ]]);
});
