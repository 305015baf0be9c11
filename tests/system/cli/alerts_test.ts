import assert from "node:assert/strict";
import { signalProgram } from "../../../cli/command/child_process.ts";
import { alertReceivers } from "../../support/service/alert_receivers.ts";
import { linesOf } from "../../support/service/test_server.ts";
import { runCli, runProcess, tempStore } from "../../support/service/run_cli.ts";

const DENO_CERT = `${import.meta.dirname}/../../fixtures/tls/ca.pem`;
const ROOT = new URL("../../../", import.meta.url);
const BAD = { author: "Ann", rating: 1, date: "2025-11-20", source: "Google", text: "Nobody came." };

Deno.test("deno task start counts its file descriptors, polls sources, and sends news by mail and to a program", async () => {
  await using receivers = await alertReceivers(true);
  await using store = await tempStore();
  const names = ["alerts.json", "notify", "taken", "inbox", "sources.json"];
  const [alerts, program, taken, inbox, sources] = names.map((name) => `${store.folder}/${name}`);
  assert.ok(alerts && program && taken && inbox && sources);
  await Deno.mkdir(inbox);
  await Deno.writeTextFile(sources, JSON.stringify([{ folder: inbox }]));
  await Deno.writeTextFile(program, `#!/bin/sh\n{ echo "$1"; cat; env; } > ${taken}\n`, { mode: 0o700 });
  const mail = { mail: "owner@acme.example", smtp: receivers.smtp, from: "reviews@acme.example" };
  await Deno.writeTextFile(alerts, JSON.stringify([{ command: program }, mail]));
  const listening = { KV_PATH: store.kvPath, PORT: "0", HOST: "127.0.0.1", LOG_FORMAT: "json" };
  const task = new Deno.Command("sh", {
    args: ["-c", `ulimit -n 300 && exec "$0" "$@"`, Deno.execPath(), "run", "-qA", "cli/launch/launch.ts", "start"],
    cwd: ROOT,
    env: { ...listening, SOURCES_FILE: sources, ALERTS: alerts, SECRET: "quiet", DENO_CERT },
    stdout: "piped",
  }).spawn();
  const lines: string[] = [];
  using _ended = { [Symbol.dispose]: () => signalProgram(task, "SIGTERM") };
  for await (const line of linesOf(task.stdout)) {
    lines.push(line);
    if (line.includes('"message":"hub started"')) {
      // The first round has recorded what is already published.
      while (!(await runProcess("alerts", ["--json"], store.kvPath, { ALERTS: alerts })).stdout.includes("nothing"));
      await Deno.writeTextFile(`${store.folder}/bad.json`, JSON.stringify([BAD]));
      await Deno.utime(`${store.folder}/bad.json`, new Date(1e12), new Date(1e12));
      await Deno.rename(`${store.folder}/bad.json`, `${inbox}/bad.json`);
    }
    if (/"message":"alert (?:failed|sent","receiver":"mail")/.test(line)) task.kill("SIGTERM");
  }
  assert.equal((await task.status).code, 0);
  assert.deepEqual(lines.filter((line) => !line.includes('"level":"info"')), []);
  const log = lines.join("\n");
  assert.match(log, /"connections":150\b[^]*"message":"source imported"[^]*"message":"stopped"/);
  assert.match(receivers.mails[0] ?? "", /1 star from Ann[^]*Nobody came\./);
  const given = await Deno.readTextFile(taken);
  assert.match(given, /1 star from Ann[^]*Nobody came\./);
  assert.doesNotMatch(given, /quiet/);
  assert.equal((await runProcess("alerts", ["test", "mail"], store.kvPath, { ALERTS: alerts, DENO_CERT })).code, 0);
  assert.match(receivers.mails[1] ?? "", /^Subject: Test: /m);
  await Deno.writeTextFile(program, "#!/bin/sh\nexit 1\n");
  const failing = await runCli("alerts", ["test", "command"], store.kvPath, { ALERTS: alerts });
  assert.match(failing.stdout + failing.stderr, /failed with exit code 1/);
});
