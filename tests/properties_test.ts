import assert from "node:assert/strict";
import { someOf } from "./support/properties.ts";

Deno.test("a loop over some cases takes them by its seed, and one that fails warns of it", () => {
  const cases = Array.from({ length: 95 }, (_, nth) => nth);
  const taken = (seed: number) => [...someOf(cases, 0.1, seed)];
  assert.deepEqual(taken(123), taken(123));
  assert.deepEqual(cases.slice(0, 10).flatMap(taken).sort((a, b) => a - b), cases);
  assert.deepEqual([...someOf(cases, 1, 123)], cases);
  assert.deepEqual([...someOf([], 0.1, 123)], []);
  const warnings: string[] = [];
  assert.throws(() => {
    for (const one of someOf(cases, 0.1, 123, (text) => warnings.push(text))) if (one > 50) throw new Error("No.");
  }, /No\./);
  assert.deepEqual(warnings, ["PROPERTY_SEED=123 repeats the cases of this loop."]);
});
