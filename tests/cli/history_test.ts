import assert from "node:assert/strict";
import { shownCommand } from "../../cli/history/shown_revision.ts";
import { executeUndo } from "../../cli/history/undo.ts";
import { fixture, importWorkshop } from "../support/import/import_reading.ts";
import { testScripts } from "../support/import/scripts.ts";
import { reviewOf } from "../support/reviews/review_of.ts";

testScripts(fixture("../scripts/history.txt"));

Deno.test("a source is shown without its folder, on each system, and a source that is no file as it is", () => {
  const shown = (source: string) => shownCommand({ publication: { command: "import", sources: [source] } });
  assert.equal(shown("/home/ann/two.json"), "import two.json");
  assert.equal(shown("C:\\Users\\Ann\\two.json"), "import two.json");
  assert.equal(shown("google:accounts/1/locations/2"), "import google:accounts/1/locations/2");
});

Deno.test("an undo with another plan than the one that was agreed to changes nothing and says so", async () => {
  const [ann, ben] = [reviewOf({ native: "ann", date: "2026-05-03" }), reviewOf({ native: "ben" })];
  const business = { name: "Acme Heating" };
  await using shop = await importWorkshop({
    "one.json": [ann],
    "two.json": [{ ...ann, rating: 4 }, ben],
    "business.json": business,
  });
  await shop.imported("one.json", "--business", "business.json");
  await shop.imported("two.json");
  using kv = await Deno.openKv(shop.kvPath);
  const run = { answers: "yes", planned: null, dryRun: false, keptRevisions: 5 } as const;
  const { plan } = await executeUndo(kv, null, { ...run, dryRun: true });
  const other = executeUndo(kv, null, { ...run, planned: { ...plan, choices: [] } });
  await assert.rejects(other, /^UsageError: The plan has changed/);
  assert.equal((await shop.importing("one.json")).code, 0);
  await assert.rejects(executeUndo(kv, null, { ...run, planned: plan }), /^UsageError: The plan has changed/);
  assert.deepEqual((await shop.published()).reviews, [ben, ann]);
});
