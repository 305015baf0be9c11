import assert from "node:assert/strict";
import { languageName, languageOf, readWords } from "../../../../domain/insights/text/language_of.ts";
import { testClaims } from "../../../support/claims.ts";

// The tag of the language that the texts are read as; `not TAG, NAME` where any other will do, which has a name then.
testClaims(`${import.meta.dirname}/../../../fixtures/claims/languages.txt`, ({ expected, texts }) => {
  const other = /^not (\S+), /.exec(expected)?.[1];
  for (const text of texts) {
    const tag = languageOf(text);
    if (other === undefined) assert.equal(tag, expected, text);
    else assert.ok(tag !== other && languageName(tag) !== tag, `${expected}: ${text}, ${tag}`);
  }
});

Deno.test("a word without its accents is of the same languages", () => {
  assert.ok(readWords("très", 400).found.length > 0);
  assert.deepEqual(
    readWords("tres", 400).found.flat().filter((place) => readWords("très", 400).found.flat().includes(place)),
    readWords("très", 400).found.flat(),
  );
});
