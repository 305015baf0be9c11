import assert from "node:assert/strict";
import { historyShop } from "../../support/import/history_shop.ts";
import { cliCommand } from "../../support/service/run_cli.ts";

Deno.test("an undo, which with many reviews takes as long as their import, reports its progress on a terminal", async () => {
  await using shop = await historyShop();
  const onTerminal = { preload: "data:text/javascript,Deno.stderr.isTerminal=()=>true" };
  const { code, stderr } = await cliCommand("history", ["undo", "--yes"], shop.kvPath, onTerminal).output();
  assert.equal(code, 0);
  const shown = new TextDecoder().decode(stderr);
  assert.ok(shown.includes("\rAnalysing: 0 of 1 reviews") && shown.endsWith("\r\x1b[K"), shown);
});
