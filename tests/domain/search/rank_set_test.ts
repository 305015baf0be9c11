import { fc } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { countRanks, firstRanks, hasRank, keepCommon, keepIf, rankRange } from "../../../domain/search/rank_set.ts";

const size = fc.integer({ min: 1, max: 200 });
const ranks = (size: number) => fc.uniqueArray(fc.nat({ max: size - 1 }), { maxLength: 60, size: "max" });
const sized = size.chain((size) => fc.record({ size: fc.constant(size), some: ranks(size), others: ranks(size) }));

function bitsOf(ranks: readonly number[], size: number): Uint32Array {
  const bits = rankRange(0, 0, size);
  for (const rank of ranks) bits[rank >>> 5]! |= 1 << (rank & 31);
  return bits;
}

Deno.test("rankRange() holds the ranks from the first bound up to, but without, the second", () => {
  fc.assert(fc.property(size, fc.nat({ max: 200 }), fc.nat({ max: 200 }), (size, from, to) => {
    const end = Math.min(to, size);
    const expected = Array.from({ length: size }, (_, rank) => rank).filter((rank) => rank >= from && rank < end);
    const bits = rankRange(from, end, size);
    assert.deepEqual([firstRanks(bits, size), countRanks(bits)], [expected, expected.length]);
  }));
});

Deno.test("keepCommon() and keepIf() keep exactly the right ranks", () => {
  fc.assert(fc.property(sized, ({ size, some, others }) => {
    some.sort((a, b) => a - b);
    const common = some.filter((rank) => others.includes(rank));
    const [both, tested] = [bitsOf(some, size), bitsOf(some, size)];
    keepCommon(both, bitsOf(others, size));
    const asked: number[] = [];
    keepIf(tested, (rank) => asked.push(rank) > 0 && hasRank(both, rank));
    for (const bits of [both, tested]) assert.deepEqual(firstRanks(bits, size), common);
    assert.deepEqual(asked, some);
  }));
});

Deno.test("firstRanks() stops at the limit and begins at a rank", () => {
  const bits = bitsOf([3, 31, 32, 63], 64);
  assert.deepEqual([firstRanks(bits, 2), firstRanks(bits, 0), firstRanks(bits, 9, 31)], [[3, 31], [], [31, 32, 63]]);
});
