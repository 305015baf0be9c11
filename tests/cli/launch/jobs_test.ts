import assert from "node:assert/strict";
import { type Job, postJob, runJob, serveJobs } from "../../../cli/launch/jobs.ts";
import { runPrinting } from "../../../cli/launch/launch.ts";
import { tempStore } from "../../support/service/run_cli.ts";
import { withVariables } from "../../support/service/with_variables.ts";

Deno.test("a job runs its own command with the variables of settings alone, for who knows the secret address", async () => {
  const runs: unknown[] = [];
  await using jobs = serveJobs((...run) => {
    runs.push(run);
    return Promise.resolve({ output: "[]", errors: "" });
  });
  const { origin, hostname, pathname } = new URL(jobs.address);
  assert.equal(hostname, "127.0.0.1");
  assert.ok(pathname.length > 40);
  for (const [address, method] of [[origin, "POST"], [`${jobs.address}x`, "POST"], [jobs.address, "GET"]] as const) {
    const { status, body } = await fetch(address, { method });
    await body?.cancel();
    assert.equal(status, 404);
  }
  const variables = { ALERTS: "/tmp/alerts.json", LD_PRELOAD: "/tmp/evil.so" };
  await withVariables({ JOBS_ADDRESS: jobs.address }, async () => {
    const job: Job = { command: "mail_report", variables, month: "2026-10", language: "de" };
    assert.deepEqual(await postJob(job), { output: "[]", errors: "" });
  });
  const args = ["--mail", "--json", "--sentences", "--month=2026-10", "--language=de"];
  assert.deepEqual(runs, [["report", args, { ALERTS: "/tmp/alerts.json" }]]);
});

Deno.test("a job of another command, month or language is refused", async () => {
  const wrong = [
    { command: "erase" },
    { command: "toString" },
    { command: "mail_report", month: "2026-10 --yes" },
    { command: "mail_report", language: "de,en" },
  ];
  for (const job of wrong) {
    await assert.rejects(
      runJob({ variables: {}, ...job } as Job, () => Promise.reject(new Error("It ran."))),
      { name: "TypeError", message: /^There is no job / },
    );
  }
});

Deno.test("a job that fails prints its reason as a sentence, which has translations", async () => {
  await using store = await tempStore();
  const SOURCES_FILE = `${store.folder}/sources.json`;
  await Deno.writeTextFile(SOURCES_FILE, JSON.stringify([{ folder: "/a" }, { folder: "/b/a" }]));
  const job: Job = { command: "try_sources", variables: { SOURCES_FILE } };
  const { output, errors } = await runJob(job, (name, args, variables) => {
    return runPrinting(name, args, { KV_PATH: store.kvPath, LAUNCH_FOLDER: store.folder, ...variables });
  });
  const { fault: [{ parts: { reason } }] } = JSON.parse(output);
  const text = 'two entries are called "{name}"; give each another name';
  assert.deepEqual([reason, errors], [{ text, parts: { name: "a" } }, ""]);
});
