import assert from "node:assert/strict";
import { countingErrors } from "../../../service/telemetry/service_metrics.ts";
import { retriedStore, watchedStore } from "../../../domain/store/watched_store.ts";
import { StoreTroubleError } from "../../../domain/store/store_trouble.ts";
import type { Store } from "../../../domain/store/store.ts";
import { STORE_CONTRACT } from "../../support/store/store_contract.ts";

for (const { claim, holds } of STORE_CONTRACT) {
  Deno.test(`a watched store: ${claim}`, async () => {
    using kv = await Deno.openKv(":memory:");
    await holds(watchedStore(kv, countingErrors(() => {})));
  });
}

Deno.test("each failed call is counted under one of a few names and rethrows its error", async () => {
  const errors: unknown[] = [
    new Error("secret: database is locked"),
    new StoreTroubleError("disk_full"),
    new Error("x"),
  ];
  const fail = () => Promise.reject(errors[0]);
  const failing = {
    get: fail,
    list: () => ({ next: fail, cursor: "" }),
    atomic: () => ({ check: () => ({ commit: fail }) }),
  } as unknown as Store;
  const counted: string[] = [];
  const kv = watchedStore(failing, countingErrors((call, error) => counted.push(`${call} ${error}`)));
  await assert.rejects(kv.get(["a"]), { message: "secret: database is locked" });
  errors.shift();
  await assert.rejects(kv.list({ prefix: [] }).next(), StoreTroubleError);
  errors.shift();
  await assert.rejects(kv.atomic().commit(), { message: "x" });
  assert.deepEqual(counted, ["get locked_for_now", "list disk_full", "commit other"]);
});

Deno.test("calls locked by another process are retried, also for each row of a list, and each failure is counted", async () => {
  using file = await Deno.openKv(":memory:");
  await file.atomic().set(["a", 1], 1).set(["a", 2], 2).commit();
  let calls = 0;
  // Every second call finds the file locked.
  const locking = watchedStore(
    file,
    (_, work) => ++calls % 2 ? Promise.reject(new Error("database is locked")) : work(),
  );
  const counted: string[] = [];
  const kv = retriedStore(locking, countingErrors((call, error) => counted.push(`${call} ${error}`)));
  const rows = await Array.fromAsync(kv.list<number>({ prefix: ["a"] }, { batchSize: 1 }));
  assert.deepEqual(rows.map(({ value }) => value), [1, 2]);
  assert.equal((await kv.get(["a", 1])).value, 1);
  const { ok } = await kv.atomic().check({ key: ["b"], versionstamp: null }).set(["b"], 3).commit();
  assert.deepEqual([ok, (await kv.get(["b"])).value], [true, 3]);
  const failures = ["list", "list", "list", "get", "commit", "get"];
  assert.deepEqual(counted, failures.map((call) => `${call} locked_for_now`));
});
