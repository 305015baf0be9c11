import assert from "node:assert/strict";
import { sharedTerms } from "../../../../domain/insights/text/shared_terms.ts";
import { wordsOf } from "../../../../domain/insights/text/words_of.ts";

const LONG = "verylongword".repeat(5);
const index = sharedTerms([["fee", "fee"], ["hidden fee*", "hidden"], ["clean up", "clean"], [LONG, "long"]]);
const found = (sentence: string) => {
  const words = wordsOf(sentence);
  return words.map((_, at) => index.longestAt(words, at)?.value[0] ?? null);
};

Deno.test("a term is found again where its first word has been looked up before", () => {
  for (const _ of [1, 2]) {
    assert.deepEqual(found("Fees hidden fees"), ["fee", "hidden", "fee"]);
    assert.deepEqual(found("hidden charges, cleaned up, clean up"), [null, null, null, null, "clean", null]);
  }
});

Deno.test("long words without an interned number are not confused with each other", () => {
  assert.deepEqual(found(`${LONG} ${"other".repeat(12)} ${LONG}`), ["long", null, "long"]);
});
