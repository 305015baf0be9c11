import assert from "node:assert/strict";
import { readHead } from "../../../domain/dataset/dataset_head.ts";
import { type ExportTruth, judgeExport, type Judgement, VERDICTS } from "../../support/import/judge_export.ts";
import { runCli } from "../../support/service/run_cli.ts";
import { tempStore } from "../../support/service/temp_store.ts";

const FOLDER = "tests/fixtures/import/exports";
const TRUTH = ".truth.json";
/** Files at a time: one process each. */
const LANES = 2;
const RIGHT_AFTER_A_CONFIRMATION = 30;

Deno.test("sixty exports of many sources: none is published wrongly, and half after at most a confirmation", async () => {
  const files = await Array.fromAsync(Deno.readDir(FOLDER), ({ name }) => name);
  const names = files.filter((name) => name.endsWith(TRUTH)).sort();
  const judged = new Map<string, Judgement>();
  const waiting = [...names];
  const lane = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) judged.set(name, await judge(name));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const count = (verdict: typeof VERDICTS[number]) =>
    [...judged.values()].filter((end) => end.verdict === verdict).length;
  const lines = [...judged].sort().map(([name, { verdict, why, lost }]) => {
    const unpublished = lost.length === 0 ? "" : ` (not published: ${lost.join(", ")})`;
    return `${verdict.padEnd(24)} ${name.slice(0, -TRUTH.length)}${unpublished}${why === "" ? "" : `: ${why}`}\n`;
  });
  // Without --quiet the test prints it, whatever the end.
  const summary = `${VERDICTS.map((verdict) => `${verdict}: ${count(verdict)}`).join(", ")}\n${lines.join("")}`;
  await Deno.stdout.write(new TextEncoder().encode(summary));
  assert.equal(names.length, 60);
  assert.equal(count("WRONG"), 0, summary);
  const right = count("at once") + count("after --yes");
  assert.ok(right >= RIGHT_AFTER_A_CONFIRMATION, `${right} are right at once or after a confirmation.\n${summary}`);
});

async function judge(name: string): Promise<Judgement> {
  const truth: ExportTruth = JSON.parse(await Deno.readTextFile(`${FOLDER}/${name}`));
  await using store = await tempStore();
  return await judgeExport(`${FOLDER}/${name.slice(0, -TRUTH.length)}`, truth, {
    importing: (...args) => runCli("import", args, store.kvPath),
    published: async () => {
      using kv = await Deno.openKv(store.kvPath);
      if ((await readHead(kv)).value === null) return null;
      return JSON.parse((await runCli("export", [], store.kvPath)).stdout).reviews;
    },
  });
}
