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
