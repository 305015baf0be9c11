import { fc } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { cutTokens } from "../../../domain/search/text_tokens.ts";
import { awkwardText } from "../../support/reviews/review_of.ts";

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
