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

Deno.test("pairMemo() gives a pair that made way for another its own answer", () => {
  const words = wordsOf(Array.from({ length: 400 }, (_, index) => `way${index}`).join(" "));
  let asked = 0;
  const remembered = pairMemo((word, next) => {
    asked++;
    return 1000 * word.number + (next?.number ?? 0);
  });
  const pairs = words.slice(0, 60).flatMap((word) => words.map((next) => [word, next] as const));
  for (const [word, next] of [...pairs, ...pairs]) {
    assert.equal(remembered(word, next), 1000 * word.number + next.number);
  }
  assert.ok(asked < 2 * pairs.length, `${asked} questions`);
});
