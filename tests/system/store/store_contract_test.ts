import assert from "node:assert/strict";
import { ConnectStore } from "../../../service/store/connect_store.ts";
import { watchRow } from "../../../service/store/open_store.ts";
import { CertainStore } from "../../../domain/store/certain_store.ts";
import type { HearRow, Store } from "../../../domain/store/store.ts";
import type { StoreTrouble } from "../../../domain/store/store_trouble.ts";
import { PostgresStore } from "../../../service/store/postgres_store.ts";
import { POSTGRES, startPostgres, WITHOUT_POSTGRES } from "../../support/store/postgres_server.ts";
import { DENOKV, startDenokv, WITHOUT_DENOKV } from "../../support/store/denokv.ts";
import { PROXY_LOSSES, startLosingProxy } from "../../support/store/losing_proxy.ts";
import { losingStore, seededLosses } from "../../support/store/losing_store.ts";
import { withStore } from "../../support/hub/hub_under_test.ts";
import { tempStore } from "../../support/service/run_cli.ts";
import { STORE_CONTRACT, type StoreClaim } from "../../support/store/store_contract.ts";

/** Creates a store, uses it and disposes of it. */
type WithStore = (use: (kv: Store) => Promise<void>) => Promise<void>;

const onFile: WithStore = async (use) => {
  await using folder = await tempStore();
  await withStore(folder.kvPath, use);
};

const onLosingFile: WithStore = async (use) => {
  await using folder = await tempStore();
  using kv = await Deno.openKv(folder.kvPath);
  // Concurrent calls must not lose all of their tries.
  await use(new CertainStore(losingStore(kv, seededLosses(20261122)), { waitMilliseconds: 1 }));
};

const onDenokv: WithStore = async (use) => {
  await using denokv = await startDenokv();
  await withStore(denokv.url, use);
};

const onDenokvBehindLoss: WithStore = async (use) => {
  await using denokv = await startDenokv();
  await using proxy = startLosingProxy(denokv.url);
  proxy.lose((nth) => nth % 3 === 1 ? PROXY_LOSSES[Math.floor(nth / 3) % PROXY_LOSSES.length] ?? null : null);
  await withStore(proxy.url, use);
};

function test(store: string, on: WithStore, claims: readonly StoreClaim[], ignore = false): void {
  for (const { claim, holds } of claims) {
    Deno.test({ name: `${store}: ${claim}`, ignore, fn: () => on(holds) });
  }
}

const inCommonFormat: WithStore = async (use) => {
  using kv = await Deno.openKv(":memory:");
  await use(new ConnectStore(kv));
};

test("a file", onFile, STORE_CONTRACT);
test("values in the format of every Deno", inCommonFormat, STORE_CONTRACT);
test("a file that loses commits and answers", onLosingFile, STORE_CONTRACT);
test(`a real KV Connect store${WITHOUT_DENOKV}`, onDenokv, STORE_CONTRACT, DENOKV === null);
test(`the same behind a proxy that loses${WITHOUT_DENOKV}`, onDenokvBehindLoss, STORE_CONTRACT, DENOKV === null);

Deno.test("KV Connect holds values as bytes, as each version of Deno has its own format for others", async () => {
  using kv = await Deno.openKv(":memory:");
  const store = new ConnectStore(kv);
  const values = [{ at: new Date(0), list: ["é"] }, "text", 1.5, true, null, new Uint8Array([0xff, 0x0f, 1])];
  const bytes = new Uint8Array([0xfe, 2]);
  for (const value of [...values, bytes]) {
    await store.set(["set"], value);
    await store.atomic().check({ key: ["atomic"], versionstamp: null }).set(["atomic"], value).commit();
    for (const key of [["set"], ["atomic"]]) {
      const stored = (await kv.get(key)).value;
      assert.ok(stored instanceof Uint8Array);
      assert.deepEqual([...stored.subarray(0, 2)], value === bytes ? [...bytes] : [0xff, 0x0f]);
      assert.deepEqual((await store.get(key)).value, value);
    }
    await store.delete(["atomic"]);
  }
});

// A server takes seconds to start, so all properties are checked on one.
Deno.test({
  name: `PostgreSQL keeps the contract of a store${WITHOUT_POSTGRES}`,
  ignore: POSTGRES === null,
  fn: async (t) => {
    await using server = await startPostgres();
    const kv = await PostgresStore.open(server.url, []);
    for (const { claim, holds } of STORE_CONTRACT) await t.step(claim, () => holds(kv));
    await kv.close();
  },
});

Deno.test({
  name: `PostgreSQL reports changes of another process, also after a lost connection${WITHOUT_POSTGRES}`,
  ignore: POSTGRES === null,
  fn: async () => {
    await using server = await startPostgres();
    const reader = await PostgresStore.open(server.url, [["told"]]);
    const writer = await PostgresStore.open(server.url, [["told"]]);
    await changesAreHeard(writer, reader.onRowChange, async () => {
      await server.kill();
      await server.restart();
    });
    await reader.close();
    await writer.close();
  },
});

Deno.test({
  name: `a real KV Connect store reports changes, also after an outage${WITHOUT_DENOKV}`,
  ignore: DENOKV === null,
  fn: async () => {
    await using denokv = await startDenokv();
    using reader = await Deno.openKv(denokv.url);
    using writer = await Deno.openKv(denokv.url);
    const watchers: ((trouble: StoreTrouble | null) => void)[] = [];
    const health = { watch: (onChange: (trouble: StoreTrouble | null) => void) => void watchers.push(onChange) };
    await changesAreHeard(writer, (key, then) => watchRow(reader, health, key, then), async () => {
      for (const tell of watchers) tell({ fault: "silent", since: 0 });
      await denokv.restart();
      for (const tell of watchers) tell(null);
    });
  },
});

/**
 * Writes until the watch reports a change, before and after an interruption: a write that is too early may go
 * unnoticed.
 */
async function changesAreHeard(writer: Store, onRowChange: HearRow, interrupt: () => Promise<void>) {
  let [value, isHeard] = [0, false];
  const stop = onRowChange(["told"], () => void (isHeard = true));
  for (const before of [() => Promise.resolve(), interrupt]) {
    await before();
    isHeard = false;
    while (!isHeard) await writer.set(["told"], ++value);
  }
  stop();
}
