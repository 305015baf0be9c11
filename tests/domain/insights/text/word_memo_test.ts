import assert from "node:assert/strict";
import { wordMemo, wordsOf } from "../../../../domain/insights/text/words_of.ts";

Deno.test("wordMemo() answers as the function does, asks it once a word, and keeps nothing of a word without a number", () => {
  const words = wordsOf(Array.from({ length: 3000 }, (_, index) => `memo${index}`).join(" "));
  let asked = 0;
  const remembered = wordMemo(({ text }) => (asked++, text.length));
  for (const word of [...words.slice(2000), ...words]) assert.equal(remembered(word), word.text.length);
  assert.equal(asked, words.length);
  const unnumbered = { ...words[0]!, number: 0 };
  assert.deepEqual(["any", "anything", "any"].map((text) => remembered({ ...unnumbered, text })), [3, 8, 3]);
});
