import assert from "node:assert/strict";
import { importWorkshop, mapOptions } from "../../support/import/import_reading.ts";

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

Deno.test("a confirmed column decides whose name and which rows are published", async () => {
  const columns: readonly (readonly [column: string, values: string, authors: string])[] = [
    ["Show name", "yes,no,", "Anonymous,Anonymous,Ida Roe"],
    ["Display name publicly?", "yes,no,", "Anonymous,Anonymous,Ida Roe"],
    ["Name public", "yes,no,", "Anonymous,Anonymous,Ida Roe"],
    ["Namen anzeigen", "yes,no,", "Anonymous,Anonymous,Ida Roe"],
    ["Hide my name", "yes,no,", "Anonymous,Cem Ok,Otto Poe"],
    ["Consent to publish", "yes,no,", "Ida Roe"],
    ["Approved", "x,,x,", "Cem Ok,Ida Roe"],
    ["Shown", "yes,no", "Ida Roe"],
  ];
  for (const [column, values, authors] of columns) {
    await using shop = await importWorkshop({ "a.csv": table(column, values.split(",")) });
    assert.equal((await shop.importing("a.csv")).code, 2, column);
    await shop.imported("a.csv", "--yes");
    assert.equal((await shop.authors()).join(), authors, column);
  }
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
  await shop.imported("first.csv", "--yes", "--source", "desk");
  await shop.imported("first.csv");
  for (const name of ["next.csv", "late.csv"]) {
    const asked = await shop.importing(name, "--yes");
    assert.equal(asked.code, 2, name);
    assert.match(asked.stderr, /Type \("Review" \d+ times, "Question" 2 times\) is ignored so far/, name);
  }
  for (const name of ["small.csv", "one.csv"]) assert.equal((await shop.importing(name, "--yes")).code, 2, name);
  const said = await shop.imported("next.csv", "--map", "status=Type", "--state", "Review=shown", "--yes");
  assert.match(said, /^Left out 2 rows: the state "Question" is unknown\.$/m);
  assert.match(await shop.imported("next.csv"), /0 new, 0 changed, 3 the same, 2 left out/);
  await shop.imported("late.csv", "--ignore", "Type");
});

Deno.test("an undo forgets what was confirmed for the import, and the first import can be undone", async () => {
  await using shop = await importWorkshop({
    "a.csv": table("Nr", ["1", "2", "3"]),
    "own.json": [{ author: "Ann", rating: 5, date: "2025-11-20", source: "s", text: "Quick." }],
  });
  const undo = () => shop.run("history", "undo", "--yes");
  await shop.imported("a.csv", "--yes");
  const first = await undo();
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /^Nothing is published any more\. /);
  assert.deepEqual(await shop.authors(), []);
  assert.equal((await shop.importing("a.csv")).code, 2);
  assert.equal((await undo()).code, 0, "an undo takes an undo back");
  assert.equal((await shop.authors()).length, 3);
  await shop.imported("own.json");
  await shop.imported("a.csv", "--yes");
  await shop.imported("a.csv");
});

Deno.test("a column of yes and no may say whose name is shown, and texts of two columns are joined", async () => {
  const csv = "Who,Stars,Date,What went well?,What could be better?,Sign with it\n" +
    "Ida Roe,5,2026-05-01,All of it went well today.,Parking is hard to find.,yes\n" +
    "Otto Poe,2,2026-05-02,,Please call before you come.,no\n";
  await using shop = await importWorkshop({ "a.csv": csv });
  const { stderr } = await shop.importing("a.csv");
  assert.match(
    stderr,
    /Sign with it .*\n[^]* --map 'show_name=Sign with it' +the name is shown only with a yes; --state WORD=shown adds a word\n[^]* --ignore 'Sign with it' /,
  );
  assert.match(stderr, /^ +--map 'text=What went well\?\|What could be better\?' +reads all, each under its name$/m);
  const both = "text=What went well?|What could be better?";
  await shop.imported("a.csv", "--map", both, "--map", "show_name=Sign with it", "--yes");
  const { reviews } = await shop.published();
  assert.deepEqual(reviews.map(({ author, text }) => [author, text]), [
    ["Anonymous", "What could be better? Please call before you come."],
    ["Ida Roe", "What went well? All of it went well today.\nWhat could be better? Parking is hard to find."],
  ]);
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
  await shop.imported("a.csv", "--yes");
  assert.match(await shop.imported("a.csv"), /0 new, 0 changed, 3 the same, 1 left out/);
  const next = await shop.importing("b.csv");
  assert.equal(next.code, 2);
  assert.doesNotMatch(next.stderr, /--state blorped/);
  const said = await shop.imported("b.csv", "--state", "zapped=shown", "--yes");
  assert.match(said, /^Left out 1 row: not published\.$/m);
  await shop.imported("b.csv");
});

