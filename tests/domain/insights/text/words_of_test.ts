import assert from "node:assert/strict";
import { wordMemo, wordsOf } from "../../../../domain/insights/text/words_of.ts";

const told = (sentence: string) =>
  wordsOf(sentence).map(({ text, isCapitalised, isShouted }) => [text, isCapitalised, isShouted]);

Deno.test("a word is capitalised by its letter, however its accents are written", () => {
  assert.deepEqual(told("e\u0301clair E\u0301clair E\u0301TE\u0301"), [
    ["\u00e9clair", false, false],
    ["\u00e9clair", true, false],
    ["\u00e9t\u00e9", true, true],
  ]);
  assert.deepEqual(told("\u304b\u3099\u304b\u3099\u304b\u3099"), [["\u304c\u304c\u304c", false, false]]);
});

Deno.test("words have their offsets in the text, and breaks between them are recognised", () => {
  const sentence = "Well, it\u2019s 24/7 \u2013 <3 \u{1f600}";
  assert.deepEqual(wordsOf(sentence).map(({ start, end }) => sentence.slice(start, end)), [
    "Well",
    "it\u2019s",
    "24",
    "7",
    "<3",
    "\u{1f600}",
  ]);
  assert.deepEqual(wordsOf(sentence).map(({ isAfterBreak }) => isAfterBreak), [false, true, false, false, true, false]);
  assert.equal(wordsOf(sentence)[1]?.text, "it's");
});

Deno.test("wordMemo() answers as the function does, asks it once a word, and keeps nothing of a very long word", () => {
  const words = wordsOf(Array.from({ length: 3000 }, (_, index) => `memo${index}`).join(" "));
  const long = wordsOf("Good".repeat(20));
  let asked = 0;
  const remembered = wordMemo(({ text }) => (asked++, text.length));
  for (const word of [...words.slice(2000), ...words, ...long, ...long]) {
    assert.equal(remembered(word), word.text.length);
  }
  assert.equal(asked, words.length + 2);
});
