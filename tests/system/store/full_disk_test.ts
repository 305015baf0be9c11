import assert from "node:assert/strict";
import { statfs } from "node:fs/promises";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { runCli } from "../../support/service/run_cli.ts";
import { canMount, type SmallDisk, smallDisk } from "../../support/service/small_disk.ts";
import { type HubUnderTest, requestOf, startHub } from "../../support/hub/hub_under_test.ts";
import { startFailing, type TestServer } from "../../support/service/test_server.ts";
import { byKind, confirmWith, inTurn } from "../../support/subscriber/callback_answers.ts";
import { assertToldRarely } from "../../support/store/losing_store.ts";

// Longer than heartbeats continue after the last work, so that only the queue message is written.
const RETRY_SECONDS = 12;
// A fifth more for the jitter of retries.
const LATEST_RETRY_MS = 1.2 * RETRY_SECONDS * 1000;

const ignore = !await canMount();

const FULL = "the disk of the store is full, so nothing can be written at the moment. Free some space on that disk.";
const READ_ONLY =
  "the disk of the store is read-only, so nothing can be written at the moment. Mount that disk for writing.";
const NOT_THERE =
  "the file or its folder cannot be opened for writing. Create the folder, give this user the right to write there, " +
  "or set KV_PATH to another file.";
const REFUSALS = [
  { how: "full", isThere: true, says: FULL },
  { how: "full", isThere: false, says: FULL },
  { how: "read-only", isThere: true, says: READ_ONLY },
  { how: "read-only", isThere: false, says: NOT_THERE },
];

type Line = Readonly<Record<string, unknown>>;

/** Resolves when the service logs a matching line; rejects when the log ends first. */
async function told(server: TestServer, message: string, more: Line = {}): Promise<void> {
  const isIt = (line: Line) => Object.entries({ message, ...more }).every(([name, value]) => line[name] === value);
  const ended = server.exit.then((code) => {
    throw new Error(`The service ended with code ${code} before it told: ${message}.`);
  });
  await Promise.race([server.logged(isIt), ended]);
}

async function publish(disk: SmallDisk, text: string): Promise<void> {
  await Deno.writeTextFile(`${disk.folder}/change.json`, JSON.stringify([reviewOf({ text })]));
  const args = ["--replace-all", "--yes", `${disk.folder}/change.json`];
  const { code, stderr } = await runCli("import", args, disk.kvPath);
  assert.equal(code, 0, stderr);
}

/** Resolves when no process writes heartbeats any more. */
async function lastHeartbeat({ kvPath }: SmallDisk): Promise<void> {
  using kv = await Deno.openKv(kvPath);
  while ((await Array.fromAsync(kv.list({ prefix: ["process"] }))).length > 0) await pause();
}

async function health({ origin }: TestServer): Promise<{ readonly status: string; readonly trouble: Line | null }> {
  const answer = await fetch(`${origin}/healthz`);
  assert.equal(answer.status, 200);
  return await answer.json();
}

async function assertRefuses({ server, send, callback }: HubUnderTest, reason: RegExp): Promise<void> {
  const { status, trouble } = await health(server);
  assert.equal(status, "degraded");
  assert.match(String(trouble?.["reason"]), reason);
  const refused = await send(requestOf("subscribe", callback().url));
  assert.equal(refused.status, 503);
  assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/);
  assert.match(await refused.text(), reason);
  const history = await fetch(`${server.origin}/review-policy/history.json`);
  await history.body?.cancel();
  assert.equal(history.status, 503);
  await assertReads(server);
}

/** Poll interval for steps that take seconds: polling without a pause would slow the other tests down. */
function pause(): Promise<void> {
  return new Promise((go) => setTimeout(go, 1000));
}

async function assertReads({ origin }: TestServer): Promise<void> {
  for (const path of ["/", "/reviews.json", "/feed.xml", "/api/changes", "/api/reviews/search?limit=1", "/healthz"]) {
    const answer = await fetch(origin + path);
    await answer.body?.cancel();
    assert.equal(answer.status, 200, path);
  }
}

