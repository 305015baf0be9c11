import assert from "node:assert/strict";
import { retryLocked } from "../../domain/retry_locked.ts";

function locked(times: number): () => Promise<string> {
  let calls = 0;
  return () => ++calls > times ? Promise.resolve(`call ${calls}`) : Promise.reject(new Error("database is locked"));
}

Deno.test("retryLocked() tries again, waiting longer each time, until the file is free", async () => {
  const waits: number[] = [];
  const wait = (milliseconds: number) => {
    waits.push(milliseconds);
    return Promise.resolve();
  };
  assert.equal(await retryLocked(locked(4), wait), "call 5");
  assert.equal(waits.length, 4);
  waits.forEach((milliseconds, n) => {
    const base = 2 ** (n + 1);
    assert.ok(milliseconds >= base * 0.5 && milliseconds <= base * 1.5, `${milliseconds} after try ${n + 1}`);
  });
});

Deno.test("retryLocked() gives up after ten tries and passes other errors on at once", async () => {
  let waits = 0;
  const wait = () => {
    waits++;
    return Promise.resolve();
  };
  await assert.rejects(retryLocked(locked(10), wait), /locked/);
  assert.equal(waits, 9);
  await assert.rejects(retryLocked(() => Promise.reject(new Error("disk full")), wait), /disk full/);
  assert.equal(waits, 9);
});
