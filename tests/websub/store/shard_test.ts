import assert from "node:assert/strict";
import { fc } from "../../support/properties.ts";
import {
  beginLook,
  exceptionOf,
  isWithin,
  type Shard,
  shardOf,
  shardRange,
  SHARDS,
  versionOf,
} from "../../../websub/store/shard.ts";

const id = fc.stringMatching(/^[0-9a-f]{64}$/);
const RANGE = { from: "4", to: "8" };

Deno.test("every id belongs to the one shard whose range holds it", () => {
  fc.assert(fc.property(id, (one) => {
    const within = Array.from({ length: SHARDS }, (_, number) => number).filter((number) =>
      isWithin(one, [shardRange(number)])
    );
    assert.deepEqual(within, [shardOf(one)]);
  }));
});

Deno.test("a scan begins with the whole shard, and continues where another process has stopped", () => {
  assert.deepEqual(beginLook(null, 7, RANGE), { version: 7, rest: [RANGE], except: [] });
  const left = { version: 7, rest: [{ from: "5a0", to: "8" }], except: ["41", "57"] };
  assert.deepEqual(beginLook(left, 7, RANGE).rest, [
    { from: "41", to: "41g" },
    { from: "57", to: "57g" },
    { from: "5a0", to: "8" },
  ]);
});

Deno.test("a scan for a newer version begins where the older one was and wraps around", () => {
  const older = { version: 7, rest: [{ from: "5a0", to: "8" }], except: ["41"] };
  assert.deepEqual(beginLook(older, 8, RANGE).rest, [{ from: "5a0", to: "8" }, { from: "4", to: "5a0" }]);
  const second = { version: 8, rest: [{ from: "4", to: "5a0" }], except: [] };
  assert.deepEqual(beginLook(second, 9, RANGE).rest, [{ from: "4", to: "8" }]);
});

Deno.test("a scan covers every id of the shard, however often it restarts", () => {
  fc.assert(fc.property(id, fc.array(id, { maxLength: 4 }), (one, positions) => {
    const inShard = `4${one.slice(1)}`;
    let look = beginLook(null, 1, RANGE);
    for (const [at, position] of positions.entries()) {
      const from = `4${position.slice(1)}0`;
      const rest = look.rest.map((range, n) =>
        n === 0 && from < range.to && from > range.from ? { ...range, from } : range
      );
      look = beginLook({ ...look, rest }, at + 2, RANGE);
      assert.ok(isWithin(inShard, look.rest));
    }
  }));
});

Deno.test("a subscription has its shard's version if that is newer, unless it has a separate due time", () => {
  const one = "4".repeat(64);
  const shard: Shard = { owner: null, version: 5, look: null };
  assert.equal(versionOf({ deliveredVersion: 3, nextAttemptAt: 0 }, one, shard), 5);
  assert.equal(versionOf({ deliveredVersion: 6, nextAttemptAt: 0 }, one, shard), 6);
  assert.equal(versionOf({ deliveredVersion: 3, nextAttemptAt: 1 }, one, shard), 3);
  assert.equal(versionOf({ deliveredVersion: 3, nextAttemptAt: 0 }, one, null), 3);
});

Deno.test("during a scan, scanned subscriptions have its version, except those listed", () => {
  const [early, late] = ["41".padEnd(64, "0"), "7".padEnd(64, "0")];
  const look = { version: 6, rest: [{ from: "5", to: "8" }], except: [] };
  const row = { deliveredVersion: 3, nextAttemptAt: 0 };
  assert.equal(versionOf(row, early, { owner: "p", version: 5, look }), 6);
  assert.equal(versionOf(row, late, { owner: "p", version: 5, look }), 5);
  assert.equal(versionOf(row, early, { owner: "p", version: 5, look: { ...look, except: [exceptionOf(early)] } }), 5);
});
