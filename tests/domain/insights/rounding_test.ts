import { fc } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { wilsonLowerBound } from "../../../domain/insights/evidence_minimum.ts";
import { percentOf } from "../../../domain/insights/rounding.ts";

Deno.test("percentOf() is the share with one decimal, 100 only of all and 0 only of none", () => {
  assert.deepEqual([percentOf(9999, 10_000), percentOf(1, 10_000)], [99.9, 0.1]);
  assert.deepEqual([percentOf(7, 7), percentOf(0, 7), percentOf(0, 0)], [100, 0, null]);
  assert.deepEqual([percentOf(1, 3), percentOf(2, 3), percentOf(1, 8)], [33.3, 66.7, 12.5]);
});

Deno.test("three shares of one whole add up to 100, up to rounding", () => {
  const counts = fc.nat(100_000);
  fc.assert(fc.property(counts, counts, counts, (...parts) => {
    const whole = parts.reduce((sum, part) => sum + part);
    fc.pre(whole > 0);
    const sum = parts.reduce((sum, part) => sum + (percentOf(part, whole) ?? NaN), 0);
    assert.ok(Math.abs(sum - 100) < 0.2001, `${parts.join()} give ${sum}`);
  }));
});

Deno.test("wilsonLowerBound() trusts a share more when more reviews stand behind it", () => {
  assert.equal(wilsonLowerBound(0, 0), 0);
  assert.ok(Math.abs(wilsonLowerBound(5, 10) - 0.2366) < 0.0001);
  assert.ok(wilsonLowerBound(16, 16) > wilsonLowerBound(5, 5));
  assert.ok(wilsonLowerBound(90, 100) > wilsonLowerBound(5, 5));
  assert.ok(wilsonLowerBound(0, 50) < 1e-9);
});
