import assert from "node:assert/strict";
import { MOST_CHECKS, type Store } from "../../../domain/store/store.ts";

/** A property of every store, and its check. */
export interface StoreClaim {
  readonly claim: string;
  readonly holds: (kv: Store) => Promise<void>;
}

const VALUE_BYTES = 65_000;

async function keysOf(kv: Store, selector: Deno.KvListSelector, options = {}): Promise<readonly unknown[]> {
  const rows = await Array.fromAsync(kv.list(selector, options));
  return rows.map(({ key }) => key.at(-1));
}

async function fill(kv: Store, prefix: string, names: readonly Deno.KvKeyPart[]): Promise<void> {
  for (const name of names) await kv.set([prefix, name], String(name));
}

/** The properties that the service requires of any store. */
export const STORE_CONTRACT: readonly StoreClaim[] = [
  {
    claim: "a row that is not there has neither value nor versionstamp",
    holds: async (kv) => {
      assert.deepEqual(await kv.get(["none"]), { key: ["none"], value: null, versionstamp: null });
    },
  },
  {
    claim: "a row is read as it was written, with the versionstamp of its commit",
    holds: async (kv) => {
      const value = { text: "Grüße 👋", n: 1.5, list: [null, true], bytes: new Uint8Array([1, 2]), at: new Date(0) };
      const { versionstamp } = await kv.set(["row", 1], value);
      assert.deepEqual(await kv.get(["row", 1]), { key: ["row", 1], value, versionstamp });
      await kv.delete(["row", 1]);
      assert.equal((await kv.get(["row", 1])).versionstamp, null);
    },
  },
  {
    claim: "keys are ordered by their parts: bytes, texts by their UTF-8, numbers, false before true",
    holds: async (kv) => {
      const parts = [new Uint8Array([0]), new Uint8Array([1]), "", "A", "a", "aa", "b", "é", "👋", -1, 0, 1.5, 2, 10];
      await fill(kv, "order", [...parts, false, true].reverse());
      assert.deepEqual(await keysOf(kv, { prefix: ["order"] }), [...parts, false, true]);
      assert.deepEqual(await keysOf(kv, { start: ["order", "A"], end: ["order", "b"] }), ["A", "a", "aa"]);
      assert.deepEqual(await keysOf(kv, { start: ["order", 0], end: ["order", 10] }), [0, 1.5, 2]);
    },
  },
  {
    claim: "a list ends at its limit and goes on from its cursor, and pages do not show",
    holds: async (kv) => {
      const names = Array.from({ length: 25 }, (_, n) => n);
      await fill(kv, "page", names);
      assert.deepEqual(await keysOf(kv, { prefix: ["page"] }, { batchSize: 4 }), names);
      const rows = kv.list({ prefix: ["page"] }, { limit: 10, batchSize: 10 });
      assert.equal((await Array.fromAsync(rows)).length, 10);
      assert.deepEqual(await keysOf(kv, { prefix: ["page"] }, { cursor: rows.cursor }), names.slice(10));
    },
  },
  {
    claim: "ten rows are read at once, in the order that was asked for",
    holds: async (kv) => {
      await fill(kv, "many", [1, 2, 3]);
      const keys = [3, 9, 1, 2, 4, 5, 6, 7, 8, 10].map((n) => ["many", n]);
      const rows = await kv.getMany<(string | null)[]>(keys);
      assert.deepEqual(rows.map(({ value }) => value), ["3", null, "1", "2", ...Array(6).fill(null)]);
    },
  },
  {
    claim: "a commit writes all of its rows with one versionstamp, or none of them when a check does not hold",
    holds: async (kv) => {
      const { versionstamp } = await kv.set(["all", 0], 0);
      const stale = kv.atomic().check({ key: ["all", 0], versionstamp: null }).set(["all", 1], 1).delete(["all", 0]);
      assert.deepEqual(await stale.commit(), { ok: false });
      assert.deepEqual(await keysOf(kv, { prefix: ["all"] }), [0]);
      const good = await kv.atomic().check({ key: ["all", 0], versionstamp }).set(["all", 1], 1).set(["all", 2], 2)
        .commit();
      assert.ok(good.ok);
      const rows = await kv.getMany([["all", 1], ["all", 2]]);
      assert.deepEqual(rows.map((row) => row.versionstamp), [good.versionstamp, good.versionstamp]);
      assert.ok(good.versionstamp > versionstamp);
    },
  },
  {
    claim: "a commit may have as many checks as the service makes, and all of them count",
    holds: async (kv) => {
      const checks = Array.from({ length: MOST_CHECKS }, (_, n) => ({ key: ["check", n], versionstamp: null }));
      assert.ok((await kv.atomic().check(...checks).set(["check", 0], 1).commit()).ok);
      assert.ok(!(await kv.atomic().check(...checks).set(["check", 1], 1).commit()).ok);
    },
  },
  {
    claim: "sums add up, from nothing, below zero and at once",
    holds: async (kv) => {
      await Promise.all(Array.from({ length: 40 }, () => kv.atomic().sum(["sum"], 3n).commit()));
      await kv.atomic().sum(["sum"], 2n ** 64n - 20n).commit();
      assert.equal((await kv.get<Deno.KvU64>(["sum"])).value?.value, 100n);
    },
  },
  {
    claim: "of commits at the same time with the same check one happens",
    holds: async (kv) => {
      for (let round = 0; round < 5; round++) {
        const before = await kv.get(["race"]);
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, n) => kv.atomic().check(before).set(["race"], n).sum(["raced"], 1n).commit()),
        );
        assert.equal(answers.filter(({ ok }) => ok).length, 1);
      }
      assert.equal((await kv.get<Deno.KvU64>(["raced"])).value?.value, 5n);
    },
  },
  {
    claim: "values of 64 KiB fit, twelve in a commit, and larger ones are refused",
    holds: async (kv) => {
      const operation = kv.atomic();
      const chunk = (n: number) => new Uint8Array(VALUE_BYTES).fill(n);
      for (let n = 0; n < 12; n++) operation.set(["chunk", n], chunk(n));
      assert.ok((await operation.commit()).ok);
      const rows = await Array.fromAsync(kv.list<Uint8Array>({ prefix: ["chunk"] }));
      assert.deepEqual(rows.map(({ value }) => [value.length, value.at(-1)]), rows.map((_, n) => [VALUE_BYTES, n]));
      await assert.rejects(kv.set(["chunk", 12], new Uint8Array(70_000)), TypeError);
      assert.equal((await keysOf(kv, { prefix: ["chunk"] })).length, 12);
    },
  },
  {
    claim: "500 rows are removed in a commit",
    holds: async (kv) => {
      const names = Array.from({ length: 500 }, (_, n) => n);
      const [write, remove] = [kv.atomic(), kv.atomic()];
      for (const name of names) {
        write.set(["bulk", name], name);
        remove.delete(["bulk", name]);
      }
      assert.ok((await write.commit()).ok);
      assert.equal((await keysOf(kv, { prefix: ["bulk"] })).length, 500);
      assert.ok((await remove.commit()).ok);
      assert.deepEqual(await keysOf(kv, { prefix: ["bulk"] }), []);
    },
  },
  {
    claim: "a row with an end can be read before it, and is written over like any other",
    holds: async (kv) => {
      await kv.set(["end"], 1, { expireIn: 3_600_000 });
      const before = await kv.get(["end"]);
      assert.equal(before.value, 1);
      assert.ok((await kv.atomic().check(before).set(["end"], 2).commit()).ok);
      assert.equal((await kv.get(["end"])).value, 2);
    },
  },
  {
    claim: "a commit can be built up before it is made, and made a second time",
    holds: async (kv) => {
      const operation = kv.atomic().sum(["twice"], 1n);
      assert.ok((await operation.commit()).ok);
      assert.ok((await operation.commit()).ok);
      assert.equal((await kv.get<Deno.KvU64>(["twice"])).value?.value, 2n);
    },
  },
];
