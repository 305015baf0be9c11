import assert from "node:assert/strict";
import { importWorkshop } from "../../support/import/import_reading.ts";
import { denoCommand, PROGRESS } from "../../support/service/run_cli.ts";

/** Runs a command whose standard output is a closed pipe. */
async function withClosedPipe(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly [code: number, printed: string]> {
  const line = ["run", "-q", "--config", "deno.dev.json", "-A", ...args];
  const child = denoCommand(line, { ...env, NO_COLOR: "1" }).spawn();
  await child.stdout.cancel();
  const [{ code }, printed] = await Promise.all([child.status, new Response(child.stderr).text()]);
  return [code, printed.replace(PROGRESS, "")];
}

Deno.test("a command whose reader has closed the pipe ends without an error, and so does its help", async () => {
  assert.deepEqual(await withClosedPipe(["tools/eval/eval.ts", "--list"]), [0, ""]);
  assert.deepEqual(await withClosedPipe(["tools/eval/eval.ts", "--help"]), [0, ""]);
});

Deno.test("an import whose reader has closed the pipe publishes and ends without an error, and so does an export", async () => {
  await using shop = await importWorkshop({
    "a.json": [{ author: "Ann", rating: 5, date: "2025-11-20", source: "s", text: "Quick." }],
  });
  assert.deepEqual(await withClosedPipe(["cli/import.ts", shop.path("a.json")], { KV_PATH: shop.kvPath }), [0, ""]);
  assert.equal((await shop.published()).reviews.length, 1);
  for (const args of [["--csv"], []]) {
    assert.deepEqual(await withClosedPipe(["cli/export.ts", ...args], { KV_PATH: shop.kvPath }), [0, ""]);
  }
});
