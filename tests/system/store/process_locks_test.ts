import assert from "node:assert/strict";
import { processLocks } from "../../../service/store/process_locks.ts";
import { tempStore } from "../../support/service/run_cli.ts";
import { stopped } from "../../support/store/losing_store.ts";

const HOLDER = `
  import { processLocks } from "./service/store/process_locks.ts";
  console.log(await processLocks(Deno.args[0])?.hold("a"));
  setInterval(() => {}, 1000);
`;

Deno.test("the lock of a process is free once it was killed, and not while it runs or is paused", async () => {
  await using store = await tempStore();
  const locks = processLocks(store.kvPath);
  assert.ok(locks);
  const command = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", "--config", "deno.dev.json", "--ext=ts", HOLDER, store.kvPath],
    stdout: "piped",
  });
  const holder = command.spawn();
  const reader = holder.stdout.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reader.read()).value?.trim(), "true");
  assert.equal(await locks.isFree("a"), false);
  holder.kill("SIGSTOP");
  await stopped(holder.pid);
  assert.equal(await locks.isFree("a"), false);
  holder.kill("SIGKILL");
  await holder.status;
  await reader.cancel();
  assert.equal(await locks.isFree("a"), true);
  await locks.forget("a");
  assert.equal(await locks.isFree("a"), false, "It is not known any more.");
  assert.ok(await locks.hold("b"));
  assert.equal(await locks.isFree("b"), false);
  locks.release();
  assert.deepEqual(await Array.fromAsync(Deno.readDir(`${store.kvPath}.locks`)), []);
});

Deno.test("a process whose folder of locks was removed takes the lock of its next id", async () => {
  await using store = await tempStore();
  const locks = processLocks(store.kvPath);
  assert.ok(locks);
  assert.ok(await locks.hold("a"));
  await Deno.remove(`${store.kvPath}.locks`, { recursive: true });
  assert.equal(await locks.isFree("a"), false, "A process without a file has not ended.");
  assert.ok(await locks.hold("b"));
  assert.equal(await locks.isFree("b"), false);
  locks.release();
  assert.deepEqual(await Array.fromAsync(Deno.readDir(`${store.kvPath}.locks`)), []);
});

Deno.test("a store behind a network or in memory has no locks", () => {
  for (const path of [undefined, ":memory:", "https://kv.example/", "postgres://reviews@db.example/reviews"]) {
    assert.equal(processLocks(path), null);
  }
});
