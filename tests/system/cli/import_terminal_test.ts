import assert from "node:assert/strict";
import { importWorkshop } from "../../support/import/import_reading.ts";

const SURVEY = `Nr,Customer,Score,When,Words,Answer
1,Ann Lee,5,2025-03-04,"Quick, and a fair price. They came the same day and cleaned up.",Thank you for your kind words
2,Ben Ray,2,2025-03-05,Two hours late and then the part was missing as well.,
3,Cem Ok,4,2025-03-06,Friendly people who explain what they are doing and why.,
`;
const NEXT_MONTH = `${SURVEY}4,Dee Fox,5,2025-03-07,I have called them twice now and both times all went well.,\n`;
// No yes settles whether a column hides reviews.
const STATES = `Who,Stars,Date,Comment,Hidden state
Ann,5,2025-03-01,They came in time.,blorp
Ben,5,2025-03-02,They came late.,zapp
Cem,5,2025-03-03,They came at noon.,blorp
`;

Deno.test("a guess is shown at a terminal, asked, and imported after a yes alone; then its kind is known", async () => {
  await using shop = await importWorkshop({ "a.csv": SURVEY, "a-2.csv": NEXT_MONTH });
  const asked = await shop.importingAtTerminal("n", "a.csv", "--source", "survey");
  assert.equal(asked.code, 2, asked.shown);
  assert.equal(await shop.revision(), null);
  for (
    const shown of [
      /Score +rating \(1 to 5\) /,
      /^ +★★★★★ +2025-03-04 +Ann Lee +survey$/m,
      /^ +Quick, and a fair price\./m,
      /^ +Reply of 2025-03-04: Thank you for your kind words$/m,
      /0 reviews.*3 reviews, 3\.67/,
      /Import this\? \[y\/N\]/,
    ]
  ) assert.match(asked.shown, shown);
  const done = await shop.importingAtTerminal("y", "a.csv", "--source", "survey");
  assert.equal(done.code, 0, done.shown);
  assert.match(done.shown, /^Published 3 reviews\./m);
  assert.match(await shop.imported("a-2.csv"), /1 new, 0 changed, 3 the same/);
  assert.deepEqual(new Set((await shop.published()).reviews.map(({ source }) => source)), new Set(["survey"]));
});

Deno.test("choices are asked as numbered lists; an answer makes the next plan, and a yes imports the last", async () => {
  await using shop = await importWorkshop({ "states.csv": STATES });
  const unsettled = await shop.importingAtTerminal("y", "states.csv", "--yes");
  assert.equal(unsettled.code, 2, unsettled.shown);
  assert.doesNotMatch(unsettled.shown, /\[y\/N\]/);
  assert.match(
    unsettled.shown,
    /^ +1 +--map 'status=Hidden state' +its words say which rows are shown, as are empty cells$/m,
  );
  assert.equal(await shop.revision(), null);
  // The column is a status; blorp is shown, zapp left out.
  const done = await shop.importingAtTerminal("1 2 1 y", "states.csv");
  assert.equal(done.code, 0, done.shown);
  assert.match(done.shown, /Which\? \[1-3\] 1\n[^]*"blorp" means[^]*Which\? \[1-3\] 2\n[^]*"zapp" means/);
  assert.deepEqual(await shop.authors(), ["Ann", "Cem"]);
  assert.match(await shop.imported("states.csv"), /0 new, 0 changed, 2 the same, 1 left out/);
});
