import assert from "node:assert/strict";
import { importWorkshop } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { cliCommand } from "../../support/service/run_cli.ts";

Deno.test("an undo, which with many reviews takes as long as their import, reports its progress on a terminal", async () => {
  await using shop = await importWorkshop({
    "one.json": [reviewOf()],
    "two.json": [reviewOf({ native: "2" })],
    "business.json": { name: "Acme" },
  });
  await shop.imported("one.json", "--business", "business.json");
  await shop.imported("two.json");
  const onTerminal = { preload: "data:text/javascript,Deno.stderr.isTerminal=()=>true" };
  const { code, stderr } = await cliCommand("history", ["undo", "--yes"], shop.kvPath, onTerminal).output();
  assert.equal(code, 0);
  const shown = new TextDecoder().decode(stderr);
  assert.ok(shown.includes("\rAnalysing: 0 of 1 reviews") && shown.endsWith("\r\x1b[K"), shown);
});
