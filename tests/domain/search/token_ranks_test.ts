import assert from "node:assert/strict";
import { tokenStreamOf } from "../../support/search/linear_search.ts";
import { addRanksOfToken, buildTokenRanks } from "../../../domain/search/text_index.ts";

// 96 texts: a bitset has 3 words.
const TEXTS = Array.from({ length: 96 }, (_, rank) => rank === 40 || rank === 95 ? "b a b a" : rank % 2 ? "a" : null);
const stream = tokenStreamOf(TEXTS);

Deno.test("buildTokenRanks() lists each text once, as ranks or as a bitset, whichever is shorter", () => {
  const { sets, starts } = buildTokenRanks(stream);
  assert.deepEqual(starts, Uint32Array.of(0, 3, 5));
  assert.deepEqual(sets, Uint32Array.of(0xaaaaaaaa, 0xaaaaabaa, 0xaaaaaaaa, 40, 95));
});

Deno.test("addRanksOfToken() adds the texts of that token to those that are there", () => {
  const bits = Uint32Array.of(1, 0, 0);
  addRanksOfToken(buildTokenRanks(stream), bits, 1);
  assert.deepEqual(bits, Uint32Array.of(1, 0x100, 0x80000000));
});
