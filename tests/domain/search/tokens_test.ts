import { fc } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { createTokenNumbers, numberOfToken } from "../../../domain/search/token_numbers.ts";
import { cutTokens } from "../../../domain/search/text_tokens.ts";
import { readTokens, roomForText, spacesBefore } from "../../../domain/search/token_stream.ts";
import { tokenAt } from "../../../domain/search/vocabulary.ts";
import { awkwardText } from "../../support/reviews/review_of.ts";
import { tokenStreamOf } from "../../support/search/linear_search.ts";
import { foldText } from "../../../domain/normalize_text.ts";
import { addRanksOfToken, buildTokenRanks } from "../../../domain/search/text_index.ts";

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

Deno.test("a stream returns the tokens of each text and the spaces between them", () => {
  fc.assert(fc.property(fc.array(fc.option(awkwardText.map(foldText)), { maxLength: 20 }), (texts) => {
    const stream = tokenStreamOf(texts);
    const read = roomForText(stream);
    for (const [rank, text] of texts.entries()) {
      readTokens(stream, rank, read);
      const found = Array.from({ length: read.length }, (_, at) => ({
        text: tokenAt(stream.vocabulary, stream.idOf[read.numbers[at] ?? -1] ?? -1),
        spaces: spacesBefore(stream, read, at),
      }));
      assert.deepEqual(found, cutTokens(text ?? "").map(({ text, spaces }) => ({ text, spaces })));
    }
  }));
});

Deno.test("a stream takes one unit for a word with the usual spaces, three for one without", () => {
  assert.deepEqual([...tokenStreamOf(["b, a b", null, "a-b"]).ends], [4, 4, 4 + 2 + 3]);
});

Deno.test("a stream holds more tokens than fit in one unit, and more spaces than anybody types", () => {
  const words = Array.from({ length: 70_000 }, (_, number) => `w${number}`);
  const stream = tokenStreamOf([words.join(" "), `w69999${" ".repeat(70_000)}w3`, "w69998 w65533 w65534"]);
  const read = roomForText(stream);
  readTokens(stream, 1, read);
  assert.deepEqual([...read.numbers.subarray(0, 2), spacesBefore(stream, read, 1)], [69_999, 3, 65_535]);
  readTokens(stream, 2, read);
  assert.deepEqual([...read.numbers.subarray(0, 3)], [69_998, 65_533, 65_534]);
});

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

function tokensOf(text: string): string[] {
  return cutTokens(text).map((token) => token.text);
}

Deno.test("cutTokens() makes one token of a run of letters, digits, marks and apostrophes", () => {
  assert.deepEqual(tokensOf("don't don’t 24h cafe\u0301s über 서비스"), [
    "don't",
    "don’t",
    "24h",
    "cafe\u0301s",
    "über",
    "서비스",
  ]);
});

Deno.test("cutTokens() makes a token of each other code unit, but not of spaces", () => {
  assert.deepEqual(tokensOf("a-b.. c\n配管ab😊"), [
    "a",
    "-",
    "b",
    ".",
    ".",
    "c",
    "\n",
    "配",
    "管",
    "ab",
    "\ud83d",
    "\ude0a",
  ]);
  assert.deepEqual(tokensOf("  "), []);
});

Deno.test("cutTokens() says which tokens may continue, and counts the spaces before each", () => {
  assert.deepEqual(cutTokens(" a.  b"), [
    { text: "a", grows: true, spaces: 1 },
    { text: ".", grows: false, spaces: 0 },
    { text: "b", grows: true, spaces: 2 },
  ]);
});

Deno.test("cutTokens() loses nothing but the spaces at the end", () => {
  fc.assert(fc.property(awkwardText, (text) => {
    const joined = cutTokens(text).map((token) => " ".repeat(token.spaces) + token.text).join("");
    assert.equal(joined, text.replace(/ +$/, ""));
  }));
});

Deno.test("cutTokens() cuts two texts side by side as it cuts each, except where they meet", () => {
  fc.assert(fc.property(awkwardText, awkwardText, (left, right) => {
    const [both, before, after] = [tokensOf(left + right), tokensOf(left), tokensOf(right)];
    assert.deepEqual(both.slice(0, Math.max(before.length - 1, 0)), before.slice(0, -1));
    assert.deepEqual(both.slice(both.length - Math.max(after.length - 1, 0)), after.slice(1));
  }));
});
