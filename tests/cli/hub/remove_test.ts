import assert from "node:assert/strict";
import type { Denial } from "../../../websub/store/subscription.ts";
import { countRows, denialKey, pendingKey, readSubscription } from "../../../websub/store/hub_rows.ts";
import { idOf, seeded } from "../../support/hub/hub_seed.ts";

const PATH = "/reviews.json";
const REASON = "The operator of this hub has ended the subscription";

async function rowsOf(kv: Deno.Kv): Promise<Deno.KvEntry<unknown>[]> {
  const rows = await Array.fromAsync(kv.list({ prefix: [] }));
  // A store that loses answers writes receipts when it is opened.
  return rows.filter(({ key }) => key[0] !== "commit");
}

Deno.test("hub remove ends subscriptions, makes their denials due at once, and removes their pending requests", async () => {
  await using store = await seeded();
  const before = Date.now();
  const { code, stdout } = await store.hub("remove", "a1b2c3", "d1d2", "e1e2", "a1b2c3d4");
  assert.equal(code, 0);
  assert.equal(
    stdout,
    "Removed a1b2c3d4e5f6 (/reviews.json to https://a.example/callback?…). A running server tells the subscriber " +
      "within seconds. The request that waited for its verification is gone as well.\n" +
      "Removed d1d200000000 (/reviews.json to https://d.example/plain). Its lease had run out, so nobody is told.\n" +
      "Removed the request e1e200000000 (/reviews.json to https://b.example/callback?…), which waited for its " +
      "verification. Nobody is told.\n",
  );
  await store.look(async (kv) => {
    assert.equal((await readSubscription(kv, PATH, idOf("a1b2c3d4e5f6"))).value, null);
    assert.equal((await kv.get(pendingKey(idOf("a1b2c3d4e5f6")))).value, null);
    assert.deepEqual([await countRows(kv, "subscription"), await countRows(kv, "pending")], [2, 0]);
    const { value: denial } = await kv.get<Denial>(denialKey(idOf("a1b2c3d4e5f6")));
    assert.equal(denial?.reason, REASON);
    assert.ok(denial.nextAttemptAt >= before && denial.nextAttemptAt <= Date.now());
  });
});

Deno.test("hub remove puts the given reason into the denial", async () => {
  await using store = await seeded();
  assert.equal((await store.hub("remove", "b1b2", "--reason", "Moved to another hub")).code, 0);
  const denial = await store.look((kv) => kv.get<Denial>(denialKey(idOf("b1b2"))));
  assert.equal(denial.value?.reason, "Moved to another hub");
  for (const reason of ["two\nlines", "x".repeat(201), " "]) {
    const { code, stderr } = await store.hub("remove", "a1b2", "--reason", reason);
    assert.deepEqual([code, stderr.startsWith("--reason has")], [1, true]);
  }
});

Deno.test("hub remove and hub replay do nothing when one id is unknown or has ended", async () => {
  await using store = await seeded();
  const before = await store.look(rowsOf);
  for (const args of [["remove", "a1b2", "9999"], ["remove", "a1b2", "f1f2"], ["replay", "a1b2", "e1e2"]]) {
    const { code, stdout, stderr } = await store.hub(...args);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /Nothing was done/);
  }
  assert.deepEqual(await store.look(rowsOf), before);
});
