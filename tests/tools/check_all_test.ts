import assert from "node:assert/strict";
import { checkAll } from "../../tools/check_all.ts";

Deno.test("a failed part of the check stops none of the others", async () => {
  const parts = ["format", "lint", "types"].map((name) => ({ name, args: [] }));
  const rows = await checkAll(({ name }) => Promise.resolve(name === "lint" ? 1 : 0), parts);
  const results = rows.map(([name, result]) => [name, result]);
  assert.deepEqual(results, [["format", "ok"], ["lint", "failed with exit code 1"], ["types", "ok"]]);
});
