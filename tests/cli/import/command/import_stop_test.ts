import assert from "node:assert/strict";
import { readHead } from "../../../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../../../domain/dataset/publish_dataset.ts";
import { sampleDataset } from "../../../../domain/dataset/sample_dataset.ts";
import { reviewOf } from "../../../support/reviews/review_of.ts";
import { cliCommand, runCli } from "../../../support/service/run_cli.ts";
import { tempStore } from "../../../support/service/temp_store.ts";
import { TextLineStream } from "../../../support/service/text_line_stream.ts";

/** From so many on two threads analyse; without texts they take no time. */
const MANY = 30_000;

async function rowsOf(kvPath: string): Promise<readonly (readonly [Deno.KvKey, unknown])[]> {
  using kv = await Deno.openKv(kvPath);
  const rows: [Deno.KvKey, unknown][] = [];
  for await (const { key, value } of kv.list({ prefix: [] })) rows.push([key, value]);
  return rows;
}

Deno.test("an import that is stopped while two threads analyse ends and changes nothing, and the next one works", async () => {
  await using store = await tempStore();
  const sample = sampleDataset();
  const dataset = { ...sample, reviews: sample.reviews.slice(0, 3), sample: false };
  {
    using kv = await Deno.openKv(store.kvPath);
    await publishDataset(kv, dataset, await readHead(kv), new Date());
  }
  const before = await rowsOf(store.kvPath);
  const row = { author: "Ada", rating: 5, date: "2026-05-14", source: "test" };
  const many = Array.from({ length: MANY }, (_, id) => ({ ...row, id: String(id) }));
  await Deno.writeTextFile(`${store.folder}/many.json`, JSON.stringify(many));

  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const stopped = cliCommand("import", [`${store.folder}/many.json`], store.kvPath, {
      preload: "tests/support/import/hang_in_analysis.ts",
    }).spawn();
    const lines = stopped.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream());
    assert.equal((await lines[Symbol.asyncIterator]().next()).value, "analysing");
    stopped.kill(signal);
    const [status] = await Promise.all([stopped.status, stopped.stderr.cancel()]);
    assert.equal(status.signal, signal);
    assert.deepEqual(await rowsOf(store.kvPath), before);
  }

  await Deno.writeTextFile(`${store.folder}/one.json`, JSON.stringify([reviewOf()]));
  const next = await runCli("import", [`${store.folder}/one.json`], store.kvPath);
  assert.equal(next.code, 0, next.stderr);
  using kv = await Deno.openKv(store.kvPath);
  assert.equal((await readHead(kv)).value?.reviews, dataset.reviews.length + 1);
});
