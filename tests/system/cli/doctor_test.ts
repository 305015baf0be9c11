import assert from "node:assert/strict";
import { HEAD } from "../../../domain/dataset/dataset_head.ts";
import { Stage, TLS } from "../../support/service/https_stage.ts";
import { runCli, runProcess, tempStore } from "../../support/service/run_cli.ts";
import { startServer } from "../../support/service/test_server.ts";

interface Report {
  readonly status: string;
  readonly findings: readonly { readonly check: string; readonly status: string; readonly text: string }[];
}

/** Exit code of the doctor, and the statuses in its JSON output by check. */
async function examined(kvPath: string, env: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = await runProcess("doctor", ["--json"], kvPath, env);
  assert.equal(stderr, "");
  const report = JSON.parse(stdout) as Report;
  return { code, report, statuses: Object.fromEntries(report.findings.map(({ check, status }) => [check, status])) };
}

Deno.test("a store that is not there is warned of and not made; a wrong setting is the one fault that is told", async () => {
  await using store = await tempStore();
  const missing = await examined(store.kvPath, { PORT: "1" });
  assert.deepEqual([missing.code, missing.statuses["store"]], [1, "warning"]);
  await assert.rejects(Deno.stat(store.kvPath), Deno.errors.NotFound);
  const { code, report } = await examined(store.kvPath, { PORT: "eighty" });
  assert.equal(code, 2);
  assert.deepEqual(report.findings.map(({ check }) => check), ["settings"]);
});

Deno.test("beside a running service behind TLS everything is in order, and what is damaged is found", async () => {
  await using store = await tempStore();
  const review = { author: "Ann", rating: 5, date: "2025-11-20", source: "Google", text: "Quick." };
  await Deno.writeTextFile(`${store.folder}/reviews.json`, JSON.stringify([review]));
  await Deno.writeTextFile(`${store.folder}/business.json`, '{ "name": "Acme", "email": "office@acme.example" }');
  const files = [`${store.folder}/reviews.json`, "--business", `${store.folder}/business.json`];
  assert.equal((await runCli("import", files, store.kvPath)).code, 0);
  await using server = await startServer(store.kvPath);
  await using proxy = new Stage();
  proxy.answer = ({ url }) => fetch(new URL(new URL(url).pathname, server.origin));
  const settings = { BASE_URL: proxy.origin("localhost"), TRUSTED_PROXIES: "127.0.0.1/32" };
  const env = { ...settings, DENO_CERT: `${TLS}/ca.pem` };
  const sound = await examined(store.kvPath, env);
  assert.deepEqual(sound.report.findings.filter(({ status }) => status !== "ok"), []);
  const checks = "access address certificate clock disk hub proxy revision service store";
  assert.equal(Object.keys(sound.statuses).sort().join(" "), checks);
  assert.equal(sound.code, 0);
  assert.equal((await runProcess("doctor", ["-q"], store.kvPath, env)).stdout, "");

  const refused = await examined(store.kvPath, settings);
  assert.deepEqual([refused.code, refused.statuses["certificate"]], [2, "fault"]);

  using kv = await Deno.openKv(store.kvPath);
  const { value: head } = await kv.get<{ readonly revision: string }>(HEAD);
  const key = ["dataset", head?.revision ?? "", 0];
  const { value: chunk } = await kv.get<Uint8Array>(key);
  assert.ok(chunk);
  const other = chunk.slice();
  other[100] = (other[100] ?? 0) ^ 0xff;
  await kv.set(key, other);
  const damaged = await examined(store.kvPath, env);
  assert.equal(damaged.code, 2);
  assert.match(damaged.report.findings.find(({ check }) => check === "revision")?.text ?? "", /is damaged/);
  assert.equal(damaged.statuses["service"], "ok");

  await kv.delete(key);
  const lacking = await examined(store.kvPath, env);
  assert.equal(lacking.statuses["revision"], "fault");
});

Deno.test({
  name: "a new store is its owner's alone, with its log files, and the doctor warns of one that others may read",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using store = await tempStore();
    await using _server = await startServer(store.kvPath);
    const files = ["", "-wal", "-shm"].map((suffix) => store.kvPath + suffix);
    const modes = () => Promise.all(files.map(async (file) => ((await Deno.stat(file)).mode ?? 0) & 0o777));
    assert.deepEqual(await modes(), [0o600, 0o600, 0o600]);
    const found = async (check: string) => {
      const { report } = await examined(store.kvPath, { PORT: "1" });
      return report.findings.find((finding) => finding.check === check);
    };
    assert.equal((await found("access"))?.status, "ok");
    assert.match((await found("revision"))?.text ?? "", /^Nothing is published yet/);
    for (const [mode, who] of [[0o640, "its group"], [0o604, "every user"]] as const) {
      await Deno.chmod(store.kvPath, mode);
      const access = await found("access");
      assert.equal(access?.status, "warning");
      assert.ok(access?.text.includes(`${store.kvPath} (secrets of subscribers, for ${who}: mode 0`));
    }
  },
});
