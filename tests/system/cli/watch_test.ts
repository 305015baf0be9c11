import assert from "node:assert/strict";
import { readLastingFacts } from "../../../cli/alerts/alert_facts.ts";
import { Stage, TLS } from "../../support/service/https_stage.ts";
import { runCli, runProcess, tempStore } from "../../support/service/run_cli.ts";
import { linesOf, startServer } from "../../support/service/test_server.ts";

const ROOT = new URL("../../../", import.meta.url);
const ANN = { author: "Ann", rating: 5, date: "2025-11-20", source: "Google", text: "Quick." };

/** Puts a finished file into the inbox of a folder. Returns the path of the inbox. */
async function inboxOf(folder: string, name: string, text: string): Promise<string> {
  const inbox = `${folder}/inbox`;
  await Deno.mkdir(inbox, { recursive: true });
  await Deno.writeTextFile(`${inbox}/${name}`, text);
  await Deno.utime(`${inbox}/${name}`, new Date(1e12), new Date(1e12));
  return inbox;
}

Deno.test("deno task watch --once polls a folder and a URL beside a running service, whose metrics count failures", async () => {
  await using store = await tempStore();
  const inbox = await inboxOf(store.folder, "a.json", JSON.stringify([ANN]));
  await using stage = new Stage();
  stage.answer = ({ headers }) =>
    headers.get("authorization") === "Bearer hush"
      ? Response.json([{ ...ANN, author: "Ben" }])
      : new Response(null, { status: 401 });
  const url = `${stage.origin("localhost")}/export.json?key=quiet`;
  const sources = [{ folder: inbox }, { name: "shop", url, token_file: `${store.folder}/token` }];
  await Deno.writeTextFile(`${store.folder}/sources.json`, JSON.stringify(sources));
  await Deno.writeTextFile(`${store.folder}/token`, "hush\n");
  const env = {
    SOURCES_FILE: `${store.folder}/sources.json`,
    SOURCES_ALLOW_CIDRS: "127.0.0.0/8",
    DENO_CERT: `${TLS}/ca.pem`,
  };
  await using service = await startServer(store.kvPath);
  const first = await runProcess("watch", ["--once"], store.kvPath, env);
  assert.equal(first.stdout, "published  inbox\npublished  shop\n");
  assert.equal(first.code, 0);
  assert.doesNotMatch(first.stderr, /hush|quiet/);
  const again = await runProcess("watch", ["--once", "--json"], store.kvPath, env);
  assert.deepEqual(JSON.parse(again.stdout), {
    busy: false,
    sources: [{ name: "inbox", result: "nothing" }, { name: "shop", result: "unchanged" }],
  });
  await Deno.writeTextFile(`${store.folder}/token`, "wrong\n");
  const failed = await runProcess("watch", ["--once"], store.kvPath, env);
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /localhost answers with 401\./);

  await service.logged(({ message, reviews }) => message === "dataset loaded" && reviews === 2);
  const history = await runCli("history", ["list"], store.kvPath);
  assert.match(history.stdout, /watch shop/);
  await using second = await startServer(store.kvPath, { METRICS_ADDR: "127.0.0.1:0" });
  // The public need not know where the reviews come from, nor why a source fails.
  for (const path of ["/healthz", "/readyz"]) {
    const answer = await (await fetch(`${second.origin}${path}`)).text();
    assert.match(answer, /"status":/);
    assert.doesNotMatch(answer, /sources|inbox|shop|localhost/);
  }
  const metricsPort = second.log.find(({ message }) => message === "serving metrics")?.["metrics_port"];
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  assert.deepEqual(metrics.match(/^reviews_source_failures.*$/gm), [
    'reviews_source_failures{source="inbox"} 0',
    'reviews_source_failures{source="shop"} 1',
  ]);
});

Deno.test("a folder imports no unconfirmed kind of file, names the command that confirms it, and then continues alone", async () => {
  await using store = await tempStore();
  const ann = "Customer,Score,When,Words\nAnn Lee,5,2025-03-04,They came the same day and cleaned up.\n";
  const inbox = await inboxOf(store.folder, "march.csv", ann);
  const env = { SOURCES_FILE: `${store.folder}/sources.json` };
  await Deno.writeTextFile(env.SOURCES_FILE, JSON.stringify([{ folder: inbox }]));
  const refused = await runProcess("watch", ["--once"], store.kvPath, env);
  assert.deepEqual([refused.code, refused.stdout], [1, "failed     inbox\n"]);
  assert.ok(refused.stderr.includes(`deno task import ${inbox}/march.csv`), refused.stderr);
  assert.equal(JSON.parse((await runCli("history", ["--json"], store.kvPath)).stdout).revisions?.length ?? 0, 0);
  const command = `Run \`deno task import ${inbox}/march.csv\`.`;
  assert.ok((await runCli("doctor", ["--json"], store.kvPath, env)).stdout.includes(command));
  const kv = await Deno.openKv(store.kvPath);
  const { failedSources } = await readLastingFacts(kv, Date.now());
  kv.close();
  assert.ok(String(failedSources[0]?.reason).endsWith(command), JSON.stringify(failedSources));
  assert.equal((await runCli("import", [`${inbox}/march.csv`, "--yes", "--source", "survey"], store.kvPath)).code, 0);
  await inboxOf(
    store.folder,
    "april.csv",
    `${ann}Ben Ray,2,2025-04-05,Two hours late and then the part was missing.\n`,
  );
  const later = await runProcess("watch", ["--once"], store.kvPath, env);
  assert.deepEqual([later.code, later.stdout], [0, "published  inbox\n"], later.stderr);
  const { reviews } = JSON.parse((await runCli("export", [], store.kvPath)).stdout);
  assert.deepEqual(reviews.map(({ author, source }: Record<string, unknown>) => [author, source]), [
    ["Ben Ray", "survey"],
    ["Ann Lee", "survey"],
  ]);
});

Deno.test({
  name: "sources that are named while the service runs at a terminal are polled without a restart",
  // Elsewhere `script`, which makes the terminal, has other options.
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await using store = await tempStore();
    const inbox = await inboxOf(store.folder, "a.json", JSON.stringify([ANN]));
    const task = new Deno.Command("script", {
      // With exec, because the shell would end with 130 at Ctrl-C.
      args: ["-qfec", `exec ${Deno.execPath()} run -qA cli/launch/launch.ts start`, "/dev/null"],
      cwd: ROOT,
      env: { KV_PATH: store.kvPath, PORT: "0", HOST: "127.0.0.1", LOG_FORMAT: "json" },
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const terminal = task.stdin.getWriter();
    const messages: string[] = [];
    for await (const line of linesOf(task.stdout)) {
      if (!line.startsWith("{")) continue;
      const { message, reviews } = JSON.parse(line);
      messages.push(message);
      if (message === "hub started") {
        await Deno.writeTextFile(`${store.kvPath}.sources.json`, JSON.stringify([{ folder: inbox }]));
      }
      // Ctrl-C
      if (message === "dataset loaded" && reviews === 1) await terminal.write(new Uint8Array([3]));
    }
    await terminal.close().catch(() => {});
    assert.equal((await task.status).code, 0);
    assert.ok(messages.includes("source imported"), messages.join());
    assert.ok(messages.includes("stopped"));
  },
});