Deno.test("database markers of empty cells are read as empty", async () => {
  const empty = ["NULL", "None", "-", "0000-00-00", "0000-00-00 00:00:00", "\\N", "30.12.1899", "1899-12-30"];
  await using shop = await importWorkshop({
    "a.csv": table("deleted_at", [...empty, "2026-05-02"]),
    "b.csv":
      "who,stars,day,words,owner_reply\nIda Roe,5,2026-05-01,Good work.,NULL\nOtto Poe,4,2026-05-02,NULL,Thank you both\n",
    "c.csv": "who,stars,day,words\nIda Roe,5,01.05.2026,Good work.\nOtto Poe,1,30.12.1899,Late.\nTotal,6,30.12.1899,\n",
  });
  assert.match(
    await shop.imported("a.csv", "--yes"),
    /^Read 9 rows .*: 8 new, 0 changed, 0 the same, 1 left out\.$/m,
  );
  const undated = await shop.importing("c.csv", "--yes");
  assert.equal(undated.code, 1);
  assert.match(
    undated.stderr,
    /c\.csv:3: day is "30\.12\.1899"; expected a day from 1995 on\n.*: 1 of 3 rows has problems/,
  );
  await shop.imported("b.csv", "--replace-all", "--yes");
  assert.deepEqual((await shop.published()).reviews.map(({ text, owner_reply }) => [text, owner_reply?.text ?? null]), [
    [null, "Thank you both"],
    ["Good work.", null],
  ]);
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
    await shop.imported(first, "--replace-all", "--yes");
    assert.match(
      await shop.imported(second),
      /0 new, 0 changed, 11 the same, 1 left out\.\nLeft out 1 row: not published\.\nWithdrawn: 1 of /,
    );
    assert.equal((await shop.authors()).length, 11);
    assert.match(await shop.imported(first), /1 new, 0 changed, 11 the same/);
  }
});

Deno.test("headings and totals are not imported, hand-typed days and stars are read, and HTML becomes plain text", async () => {
  const csv = "When,Name,Stars,Said\n2023,,,\nTues 4/7/23,Ida Roe,*****,Good work.\n30 Sep '23,Otto Poe,5!,In time.\n" +
    '13/7/23,Cem Ok,4,"It&#8217;s good.<br />Truly, Bed &amp; Breakfast."\n' +
    "TOTAL 3,,,\n,,4.7,\n,2024,,\n,Durchschnitt:,4.7,\n";
  await using shop = await importWorkshop({ "a.csv": csv });
  const map = mapOptions("author=Name rating=Stars date=When text=Said");
  const { stdout, stderr } = await shop.importing("a.csv", ...map, "--source", "desk");
  assert.equal(stderr, "");
  assert.match(stdout, /^Left out 5 rows: no review, such as a heading or a total\.$/m);
  assert.deepEqual((await shop.published()).reviews.map(({ date, rating, text }) => [date, rating, text]), [
    ["2023-09-30", 5, "In time."],
    ["2023-07-13", 4, "It’s good.\nTruly, Bed & Breakfast."],
    ["2023-07-04", 5, "Good work."],
  ]);
});
