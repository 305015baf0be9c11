import { fc } from "../../support/properties.ts";
import assert from "node:assert/strict";
import {
  countRanks,
  countSet,
  firstRanks,
  hasRank,
  keepAnyOf,
  keepCommon,
  keepIf,
  lastRanks,
  packRanks,
  rankRange,
} from "../../../domain/search/rank_set.ts";

const size = fc.integer({ min: 1, max: 200 });
const ranks = (size: number) =>
  fc.uniqueArray(fc.nat({ max: size - 1 }), { maxLength: 60, size: "max" }).map((ranks) => ranks.sort((a, b) => a - b));
const sized = size.chain((size) => fc.record({ size: fc.constant(size), some: ranks(size), others: ranks(size) }));

function bitsOf(ranks: readonly number[], size: number): Uint32Array {
  const bits = rankRange(0, size, size);
  keepAnyOf(bits, [packRanks(ranks, size)]);
  return bits;
}

Deno.test("packRanks() keeps every rank in the shorter form", () => {
  fc.assert(fc.property(sized, ({ size, some }) => {
    const packed = packRanks(some, size);
    assert.equal(packed.length, Math.min(some.length, Math.ceil(size / 32)));
    assert.equal(countSet(packed, size), some.length);
    const bits = bitsOf(some, size);
    assert.deepEqual([firstRanks(bits, size), lastRanks(bits, size).reverse(), countRanks(bits)], [
      some,
      some,
      some.length,
    ]);
  }));
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
    const [any, both, tested, none] = [1, 2, 3, 4].map(() => bitsOf(some, size)) as [
      Uint32Array,
      Uint32Array,
      Uint32Array,
      Uint32Array,
    ];
    keepAnyOf(any, [packRanks(others.slice(0, 3), size), packRanks(others.slice(3), size)]);
    keepCommon(both, bitsOf(others, size));
    const asked: number[] = [];
    keepIf(tested, (rank) => asked.push(rank) > 0 && hasRank(both, rank));
    for (const bits of [any, both, tested]) assert.deepEqual(firstRanks(bits, size), common);
    assert.deepEqual(asked, some);
    keepAnyOf(none, []);
    assert.equal(countRanks(none), 0);
  }));
});

Deno.test("firstRanks() and lastRanks() stop at the limit and begin at a rank", () => {
  const bits = bitsOf([3, 31, 32, 63], 64);
  assert.deepEqual([firstRanks(bits, 2), firstRanks(bits, 0), firstRanks(bits, 9, 31)], [[3, 31], [], [31, 32, 63]]);
  assert.deepEqual([lastRanks(bits, 2), lastRanks(bits, 9, 32)], [[63, 32], [32, 31, 3]]);
});
