import assert from "node:assert/strict";
import { readHead } from "../../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../../domain/dataset/publish_dataset.ts";
import { BASE_URL, requestOf } from "../../support/hub/hub_under_test.ts";
import { ownDataset } from "../../support/reviews/measured_dataset.ts";
import { runCli, tempStore } from "../../support/service/run_cli.ts";
import { startFailing, startServer } from "../../support/service/test_server.ts";
import { assertToldRarely } from "../../support/store/losing_store.ts";

const PAGE = 4096;
/** Attempts to write to a damaged store, within the requests that a client may make a minute. */
const ATTEMPTS = 20;
const ONE_LINE = /^[^\n]*(?:is damaged, [^\n]+\. (?:Put|Move) [^\n]*backup[^\n]*)\.\n$/;

/** A store with 180 reviews that a service has used, closed properly. */
async function usedStore(kvPath: string): Promise<void> {
  await Deno.writeFile(kvPath, await (usedBytes ??= madeByService()));
}

// Each test damages a copy: the service needs two seconds to create one.
let usedBytes: Promise<Uint8Array> | null = null;

async function madeByService(): Promise<Uint8Array> {
  await using store = await tempStore();
  {
    using kv = await Deno.openKv(store.kvPath);
    await publishDataset(kv, ownDataset(), await readHead(kv), new Date());
  }
  await using server = await startServer(store.kvPath);
  await server.logged(({ message }) => message === "hub started");
  server.kill("SIGTERM");
  assert.equal(await server.exit, 0);
  // All data is in the one file.
  const { size } = await Deno.stat(`${store.kvPath}-wal`).catch(() => ({ size: 0 }));
  assert.equal(size, 0);
  return await Deno.readFile(store.kvPath);
}

/** Overwrites pages of a file, counted from 0, with invalid bytes. */
async function damage(path: string, from: number, to = Infinity): Promise<void> {
  using file = await Deno.open(path, { read: true, write: true });
  const { size } = await file.stat();
  for (let page = from; page < Math.min(to, size / PAGE); page++) {
    await file.seek(page * PAGE, Deno.SeekMode.Start);
    await file.write(new Uint8Array(PAGE).fill(0xa5));
  }
}

Deno.test("a store that was damaged before the start is refused in one line, wherever the damage is", async () => {
  // The first page; the tables that Deno KV reads at its start; all but the first page; the reviews.
  for (const [from, to] of [[0, 1], [1, 8], [1, Infinity], [10, Infinity]] as const) {
    await using store = await tempStore();
    await usedStore(store.kvPath);
    await damage(store.kvPath, from, to);
    const { code, stderr } = await startFailing({ KV_PATH: store.kvPath });
    assert.equal(code, 1);
    assert.match(stderr, ONE_LINE, `pages ${from} to ${to}`);
    const exported = await runCli("export", [], store.kvPath);
    assert.equal(exported.code, 1);
    assert.match(exported.stderr, ONE_LINE, `pages ${from} to ${to}`);
  }
});

for (const DELIVERY_DRIVER of ["queue", "sweep"]) {
  Deno.test(`with ${DELIVERY_DRIVER} a store that is damaged while the service runs is told of a few times, and reads go on`, async () => {
    await using store = await tempStore();
    await usedStore(store.kvPath);
    const backup = await Deno.readFile(store.kvPath);
    await using server = await startServer(store.kvPath, { DELIVERY_DRIVER, BASE_URL });
    await server.logged(({ message }) => message === "hub started");
    await damage(store.kvPath, 0);
    // SQLite still caches valid pages. A changed log (`-wal`) makes it read the file again.
    await Deno.writeFile(`${store.kvPath}-wal`, new Uint8Array(PAGE).fill(0xa5));
    const body = new URLSearchParams(requestOf("subscribe", "https://callback.example/"));
    await server.logged(({ message }) => message === "store refuses");
    const refused = await fetch(`${server.origin}/api/websub/hub`, { method: "POST", body });
    assert.match(await refused.text(), /^The store is damaged/);
    assert.equal(refused.status, 503);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const answer = await fetch(`${server.origin}/reviews.json`);
      await answer.body?.cancel();
      assert.equal(answer.status, 200);
      const again = await fetch(`${server.origin}/api/websub/hub`, { method: "POST", body });
      await again.body?.cancel();
      assert.equal(again.status, 503);
    }
    const health = await (await fetch(`${server.origin}/healthz`)).json();
    assert.equal(health.status, "degraded");
    assert.match(health.trouble.reason, /^The store is damaged/);
    assertToldRarely(server.log);
    for (const { level, advice } of server.log) {
      if (level === "error") assert.equal(advice, "Replace it with a backup.");
    }

    await Deno.remove(`${store.kvPath}-wal`).catch(() => {});
    await Deno.remove(`${store.kvPath}-shm`).catch(() => {});
    await Deno.writeFile(`${store.folder}/backup.kv`, backup);
    await Deno.rename(`${store.folder}/backup.kv`, store.kvPath);
    await server.logged(({ message }) => message === "store can be written again");
    const accepted = await fetch(`${server.origin}/api/websub/hub`, { method: "POST", body });
    assert.equal(accepted.status, 202, await accepted.text());
  });
}

Deno.test("where what is published is not what was written, every command says damaged, and --replace-all publishes anew", async () => {
  await using store = await tempStore();
  const files = { reviews: `${store.folder}/reviews.json`, business: `${store.folder}/business.json` };
  const review = { author: "Ann", rating: 5, date: "2025-11-20", source: "Google", text: "Quick." };
  await Deno.writeTextFile(files.reviews, JSON.stringify([review]));
  await Deno.writeTextFile(files.business, JSON.stringify({ name: "Acme" }));
  assert.equal((await runCli("import", [files.reviews], store.kvPath)).code, 0);
  {
    using kv = await Deno.openKv(store.kvPath);
    const { value: head } = await kv.get<{ readonly revision: string }>(["dataset", "head"]);
    const key = ["dataset", head?.revision ?? "", 0];
    const { value: chunk } = await kv.get<Uint8Array>(key);
    assert.ok(chunk);
    await kv.set(key, chunk.map((byte, place) => place > 20 ? byte ^ 0xff : byte));
  }
  const commands: readonly (readonly [string, readonly string[]])[] = [
    ["import", [files.reviews]],
    ["export", []],
    ["insights", []],
    ["review", ["list"]],
  ];
  for (const [command, args] of commands) {
    const { code, stderr } = await runCli(command, args, store.kvPath);
    assert.equal(code, 1, command);
    assert.match(stderr, /^The store is damaged: [^\n]+\n$/, command);
  }
  const anew = [files.reviews, "--replace-all", "--yes", "--business", files.business];
  assert.equal((await runCli("import", anew, store.kvPath)).code, 0);
  assert.match((await runCli("export", [], store.kvPath)).stdout, /"Acme"/);
});
