import assert from "node:assert/strict";
import { readHead } from "../../../domain/dataset/dataset_head.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { cliCommand, runCli, tempStore } from "../../support/service/run_cli.ts";
import { linesOf, startServer } from "../../support/service/test_server.ts";
import { readArchive } from "../../../domain/dataset/revision_chunks.ts";

for (const chunks of [1, 13, 40, Infinity]) {
  const when = chunks === Infinity ? "all chunks, before the head moves," : `${chunks} chunks`;
  Deno.test(`an import that is killed after ${when} leaves the old dataset served, and the next one works`, async () => {
    await using store = await tempStore();
    // Random text does not compress: the import writes many chunks, over several commits.
    const bytes = new Uint8Array(1800);
    const rows = Array.from(
      { length: 500 },
      (_, n) => reviewOf({ native: `new-${n}`, text: crypto.getRandomValues(bytes).toBase64() }),
    );
    await Deno.writeTextFile(`${store.folder}/old.json`, JSON.stringify([reviewOf()]));
    await Deno.writeTextFile(`${store.folder}/new.json`, JSON.stringify(rows));
    assert.equal((await runCli("import", [`${store.folder}/old.json`], store.kvPath)).code, 0);
    await using server = await startServer(store.kvPath);
    const reviews = async () => (await (await fetch(`${server.origin}/reviews.json`)).json()).reviews.length;

    using kv = await Deno.openKv(store.kvPath);
    const before = (await readHead(kv)).value;
    const killed = cliCommand("import", [`${store.folder}/new.json`], store.kvPath, {
      preload: "tests/support/import/hang_after_chunks.ts",
      env: { HANG_AFTER_CHUNKS: String(chunks) },
    }).spawn();
    const lines = linesOf(killed.stdout);
    assert.equal((await lines[Symbol.asyncIterator]().next()).value, "hanging");
    killed.kill("SIGKILL");
    const [{ signal }] = await Promise.all([killed.status, killed.stderr.cancel()]);
    assert.equal(signal, "SIGKILL");
    let written = 0;
    for await (const { key } of kv.list({ prefix: ["dataset"] })) {
      if (key.length === 3 && key[1] !== before?.revision) written++;
    }
    assert.ok(written >= Math.min(chunks, 41), `${written} chunks were written`);

    assert.deepEqual((await readHead(kv)).value, before);
    assert.ok(before !== null && await readArchive(kv, before) !== null);
    assert.equal(await reviews(), 1);
    const again = await runCli("import", [`${store.folder}/new.json`], store.kvPath);
    assert.equal(again.code, 0, again.stderr);
    await server.logged((line) => line["message"] === "dataset loaded" && line["reviews"] === 501);
    assert.equal(await reviews(), 501);
  });
}
