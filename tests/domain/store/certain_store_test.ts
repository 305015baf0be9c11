import assert from "node:assert/strict";
import { CertainStore } from "../../../domain/store/certain_store.ts";
import type { Store } from "../../../domain/store/store.ts";
import { StoreTroubleError } from "../../../domain/store/store_trouble.ts";
import { losingStore } from "../../support/store/losing_store.ts";
import { storeProxy } from "../../support/store/store_proxy.ts";

const STARTING = new Error("the database system is starting up");

/** A store that refuses the first reads. */
function refusing(kv: Deno.Kv, times: number): { readonly store: Store; readonly calls: () => number } {
  let calls = 0;
  const store = storeProxy(kv, { read: (read) => calls++ < times ? Promise.reject(STARTING) : read() });
  return { store, calls: () => calls };
}

Deno.test("a store that fails briefly is called again; one that keeps failing is silent", async () => {
  using kv = await Deno.openKv(":memory:");
  await kv.set(["a"], 1);
  const brief = refusing(kv, 3);
  const first = new CertainStore(brief.store, { waitMilliseconds: 0 });
  assert.equal((await first.get(["a"])).value, 1);
  assert.equal(brief.calls(), 4);
  const second = new CertainStore(refusing(kv, Infinity).store, { waitMilliseconds: 0 });
  await assert.rejects(second.get(["a"]), (error) => {
    assert.ok(error instanceof StoreTroubleError);
    assert.deepEqual([error.fault, error.cause], ["silent", STARTING]);
    return true;
  });
});

Deno.test("a commit that is lost every time fails like a call to a silent store", async () => {
  using kv = await Deno.openKv(":memory:");
  const store = new CertainStore(losingStore(kv, () => "commit"), { waitMilliseconds: 0 });
  await assert.rejects(store.set(["a"], 1), StoreTroubleError);
  assert.equal((await kv.get(["a"])).value, null);
});
