import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { runCli, runProcess, tempStore } from "../../support/service/run_cli.ts";
import { startFailing } from "../../support/service/test_server.ts";

/** The database of another application, with a table named like one of Deno KV. */
function foreignDatabase(path: string): void {
  using file = new DatabaseSync(path);
  file.exec("create table kv (key text primary key, value text); insert into kv values ('till', '17.40')");
}

Deno.test("every command and the service refuse the database of another application in a sentence and leave it as it is", async () => {
  await using store = await tempStore();
  foreignDatabase(store.kvPath);
  const before = await Deno.readFile(store.kvPath);
  const file = `${store.folder}/reviews.json`;
  await Deno.writeTextFile(file, JSON.stringify([reviewOf()]));
  const commands: readonly (readonly [string, readonly string[]])[] = [
    ["import", [file]],
    ["export", []],
    ["insights", []],
    ["hub", ["list"]],
    ["review", ["list"]],
    ["history", ["list"]],
    ["doctor", []],
  ];
  await Promise.all(commands.map(async ([command, args]) => {
    const { code, stdout, stderr } = await runCli(command, args, store.kvPath, { PORT: "1" });
    assert.notEqual(code, 0, command);
    assert.match((stdout + stderr).replace(/\s+/g, " "), /database of another application, and nothing in it/, command);
    if (command !== "doctor") assert.match(stderr, /^Cannot use the store [^\n]+\n$/, command);
  }));
  const { code, stderr } = await startFailing({ KV_PATH: store.kvPath });
  assert.equal(code, 1);
  assert.match(stderr, /^[^\n]+another application[^\n]+\n$/);
  assert.deepEqual(await Deno.readFile(store.kvPath), before);
  const names = (await Array.fromAsync(Deno.readDir(store.folder))).map(({ name }) => name).sort();
  assert.deepEqual(names, ["reviews.json", "reviews.kv"]);
});

Deno.test("a start and a command on a store of a newer Deno name this one and what to do", async () => {
  await using store = await tempStore();
  const file = `${store.folder}/reviews.json`;
  await Deno.writeTextFile(file, JSON.stringify([reviewOf()]));
  assert.equal((await runProcess("import", [file], store.kvPath)).code, 0);
  {
    // V8 refuses a value whose second byte is a later version of its format.
    using database = new DatabaseSync(store.kvPath);
    database.exec("update kv set v = cast(x'ff7f' || substr(v, 3) as blob) where v_encoding = 1");
  }
  const ends = await Promise.all([startFailing({ KV_PATH: store.kvPath }), runProcess("export", [], store.kvPath)]);
  for (const { code, stdout, stderr } of ends) {
    assert.deepEqual([code, stdout], [1, ""]);
    const expected = `: a newer Deno than this one, ${Deno.version.deno}, wrote it. Run `;
    assert.ok(stderr.startsWith("Cannot use the store ") && stderr.includes(expected), stderr);
  }
});

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
