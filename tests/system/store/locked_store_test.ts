import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { runProcess, tempStore } from "../../support/service/run_cli.ts";
import { startFailing } from "../../support/service/test_server.ts";

/** Holds the lock of a store, like a process that stalls in the middle of a write. */
function lock(path: string): Disposable {
  const file = new DatabaseSync(path);
  file.exec("begin immediate");
  return {
    [Symbol.dispose]: () => {
      file.exec("rollback");
      file.close();
    },
  };
}

Deno.test("where another process stands still with the store's lock, a start and commands end with 1 and a sentence", async () => {
  await using store = await tempStore();
  const file = `${store.folder}/reviews.json`;
  await Deno.writeTextFile(file, JSON.stringify([reviewOf()]));
  assert.equal((await runProcess("import", [file], store.kvPath)).code, 0);
  {
    using _lock = lock(store.kvPath);
    const ends = await Promise.all([
      startFailing({ KV_PATH: store.kvPath }),
      runProcess("export", [], store.kvPath),
      runProcess("import", [file], store.kvPath),
    ]);
    for (const { code, stdout, stderr } of ends) {
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /^Cannot use the store \S+: another process keeps the store locked, [^\n]+\n$/);
    }
  }
  assert.equal((await runProcess("export", [], store.kvPath)).code, 0);
});
