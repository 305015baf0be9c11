import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { runProcess, tempStore } from "../../support/service/run_cli.ts";
import { startServer } from "../../support/service/test_server.ts";

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

Deno.test("where another process stands still with the store's lock, commands that read do so and others end with a sentence", async () => {
  await using store = await tempStore();
  const file = `${store.folder}/reviews.json`;
  await Deno.writeTextFile(file, JSON.stringify([reviewOf()]));
  assert.equal((await runProcess("import", [file], store.kvPath)).code, 0);
  await Deno.writeTextFile(file, JSON.stringify([reviewOf({ native: "another" })]));
  {
    using _lock = lock(store.kvPath);
    const [exported, list, refused] = await Promise.all([
      runProcess("export", [], store.kvPath),
      runProcess("hub", ["list"], store.kvPath),
      runProcess("import", [file], store.kvPath),
    ]);
    assert.equal(JSON.parse(exported.stdout).reviews.length, 1, exported.stderr);
    assert.equal(list.code, 0, list.stderr);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^Another process keeps the store locked/m);
  }
  assert.equal((await runProcess("import", [file], store.kvPath)).code, 0);
});

Deno.test("a service starts beside a process that stands still with the store's lock, and is well when that ends", async () => {
  await using store = await tempStore();
  const file = `${store.folder}/reviews.json`;
  await Deno.writeTextFile(file, JSON.stringify([reviewOf()]));
  assert.equal((await runProcess("import", [file], store.kvPath)).code, 0);
  const held = lock(store.kvPath);
  await using server = await startServer(store.kvPath);
  const health = async () => await (await fetch(`${server.origin}/healthz`)).json();
  assert.equal((await fetch(`${server.origin}/reviews.json`).then((answer) => answer.json())).reviews.length, 1);
  const { status, trouble } = await health();
  assert.equal(status, "degraded");
  assert.match(trouble.reason, /^Another process keeps the store locked/m);
  held[Symbol.dispose]();
  await server.logged(({ message }) => message === "hub started");
  assert.equal((await health()).status, "ok");
});
