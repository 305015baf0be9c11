import assert from "node:assert/strict";
import { importWorkshop } from "../../support/import/import_reading.ts";

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

Deno.test("a new kind of rows asks again, in a later file and late in a file", async () => {
  const kinds = (...values: string[]) => table("Type", values);
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

Deno.test("a scale said for several files holds for the file that asks, and is remembered for its kind alone", async () => {
  const own = (...ratings: number[]) =>
    ratings.map((rating, n) => ({ author: `Own ${n}`, rating, date: "2026-05-20", source: "s", text: "Quick." }));
  await using shop = await importWorkshop({
    "google.csv": "Reviewer,Star Rating,Date,Comment\nIda Roe,5,2026-05-01,Great service\nOtto Poe,1,2026-05-02,Rude\n",
    "grades.csv":
      "Name,Note,Datum,Text\nCem Ok,1,2026-05-03,Alles gut\nEve Ok,5,2026-05-04,Zu teuer\nUte Ok,2,2026-05-05,Gern wieder\n",
    "own.json": own(5, 1),
    "ten.json": own(9, 5).map((review) => ({ ...review, source: "ten" })),
    "plain.csv": "Who,Rating,Date,Comment\nJo Lee,4,2026-05-06,Good work\n",
    "later.json": own(5).map((review) => ({ ...review, author: "Later", text: "Later." })),
  });
  const stars = async () =>
    Object.fromEntries((await shop.published()).reviews.map(({ author, rating }) => [author, rating]));
  const files = ["google.csv", "grades.csv", "own.json"];
  const options = ["--source", "desk", "--yes"];
  const asked = await shop.importing(...files, ...options);
  assert.equal(asked.code, 2);
  assert.match(asked.stderr, /grades\.csv: its best rating may be 1 or 5/);
  await shop.imported(...files, ...options, "--scale", "1");
  const expected = { "Ida Roe": 5, "Otto Poe": 1, "Cem Ok": 5, "Eve Ok": 1, "Ute Ok": 4, "Own 0": 5, "Own 1": 1 };
  assert.deepEqual(await stars(), expected);
  await shop.imported("later.json");
  assert.deepEqual(await stars(), { ...expected, "Later": 5 });
  const plain = "plain.csv: its best rating is taken as 5, as nothing in the file asks for a scale\\. If it is 10,";
  const mixed = await shop.importing("ten.json", "google.csv", "plain.csv", "--scale", "10", "--yes", "--replace-all");
  assert.match(mixed.stderr, RegExp(`${plain} import the file alone\\.$`, "m"));
  assert.deepEqual(await stars(), { "Own 0": 5, "Own 1": 3, "Ida Roe": 5, "Otto Poe": 1, "Jo Lee": 4 });
});

Deno.test("an option that is given for a remembered table is remembered too", async () => {
  await using shop = await importWorkshop({ "a.csv": table("Nr", ["1", "2", "3"]) });
  await shop.imported("a.csv", "--yes");
  assert.match(await shop.imported("a.csv", "--verification", "purchase"), /0 new, 3 changed/);
  assert.match(await shop.imported("a.csv"), /^Nothing changed/m);
});
