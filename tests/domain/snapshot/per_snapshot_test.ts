import assert from "node:assert/strict";
import { perSnapshot } from "../../../domain/snapshot/per_snapshot.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { testSnapshot } from "../../support/service/test_app.ts";

const [one, other] = [testSnapshot(), testSnapshot()];

Deno.test("perSnapshot() makes a value once for each snapshot, none included, and variant", () => {
  const made: unknown[] = [];
  const find = perSnapshot((snapshot: Snapshot | null, variant: number) => made.push([snapshot, variant]));
  for (const _ of [1, 2]) {
    assert.deepEqual([find(one, 1), find(one, 2), find(other, 1), find(null, 1)], [1, 2, 3, 4]);
  }
  assert.equal(made.length, 4);
});

Deno.test("perSnapshot() keeps null, but neither a failure nor too many variants", async () => {
  let calls = 0;
  const nothing = perSnapshot(() => (calls++, null));
  assert.deepEqual([nothing(one), nothing(one), calls], [null, null, 1]);
  const failing = perSnapshot(() => calls++ === 1 ? Promise.reject(new Error("once")) : Promise.resolve("made"));
  await assert.rejects(failing(one));
  assert.equal(await failing(one), "made");
  const made: number[] = [];
  const many = perSnapshot((_: Snapshot, variant: number) => made.push(variant));
  for (let variant = 0; variant < 100; variant++) many(one, variant);
  many(one, 99);
  assert.equal(made.length, 100);
  many(one, 0);
  assert.equal(made.length, 101);
});
