import assert from "node:assert/strict";
import { type IsName, topPhrases } from "../../../domain/insights/top_phrases.ts";

function phrasesOf(clauses: readonly (readonly string[])[], isName: IsName = () => false): readonly string[] {
  return topPhrases(clauses.map((clauses) => ({ clauses, opinions: [] })), isName);
}

Deno.test("topPhrases() gives repeated phrases first, whole and without their parts", () => {
  assert.deepEqual(
    phrasesOf([["they arrived right on time"], ["He arrived right on time."], ["a very fair price"], [
      "It was a very fair price!",
    ], ["a very fair price"]]),
    ["fair price", "arrived right on time"],
  );
});

Deno.test("topPhrases() gives no phrase that begins or ends in a stop word, and keeps negations", () => {
  assert.deepEqual(phrasesOf([["left no mess at all"], ["and no mess."], ["no mess"]]), ["no mess"]);
});

Deno.test("topPhrases() counts a phrase once a review and leaves out names", () => {
  assert.deepEqual(
    phrasesOf(
      [["great job, great job"], ["tidy work"], ["tidy work"], ["water heater"], ["water heater"]],
      (phrase) => phrase === "water heater",
    ),
    ["tidy work"],
  );
});

Deno.test("topPhrases() joins nothing across punctuation, line ends or a cut", () => {
  assert.deepEqual(phrasesOf([["fair. price", "fair\nprice"], ["fair, price"]]), []);
  const cut = `${"x ".repeat(195)}. clean worktop`;
  assert.ok(!phrasesOf([[cut], [cut]]).some((phrase) => phrase.startsWith("clean")));
});
