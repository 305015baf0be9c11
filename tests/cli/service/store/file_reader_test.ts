import assert from "node:assert/strict";
import { FileReader } from "../../../../cli/service/store/file_reader.ts";
import type { StoreRows } from "../../../../domain/store/store.ts";
import { tempStore } from "../../../support/service/run_cli.ts";

const KEYS: readonly Deno.KvKey[] = [
  ["a"],
  ["a", 0],
  ["a", -0.5],
  ["a", -1e300],
  ["a", 1e300],
  ["a", Infinity],
  ["a", "\u0000"],
  ["a", "\u0000\u00ff"],
  ["a", "zero \u0000 inside", 7],
  ["a", "é \u{1f600}"],
  ["a", "", ""],
  ["b", 1_795_166_100_000, "id"],
  ["b", 1_795_166_100_001, "id"],
  ["count", "u64"],
];

const VALUES: readonly unknown[] = [
  null,
  "text",
  -1.5,
  { a: [1, undefined, { b: new Date(0) }], c: 10n },
  new Map([["a", new Set([1])]]),
  new Uint8Array([0, 1, 255]),
  true,
];

async function all<T>(rows: StoreRows<T>): Promise<readonly Deno.KvEntry<T>[]> {
  return await Array.fromAsync(rows);
}

Deno.test("FileReader reads what Deno KV has written, as Deno KV reads it, while it is open and afterwards", async () => {
  await using store = await tempStore();
  const reader = new FileReader(store.kvPath);
  {
    using kv = await Deno.openKv(store.kvPath);
    for (const [n, key] of KEYS.entries()) await kv.set(key, VALUES[n % VALUES.length]);
    await kv.set(["count", "u64"], new Deno.KvU64(2n ** 63n + 1n));
    const last = KEYS.at(-1) ?? [];
    for (const key of [...KEYS, ["nothing"], ["a", 1]]) assert.deepEqual(await reader.get(key), await kv.get(key));
    const some: Deno.KvKey[] = [KEYS[3] ?? [], ["nothing"], KEYS[8] ?? []];
    assert.deepEqual(await reader.getMany(some), await kv.getMany(some));
    const selectors: readonly Deno.KvListSelector[] = [
      { prefix: [] },
      { prefix: ["a"] },
      { prefix: ["a", "zero \u0000 inside"] },
      { prefix: ["b"], start: ["b", 1_795_166_100_001] },
      { prefix: ["a"], end: ["a", 0] },
      { start: ["a", 0], end: ["b", Infinity] },
      { start: ["b", 0], end: last },
    ];
    for (const selector of selectors) {
      for (const options of [{}, { limit: 2 }, { batchSize: 3 }, { limit: 5, batchSize: 2 }]) {
        assert.deepEqual(await all(reader.list(selector, options)), await all(kv.list(selector, options)));
      }
    }
    const first = reader.list({ prefix: ["a"] }, { limit: 3 });
    const rows = await all(first);
    const rest = await all(reader.list({ prefix: ["a"] }, { cursor: first.cursor }));
    assert.deepEqual([...rows, ...rest], await all(kv.list({ prefix: ["a"] })));
  }
  assert.deepEqual((await all(reader.list({ prefix: [] }))).length, KEYS.length);
  await reader.inspect();
  reader.close();
});
