import assert from "node:assert/strict";
import { pairMemo } from "../../../../domain/insights/text/word_memo.ts";
import { wordsOf } from "../../../../domain/insights/text/words_of.ts";

Deno.test("pairMemo() answers for every pair as the function does, however many share a place", () => {
  const words = wordsOf(Array.from({ length: 400 }, (_, index) => `memo${index}`).join(" "));
  const answer = (word: { readonly number: number }, next: { readonly number: number } | undefined) =>
    (word.number * 7 + (next?.number ?? 3)) % 5;
  const remembered = pairMemo(answer);
  for (const word of [...words, ...words]) {
    for (const next of [...words, undefined]) assert.equal(remembered(word, next), answer(word, next));
  }
});
