import fc from "fast-check";
import assert from "node:assert/strict";
import { LANGUAGES, readWords } from "../../../../../domain/insights/text/language/known_words.ts";
import { LANGUAGE_WORDS } from "../../../../../domain/insights/text/language/language_words.ts";
import { awkwardText } from "../../../../support/reviews/awkward_text.ts";

const WORD = /[\p{L}\p{M}]+(?:['’]\p{L}+)?/gu;

Deno.test("the words that show a language are found in any text as by the expression for words", () => {
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
    "-",
  );
  const text = fc.array(fc.oneof(part, awkwardText)).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 400 }), (text, most) => {
      const words = text.toLowerCase().slice(0, Math.min(most, 400)).match(WORD) ?? [];
      const expected = new Set(words.map(placesOf).filter((places) => places !== ""));
      const { words: count, found } = readWords(text, most);
      assert.equal(count, words.length);
      assert.deepEqual(new Set(found.map(({ places }) => places.join())), expected);
    }),
    { numRuns: 300 },
  );
});

function placesOf(word: string): string {
  return LANGUAGES.flatMap((language, place) =>
    LANGUAGE_WORDS[language]?.split(" ").includes(word.replace("’", "'")) ? [place] : []
  ).join();
}
