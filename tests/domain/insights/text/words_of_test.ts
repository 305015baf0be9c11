import assert from "node:assert/strict";
import { wordMemo, wordsOf } from "../../../../domain/insights/text/words_of.ts";
import { fc, runs } from "../../../support/properties.ts";
import { awkwardText } from "../../../support/reviews/review_of.ts";
import {
  COMMON_ENGLISH,
  countEnglish,
  LANGUAGE_WORDS,
  LANGUAGES,
  readWords,
} from "../../../../domain/insights/text/language_of.ts";

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

const WORD = /[\p{L}\p{M}]+(?:['’]\p{L}+)?/gu;
const LETTERED_WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)?/gu;

Deno.test("words that identify a language are found in any text as by the word pattern", () => {
  const part = fc.constantFrom(
    "The",
    "très",
    "N'EST",
    "n’est",
    "İyi",
    "ŁÓDŹ",
    "e\u0301",
    "'",
    "’",
    " ",
    "🙂",
    "𝐌",
    "a",
    "esta",
    "-",
  );
  const text = fc.array(fc.oneof(part, awkwardText)).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 400 }), (text, most) => {
      const words = text.toLowerCase().slice(0, Math.min(most, 400)).match(WORD) ?? [];
      const expected = new Set(words.map(placesOf).filter((places) => places !== ""));
      const { words: count, found } = readWords(text, most);
      assert.equal(count, words.length);
      assert.deepEqual(new Set(found.map((places) => places.join())), expected);
    }),
    runs(300),
  );
});

Deno.test("common English words are counted in any text as by the word pattern", () => {
  const part = fc.constantFrom(
    "The",
    "DON’T",
    "don't",
    "is",
    "of",
    "in",
    "a",
    "\u2764\ufe0f",
    "\u0301",
    "'s",
    "’",
    " ",
    " ",
    "-",
    "zu",
  );
  const text = fc.array(fc.oneof(part, awkwardText)).map((parts) => parts.join(""));
  const ofEnglish = LANGUAGE_WORDS.en?.split(" ") ?? [];
  const isEnglish = (word: string) =>
    COMMON_ENGLISH.has(word) || ofEnglish.includes(word) && (word.length > 2 || word === "is");
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 400 }), (text, most) => {
      const words = text.toLowerCase().slice(0, most).match(LETTERED_WORD) ?? [];
      const english = words.map((word) => word.replace("’", "'")).filter(isEnglish).length;
      assert.deepEqual(countEnglish(text, most), { words: words.length, english });
    }),
    runs(300),
  );
  assert.deepEqual(countEnglish("Is the casa bonita? Don’t.", 120), { words: 5, english: 3 });
});

function placesOf(word: string): string {
  const english = LANGUAGE_WORDS.en?.split(" ") ?? [];
  const isPlain = word.length >= 3 && !COMMON_ENGLISH.has(word) && !english.includes(word);
  const isSpelt = (known: string) => known === word.replace("’", "'") || isPlain && withoutAccents(known) === word;
  return LANGUAGES.flatMap((language, place) => LANGUAGE_WORDS[language]?.split(" ").some(isSpelt) ? [place] : [])
    .join();
}

/** As typed on a keyboard without accents. */
function withoutAccents(word: string): string {
  const letters: Readonly<Record<string, string>> = { ø: "o", ł: "l", đ: "d", ı: "i" };
  return word.normalize("NFD").replace(/\p{M}/gu, "").replace(/[øłđı]/g, (letter) => letters[letter] ?? letter);
}
