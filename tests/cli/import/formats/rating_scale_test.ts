import assert from "node:assert/strict";
import { importWorkshop, readText } from "../../../support/import/import_reading.ts";

/** A table of ratings, a day each. */
function ratings(column: string, values: readonly unknown[]): string {
  const rows = values.map((value, n) =>
    `Ann Lee ${n},${value},2024-0${1 + n % 9}-${11 + n % 17},"They came in time, ${n} of them."\n`
  );
  return `Who,${column},Day,Words\n${rows.join("")}`;
}

/** The scale, doubts and faults of a table whose columns are guessed. */
async function scaleOf(column: string, values: readonly unknown[]) {
  const files = await readText("a.csv", ratings(column, values));
  const { format, doubts } = files.understood[0]?.understanding ?? assert.fail();
  return { scale: format.scale, doubts, faults: files.faults.map(({ line, allowed }) => [line, allowed]) };
}

const WIDE = Array.from({ length: 24 }, (_, n) => [10, 9, 8, 7, 3, 1, 6, 10, 5, 9][n % 10] ?? 0);

Deno.test("another scale than 5 needs many different ratings above 5, near its best; a few are a doubt", async () => {
  assert.deepEqual(await scaleOf("Score", [5, 4, 3]), { scale: undefined, doubts: [], faults: [] });
  assert.deepEqual(await scaleOf("Score", WIDE), { scale: 10, doubts: [], faults: [] });
  assert.deepEqual((await scaleOf("Score", WIDE.map((value) => value * 10 - 3))).scale, 100);
  const slip = await scaleOf("Score", [...WIDE, 44]);
  assert.deepEqual(slip, { scale: 10, doubts: [], faults: [[26, "a rating of at most 10, or another --scale"]] });
  assert.deepEqual((await scaleOf("Score out of 10", [9, 3])).doubts, []);
  const doubtful: readonly (readonly [best: string, examples: string, values: readonly number[]])[] = [
    ["100", "44", [5, 4, 44, 5]],
    ["10", "9", [9, 3]],
    ["10", "7, 6", WIDE.map((value) => Math.min(value, 7))],
    ["10", "9, 8, 7, 6", [...WIDE.map((value) => Math.min(value, 5)), 6, 7, 8, 9]],
    ["100", "55, 44", WIDE.map((value) => value > 5 ? 11 * (4 + value % 2) : value)],
  ];
  for (const [column, examples, values] of doubtful) {
    assert.deepEqual((await scaleOf("Score", values)).doubts, [{ field: "scale", column, rival: "5", examples }]);
  }
});

Deno.test("a column of stars has 1 to 5, in each language; what exceeds it is a problem of its row", async () => {
  const names = ["Stars", "starRating", "Sterne", "Sternebewertung", "Étoiles", "Estrellas", "Stelle", "Estrelas"];
  for (const name of [...names, "Aantal sterren"]) {
    const { doubts, faults } = await scaleOf(name, [5, 4, 44, ...WIDE.map((value) => Math.min(value, 5))]);
    assert.deepEqual([doubts, faults], [[], [[4, "a rating of at most 5, or another --scale"]]], name);
  }
  assert.deepEqual((await scaleOf("Stars (1-10)", WIDE)).scale, 10);
});

Deno.test("a yes never accepts a scale that few ratings show, and the preview says the scale", async () => {
  await using shop = await importWorkshop({
    "slip.csv": ratings("Score", [5, 4, 44, 5]),
    "ten.csv": ratings("Points", WIDE),
  });
  const asked = await shop.importing("slip.csv", "--yes");
  assert.equal(asked.code, 2);
  assert.match(asked.stderr, /^ {2}rating +Score {2}\(1 to 100\)$/m);
  assert.match(
    asked.stderr,
    /its best rating may be 100 or 5: too few ratings above 5 show it \(44\)\.\n +--scale 100 .*\n +line 4 \(Ann Lee 2\): 44 is 2 of 5 stars\n[^]* --scale 5 /,
  );
  assert.equal(await shop.revision(), null);
  const five = await shop.importing("slip.csv", "--scale", "5", "--yes");
  assert.deepEqual([five.code, five.stderr.includes('slip.csv:4: Score is "44"')], [1, true], five.stderr);
  await shop.imported("slip.csv", "--scale", "5", "--skip-invalid", "--yes");
  const ten = await shop.importing("ten.csv", "--json", "--yes", "--replace-all");
  assert.deepEqual([ten.code, JSON.parse(ten.stdout).plan.kinds[0].scale], [0, 10], ten.stderr);
  await shop.imported("ten.csv");
});
