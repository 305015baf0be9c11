import assert from "node:assert/strict";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { cliCommand, tempStore } from "../../support/service/run_cli.ts";
import { ACCESS_TOKEN, DENOKV, startDenokv, WITHOUT_DENOKV } from "../../support/store/denokv.ts";
import { POSTGRES, startPostgres, WITHOUT_POSTGRES } from "../../support/store/postgres_server.ts";

const JANE = reviewOf({ native: "jane", author: "Jane Erasable", date: "2026-05-03" });
const ANN = reviewOf({ native: "ann", author: "Ann", date: "2026-05-02" });

/** Hides, erases and undoes on a store behind a network. Resolves to the output of the erasure. */
async function useReviews(url: string): Promise<string> {
  await using folder = await tempStore();
  const path = `${folder.folder}/all.json`;
  await Deno.writeTextFile(path, JSON.stringify([JANE, ANN]));
  const run = async (command: string, ...args: string[]) => {
    const env = { DENO_KV_ACCESS_TOKEN: ACCESS_TOKEN };
    const { code, stdout, stderr } = await cliCommand(command, args, url, { env }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout);
  };
  const authors = async () =>
    JSON.parse(await run("export")).reviews.map(({ author }: { readonly author: string }) => author);
  await run("import", path);
  await run("review", "hide", "--reason", "spam", ANN.id);
  assert.deepEqual(await authors(), ["Jane Erasable"]);
  const erased = await run("review", "erase", "--yes", "--author", "jane erasable");
  assert.deepEqual(await authors(), []);
  await run("history", "undo", "--yes", "1");
  assert.deepEqual(await authors(), ["Ann"]);
  assert.match(await run("import", path), /Left out 1 row: erased before\./);
  assert.match(await run("history"), /^4 \*[^\n]*\n3 [^\n]*review erase\n2 [^\n]*review hide\n1 /m);
  return erased;
}

Deno.test({
  name: `reviews are hidden, erased and undone on KV Connect, whose server keeps deleted bytes${WITHOUT_DENOKV}`,
  ignore: DENOKV === null,
  fn: async () => {
    await using denokv = await startDenokv();
    assert.match(await useReviews(denokv.url), /\nThe server of this store keeps deleted data on its disk until/);
  },
});

Deno.test({
  name: `reviews are hidden, erased and undone on PostgreSQL, whose table is written anew${WITHOUT_POSTGRES}`,
  ignore: POSTGRES === null,
  fn: async () => {
    await using server = await startPostgres();
    const { Client } = await import("pg");
    const client = new Client({ connectionString: server.url });
    await client.connect();
    const file = async () => {
      const { rows } = await client.query("select pg_relation_filenode('reviews_kv') as node");
      return rows[0].node;
    };
    try {
      // The first command creates the table.
      await cliCommand("history", [], server.url).output();
      const before = await file();
      assert.match(await useReviews(server.url), /\nThe table was written anew\. The database's own log/);
      assert.notEqual(await file(), before);
    } finally {
      await client.end();
    }
  },
});
