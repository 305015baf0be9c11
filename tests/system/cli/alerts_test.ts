import assert from "node:assert/strict";
import { alertReceivers } from "../../support/service/alert_receivers.ts";
import { linesOf } from "../../support/service/test_server.ts";
import { runCli, runProcess, tempStore } from "../../support/service/run_cli.ts";

const DENO_CERT = new URL("../../fixtures/tls/ca.pem", import.meta.url).pathname;
const ROOT = new URL("../../../", import.meta.url);

Deno.test("deno task start sends news of an import that knows nothing of alerts, by mail and to a program", async () => {
  await using receivers = await alertReceivers(true);
  await using store = await tempStore();
  const [alerts, program, taken] = ["alerts.json", "notify", "taken"].map((name) => `${store.folder}/${name}`);
  assert.ok(alerts && program && taken);
  await Deno.writeTextFile(program, `#!/bin/sh\n{ echo "$1"; cat; env; } > ${taken}\n`, { mode: 0o700 });
  const mail = { mail: "owner@acme.example", smtp: receivers.smtp, from: "reviews@acme.example" };
  await Deno.writeTextFile(alerts, JSON.stringify([{ command: program }, mail]));
  await Deno.writeTextFile(
    `${store.folder}/bad.json`,
    JSON.stringify([
      { author: "Ann", rating: 1, date: "2025-11-20", source: "Google", text: "Nobody came." },
    ]),
  );
  const task = new Deno.Command(Deno.execPath(), {
    args: ["run", "-qA", "cli/launch/launch.ts", "start"],
    cwd: ROOT,
    env: {
      KV_PATH: store.kvPath,
      PORT: "0",
      HOST: "127.0.0.1",
      LOG_FORMAT: "json",
      ALERTS: alerts,
      SECRET: "quiet",
      DENO_CERT,
    },
    stdout: "piped",
  }).spawn();
  const lines: string[] = [];
  using _ended = { [Symbol.dispose]: () => endTask(task) };
  for await (const line of linesOf(task.stdout)) {
    lines.push(line);
    if (line.includes('"message":"hub started"')) {
      // The first round has recorded what is already published.
      while (!(await runProcess("alerts", ["--json"], store.kvPath, { ALERTS: alerts })).stdout.includes("nothing"));
      assert.equal((await runCli("import", [`${store.folder}/bad.json`, "--yes"], store.kvPath)).code, 0);
    }
    if (/"message":"alert (?:failed|sent","receiver":"mail")/.test(line)) task.kill("SIGTERM");
  }
  assert.equal((await task.status).code, 0);
  assert.deepEqual(lines.filter((line) => !line.includes('"level":"info"')), []);
  assert.match(receivers.mails[0] ?? "", /1 star from Ann[^]*Nobody came\./);
  const given = await Deno.readTextFile(taken);
  assert.match(given, /1 star from Ann[^]*Nobody came\./);
  assert.doesNotMatch(given, /quiet/);
  assert.equal((await runProcess("alerts", ["test", "mail"], store.kvPath, { ALERTS: alerts, DENO_CERT })).code, 0);
  assert.match(receivers.mails[1] ?? "", /^Subject: Test: /m);
});

/** Ends a process that a failed assertion has left running. */
function endTask(task: Deno.ChildProcess): void {
  try {
    task.kill("SIGTERM");
  } catch {
    // It has ended.
  }
}
