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

Deno.test("a guess is shown at a terminal, asked, and imported after a yes alone; then its kind is known", async () => {
  await using shop = await importWorkshop({ "a.csv": SURVEY, "b.csv": NEXT_MONTH });
  const asked = await shop.importingAtTerminal("n", "a.csv", "--source", "survey");
  assert.equal(asked.code, 2, asked.shown);
  assert.equal(await shop.revision(), null);
  assert.match(asked.shown, /^ +rating +Score +\(1 to 5\)$/m);
  assert.match(asked.shown, /^ +★★★★★ +2025-03-04 +Ann Lee +survey$/m);
  assert.match(asked.shown, /^ +Quick, and a fair price\./m);
  assert.match(asked.shown, /^ +Reply of 2025-03-04: Thank you for your kind words$/m);
  assert.match(asked.shown, /0 reviews.*3 reviews, 3\.67/);
  assert.match(asked.shown, /Import this\? \[y\/N\]/);
  const done = await shop.importingAtTerminal("y", "a.csv", "--source", "survey");
  assert.equal(done.code, 0, done.shown);
  assert.match(done.shown, /^Published 3 reviews\./m);
  const later = await shop.importing("b.csv");
  assert.equal(later.code, 0, later.stderr);
  assert.match(later.stdout, /1 new, 0 changed, 3 the same/);
  assert.deepEqual(new Set((await shop.published()).reviews.map(({ source }) => source)), new Set(["survey"]));
});

Deno.test("a table with a column that may hide reviews asks nothing at a terminal", async () => {
  const rows = ["blorp", "zapp", "blorp"].map((state, n) =>
    `Ann ${n},5,2025-03-0${n + 1},They came in time ${n}.,${state}`
  );
  await using shop = await importWorkshop({ "a.csv": ["Who,Stars,Date,Comment,Hidden state", ...rows].join("\n") });
  const { code, shown } = await shop.importingAtTerminal("y", "a.csv");
  assert.equal(code, 2, shown);
  assert.doesNotMatch(shown, /\[y\/N\]/);
});
