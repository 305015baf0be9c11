import assert from "node:assert/strict";
import { pairMemo, wordCheck } from "../../../../domain/insights/text/word_memo.ts";
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

Deno.test("wordCheck() answers each of many questions as the function does, and asks it once a word", () => {
  const words = wordsOf(Array.from({ length: 3000 }, (_, index) => `check${index}`).join(" "));
  let asked = 0;
  const checks = Array.from({ length: 40 }, (_, index) => {
    const answer = ({ number }: { readonly number: number }) => (number * 31 + index) % 3 === 0;
    return { answer, isSo: wordCheck((word) => (asked++, answer(word))) };
  });
  for (const word of [...words.slice(0, 700), ...words.slice(2000), ...words.slice(0, 700)]) {
    for (const { answer, isSo } of checks) assert.equal(isSo(word), answer(word));
  }
  assert.equal(asked, 1700 * checks.length);
});

Deno.test("wordCheck() keeps nothing of a word without a number, which is any", () => {
  const [word] = wordsOf("any");
  const isLong = wordCheck(({ text }) => text.length > 3);
  assert.deepEqual(["any", "anything", "any"].map((text) => isLong({ ...word!, number: 0, text })), [
    false,
    true,
    false,
  ]);
});
