import assert from "node:assert/strict";
import { ANN, BEN, historyShop } from "../../support/import/history_shop.ts";
import { cliCommand } from "../../support/service/run_cli.ts";

Deno.test("an undo overtaken by another revision changes nothing and reports that", async () => {
  await using shop = await historyShop();
  // The undo pauses after its chunk, and continues once another import is published.
  const undo = cliCommand("history", ["undo", "--yes"], shop.kvPath, {
    preload: "tests/support/import/hang_after_chunks.ts",
    env: { HANG_AFTER_CHUNKS: "1", WAIT_FOR: shop.path("go") },
  }).spawn();
  const out = undo.stdout.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await out.read()).value, "hanging\n");
  assert.equal((await shop.importing("one.json")).code, 0);
  await Deno.writeTextFile(shop.path("go"), "");
  const stderr = await new Response(undo.stderr).text();
  assert.match(
    stderr,
    /^Revision 3 was published meanwhile; check it, then run undo again\. Nothing was changed\.\n$/m,
  );
  assert.equal((await undo.status).code, 1);
  await out.cancel();
  assert.deepEqual((await shop.published()).reviews, [ANN, BEN]);
});

Deno.test("an undo, which with many reviews takes as long as their import, reports its progress on a terminal", async () => {
  await using shop = await historyShop();
  const onTerminal = { preload: "data:text/javascript,Deno.stderr.isTerminal=()=>true" };
  const { code, stderr } = await cliCommand("history", ["undo", "--yes"], shop.kvPath, onTerminal).output();
  assert.equal(code, 0);
  const shown = new TextDecoder().decode(stderr);
  assert.ok(shown.includes("\rAnalysing: 0 of 1 reviews") && shown.endsWith("\r\x1b[K"), shown);
});