for (const driver of ["queue", "sweep"]) {
  Deno.test(
    `with ${driver} the service lives on when its disk fills with a message due, and delivers when there is room`,
    { ignore },
    async () => {
      await using disk = await smallDisk();
      const settings = { DELIVERY_DRIVER: driver, WEBSUB_RETRY_SECONDS: `${RETRY_SECONDS},${RETRY_SECONDS}` };
      await using hub = await startHub(settings, disk.kvPath);
      const { server } = hub;
      const failing = inTurn(confirmWith(500), confirmWith(200));
      const callback = hub.callback("/callback", byKind({ distribution: failing }));
      await hub.subscribe(callback);
      await hub.verified(callback);
      await hub.publish("told when there is room");
      await callback.next("distribution");
      const due = Date.now() + LATEST_RETRY_MS;
      // The failure, and with it the message, is in the store.
      await told(server, "websub distribution", { result: "500" });
      await lastHeartbeat(disk);
      await disk.fill();
      await told(server, "store refuses");
      await assertRefuses(hub, /The disk of the store is full, so nothing can be written/);
      // The time at which the message is due passes while the disk is full.
      while (Date.now() < due) {
        await assertReads(server);
        await pause();
      }
      await disk.free();
      await told(server, "store can be written again");
      await callback.next("distribution");
      assert.equal(callback.requests("distribution").length, 2);
      assert.deepEqual(await health(server).then(({ status, trouble }) => [status, trouble]), ["ok", null]);
      await hub.subscribe(hub.callback());
      assertToldRarely(server.log);
    },
  );
}

Deno.test(
  "a start and commands say in one line that the disk is full or read-only, and end with 1",
  { ignore },
  async () => {
    for (const { isThere, how, says } of REFUSALS) {
      await using disk = await smallDisk();
      if (isThere) await publish(disk, "still there");
      await (how === "full" ? disk.fill() : disk.remount("ro"));
      const expected = [1, "", `Cannot use the store ${disk.kvPath}: ${says}\n`];
      const { code, stdout, stderr } = await startFailing({ KV_PATH: disk.kvPath, SAMPLE_DATA: "yes" });
      assert.deepEqual([code, stdout, stderr], expected, `a start on a ${how} disk`);
      const change = `${disk.folder}/change.json`;
      for (const [command, ...args] of [["export"], ["import", change], ["hub", "list"]] as const) {
        if (!isThere && command !== "export") continue;
        const { code, stdout, stderr } = await runCli(command, args, disk.kvPath);
        assert.deepEqual([code, stdout, stderr], expected, `${command} on a ${how} disk`);
      }
      if (!isThere) continue;
      await (how === "full" ? disk.free() : disk.remount("rw"));
      assert.match((await runCli("export", [], disk.kvPath)).stdout, /still there/);
    }
  },
);

Deno.test("an import for which there is no room is refused before it writes anything", { ignore }, async () => {
  await using disk = await smallDisk();
  await publish(disk, "first");
  const reviews = Array.from({ length: 4000 }, (_, n) => {
    const text = crypto.getRandomValues(new Uint8Array(150)).toBase64();
    return reviewOf({ native: String(n), text });
  });
  await Deno.writeTextFile(`${disk.folder}/many.json`, JSON.stringify(reviews));
  const room = async () => (await statfs(disk.folder)).bavail * (await statfs(disk.folder)).bsize;
  await Deno.writeFile(`${disk.folder}/filling`, new Uint8Array(await room() - 1_500_000));
  const before = await room();
  const { code, stdout: said, stderr } = await runCli("import", [`${disk.folder}/many.json`], disk.kvPath);
  assert.deepEqual([code, said], [1, ""]);
  // On a busy machine the message shows the progress.
  assert.match(
    stderr,
    /^(?:\w+: [^\n]+\n)*The disk of the store has room for 1\.\d MB, and \d+\.\d MB are needed to publish; nothing was written\. Free some space on it\.\n$/,
  );
  assert.equal(await room(), before);
  const { stdout } = await runCli("export", [], disk.kvPath);
  assert.match(stdout, /first/);
});
