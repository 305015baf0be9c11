import assert from "node:assert/strict";
import { runCli, tempStore } from "../../support/service/run_cli.ts";

const ANN = { author: "Ann", rating: 5, date: "2025-11-20", source: "Google", text: "Quick." };

Deno.test("--quiet prints nothing, --json one object, also of rows that are refused", async () => {
  await using store = await tempStore();
  const file = `${store.folder}/reviews.json`;
  await Deno.writeTextFile(file, JSON.stringify([ANN]));
  assert.deepEqual(await runCli("import", [file, "-q"], store.kvPath), { code: 0, stdout: "", stderr: "" });
  await Deno.writeTextFile(file, JSON.stringify([{ ...ANN, author: "Ben" }]));
  const done = await runCli("import", [file, "--json"], store.kvPath);
  assert.deepEqual([done.code, done.stderr], [0, ""]);
  const { milliseconds, ...facts } = JSON.parse(done.stdout);
  assert.ok(milliseconds > 0);
  assert.deepEqual(facts, {
    end: "published",
    formats: ["reviews-json"],
    rows: 1,
    bad_rows: 0,
    warnings: [],
    faults: [],
    added: 1,
    updated: 0,
    unchanged: 0,
    withdrawn: 0,
    unverified: 0,
    hidden: 0,
    erased: 0,
    left_out: [],
    reviews: 2,
    average: 5,
    average_with: {},
    store: store.kvPath,
  });
  await Deno.writeTextFile(file, JSON.stringify([{ ...ANN, date: "some day" }]));
  const refused = await runCli("import", [file, "--json"], store.kvPath);
  assert.equal(refused.code, 1);
  const { end, bad_rows, faults } = JSON.parse(refused.stdout);
  assert.deepEqual([end, bad_rows, faults[0].column, faults[0].value], ["refused", 1, "date", "some day"]);
  const quiet = await runCli("import", [file, "-q"], store.kvPath);
  assert.deepEqual([quiet.code, quiet.stdout], [1, ""]);
  assert.match(quiet.stderr, /some day/);
});
