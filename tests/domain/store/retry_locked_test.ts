import assert from "node:assert/strict";
import { retryLocked } from "../../../domain/store/watched_store.ts";

function locked(times: number): () => Promise<string> {
  let calls = 0;
  return () => ++calls > times ? Promise.resolve(`call ${calls}`) : Promise.reject(new Error("database is locked"));
}

/** A clock that records waits. Each reading advances it by `step` milliseconds. */
function clockOf(waits: number[], step = 0) {
  let time = 0;
  return {
    now: () => time += step,
    wait: (milliseconds: number) => Promise.resolve(void waits.push(milliseconds)),
  };
}

Deno.test("retryLocked() tries again, waiting longer each time, until the file is free", async () => {
  const waits: number[] = [];
  assert.equal(await retryLocked(locked(4), clockOf(waits)), "call 5");
  assert.equal(waits.length, 4);
  waits.forEach((milliseconds, n) => {
    const base = 2 ** (n + 1);
    assert.ok(milliseconds >= base * 0.5 && milliseconds <= base * 1.5, `${milliseconds} after try ${n + 1}`);
  });
});

Deno.test("retryLocked() gives up after eight seconds, and passes other errors on at once", async () => {
  const waits: number[] = [];
  await assert.rejects(retryLocked(() => Promise.reject(new Error("disk full")), clockOf(waits)), /disk full/);
  assert.equal(waits.length, 0);
  await assert.rejects(retryLocked(locked(10), clockOf(waits, 4000)), { name: "StoreTroubleError", fault: "locked" });
  assert.equal(waits.length, 1);
});
