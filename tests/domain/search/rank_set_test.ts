import { fc } from "../../support/properties.ts";
import assert from "node:assert/strict";
import {
  addRanks,
  bitsetLength,
  countRanks,
  firstRanks,
  keepAnyOf,
  keepCommon,
  keepIf,
  packRanks,
  rankRange,
} from "../../../domain/search/rank_set.ts";

const size = fc.integer({ min: 1, max: 200 });
const sized = size.chain((size) =>
  fc.record({
    size: fc.constant(size),
    some: fc.uniqueArray(fc.nat({ max: size - 1 }), { maxLength: 60, size: "max" }).map((ranks) =>
      ranks.sort((a, b) => a - b)
    ),
    others: fc.uniqueArray(fc.nat({ max: size - 1 }), { maxLength: 60, size: "max" }).map((ranks) =>
      ranks.sort((a, b) => a - b)
    ),
  })
);

function bitsOf(ranks: readonly number[], size: number): Uint32Array {
  const bits = new Uint32Array(bitsetLength(size));
  addRanks(bits, packRanks(ranks, size));
  return bits;
}

Deno.test("packRanks() keeps every rank in the shorter form", () => {
  fc.assert(fc.property(sized, ({ size, some }) => {
    const packed = packRanks(some, size);
    assert.equal(packed.length, Math.min(some.length, bitsetLength(size)));
    assert.deepEqual(firstRanks(bitsOf(some, size), size), some);
    assert.equal(countRanks(bitsOf(some, size)), some.length);
  }));
});

Deno.test("addRanks() adds the set between the bounds and no other", () => {
  const bits = new Uint32Array(3);
  addRanks(bits, Uint32Array.of(1, 2, 40, 95), 1, 3);
  assert.deepEqual(firstRanks(bits, 99), [2, 40]);
  addRanks(bits, Uint32Array.of(9, 1, 0, 0x80000000, 9), 1, 4);
  assert.deepEqual(firstRanks(bits, 99), [0, 2, 40, 95]);
});

Deno.test("rankRange() holds the ranks from the first bound up to, but without, the second", () => {
  fc.assert(fc.property(size, fc.nat({ max: 200 }), fc.nat({ max: 200 }), (size, from, to) => {
    const end = Math.min(to, size);
    const expected = Array.from({ length: size }, (_, rank) => rank).filter((rank) => rank >= from && rank < end);
    assert.deepEqual(firstRanks(rankRange(from, end, size), size), expected);
  }));
});

Deno.test("keepCommon(), keepAnyOf() and keepIf() keep exactly the right ranks", () => {
  fc.assert(fc.property(sized, ({ size, some, others }) => {
    const common = some.filter((rank) => others.includes(rank));
    const kept = [bitsOf(some, size), bitsOf(some, size), bitsOf(some, size), bitsOf(some, size)] as const;
    keepCommon(kept[0], bitsOf(others, size));
    keepAnyOf(kept[1], [packRanks(others.slice(0, 3), size), packRanks(others.slice(3), size)]);
    keepIf(kept[2], (rank) => others.includes(rank));
    for (const bits of kept.slice(0, 3)) assert.deepEqual(firstRanks(bits, size), common);
    keepAnyOf(kept[3], []);
    assert.equal(countRanks(kept[3]), 0);
  }));
});

Deno.test("keepIf() tests only ranks in the set", () => {
  const asked: number[] = [];
  keepIf(bitsOf([0, 31, 32, 63], 64), (rank) => asked.push(rank) > 0);
  assert.deepEqual(asked, [0, 31, 32, 63]);
});

Deno.test("firstRanks() stops at the limit", () => {
  assert.deepEqual(firstRanks(bitsOf([3, 31, 32, 63], 64), 2), [3, 31]);
  assert.deepEqual(firstRanks(bitsOf([3, 31, 32, 63], 64), 0), []);
});
