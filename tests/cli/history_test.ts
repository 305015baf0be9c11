import assert from "node:assert/strict";
import { shownCommand } from "../../cli/history/shown_revision.ts";
import { ANN, BEN, historyShop } from "../support/import/history_shop.ts";
import { executeUndo } from "../../cli/history/undo.ts";
import { fixture } from "../support/import/import_reading.ts";
import { testScripts } from "../support/import/scripts.ts";

testScripts(fixture("../scripts/history.txt"));

Deno.test("a source is shown without its folder, on each system, and a source that is no file as it is", () => {
  const shown = (source: string) => shownCommand({ publication: { command: "import", sources: [source] } });
  assert.equal(shown("/home/ann/two.json"), "import two.json");
  assert.equal(shown("C:\\Users\\Ann\\two.json"), "import two.json");
  assert.equal(shown("google:accounts/1/locations/2"), "import google:accounts/1/locations/2");
});

Deno.test("undo --json prints the plan, which needs a yes, and its execution", async () => {
  await using shop = await historyShop();
  const asked = await shop.history("undo", "--json");
  assert.deepEqual([asked.code, asked.stderr], [2, "Nothing was undone. If this is right, run it again with --yes.\n"]);
  const { end, revision, plan } = JSON.parse(asked.stdout);
  assert.deepEqual([end, revision, plan.revision], ["unconfirmed", null, 2]);
  assert.deepEqual([plan.effect.to, plan.effect.reviews, plan.effect.changes.removed], [1, 1, 1]);
  assert.deepEqual(plan.choices[0].choices.map(({ value }: { value: string }) => value), ["yes"]);
  const done = JSON.parse((await shop.history("undo", "--json", "--yes")).stdout);
  assert.deepEqual([done.end, done.revision], ["published", 3]);
});

Deno.test("an undo with another plan than the one that was agreed to changes nothing and says so", async () => {
  await using shop = await historyShop();
  using kv = await Deno.openKv(shop.kvPath);
  const run = { answers: "yes", planned: null, dryRun: false, keptRevisions: 5 } as const;
  const { plan } = await executeUndo(kv, null, { ...run, dryRun: true });
  const other = executeUndo(kv, null, { ...run, planned: { ...plan, choices: [] } });
  await assert.rejects(other, /^UsageError: The plan has changed/);
  assert.equal((await shop.importing("one.json")).code, 0);
  await assert.rejects(executeUndo(kv, null, { ...run, planned: plan }), /^UsageError: The plan has changed/);
  assert.deepEqual((await shop.published()).reviews, [ANN, BEN]);
});
