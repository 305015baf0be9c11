import { fc } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { createTokenNumbers, numberOfToken } from "../../../domain/search/token_numbers.ts";

Deno.test("numberOfToken() numbers tokens in the order in which they first came", () => {
  const table = createTokenNumbers();
  const text = "ab ba ab";
  assert.deepEqual([[0, 2], [3, 5], [6, 8], [0, 1]].map(([start, end]) => numberOfToken(table, text, start!, end!)), [
    0,
    1,
    0,
    2,
  ]);
  assert.deepEqual(table.tokens, ["ab", "ba", "a"]);
});

Deno.test("numberOfToken() keeps the numbers of thousands of tokens", () => {
  const table = createTokenNumbers();
  const tokens = Array.from({ length: 5000 }, (_, i) => `token${i}`);
  for (const round of [1, 2]) {
    tokens.forEach((token, i) => assert.equal(numberOfToken(table, token, 0, token.length), i, `round ${round}`));
  }
});

Deno.test("numberOfToken() distinguishes tokens with equal hashes", () => {
  // With multiplier 0 the hash of a token is its last letter.
  const token = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 6 }).map((letters) =>
    letters.join("")
  );
  fc.assert(fc.property(fc.array(token, { size: "max", maxLength: 60 }), (tokens) => {
    const table = { ...createTokenNumbers(), multiplier: 0 };
    const expected = [...new Set(tokens)];
    for (const token of tokens) {
      assert.equal(numberOfToken(table, `x${token}`, 1, token.length + 1), expected.indexOf(token));
    }
    assert.deepEqual(table.tokens, expected);
  }));
});
