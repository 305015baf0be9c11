import assert from "node:assert/strict";
import { countingErrors, watchedStore } from "../../../../cli/service/telemetry/watched_store.ts";
import { StoreTroubleError } from "../../../../domain/store/store_trouble.ts";
import type { Store } from "../../../../domain/store/store.ts";
import { STORE_CONTRACT } from "../../../support/store/store_contract.ts";

for (const { claim, holds } of STORE_CONTRACT) {
  Deno.test(`a watched store: ${claim}`, async () => {
    using kv = await Deno.openKv(":memory:");
    await holds(watchedStore(kv, countingErrors(() => {})));
  });
}

Deno.test("each failed call is counted under a name that is one of a few, and fails as it did", async () => {
  const errors: unknown[] = [
    new Error("secret: database is locked"),
    new StoreTroubleError("disk_full"),
    new Error("x"),
  ];
  const fail = () => Promise.reject(errors[0]);
  const failing = {
    get: fail,
    list: () => ({ next: fail, cursor: "" }),
    atomic: () => ({ commit: fail }),
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
