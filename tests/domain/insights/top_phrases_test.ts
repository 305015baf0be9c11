import assert from "node:assert/strict";
import { topPhrases } from "../../../domain/insights/top_phrases.ts";

const NO_NAMES = () => false;

Deno.test("topPhrases() gives repeated phrases first, whole and without their parts", () => {
  assert.deepEqual(
    topPhrases([["they arrived right on time"], ["He arrived right on time."], ["a very fair price"], [
      "It was a very fair price!",
    ], ["a very fair price"]], NO_NAMES),
    ["fair price", "arrived right on time"],
  );
});

Deno.test("topPhrases() gives no phrase that begins or ends in a stop word, and keeps negations", () => {
  assert.deepEqual(topPhrases([["left no mess at all"], ["and no mess."], ["no mess"]], NO_NAMES), ["no mess"]);
});

Deno.test("topPhrases() counts a phrase once a review and leaves out names", () => {
  assert.deepEqual(
    topPhrases(
      [["great job, great job"], ["tidy work"], ["tidy work"], ["water heater"], ["water heater"]],
      (phrase) => phrase === "water heater",
    ),
    ["tidy work"],
  );
});

Deno.test("topPhrases() joins nothing across punctuation, line ends or a cut", () => {
  assert.deepEqual(topPhrases([["fair. price", "fair\nprice"], ["fair, price"]], NO_NAMES), []);
  const cut = `${"x ".repeat(195)}. clean worktop`;
  assert.ok(!topPhrases([[cut], [cut]], NO_NAMES).some((phrase) => phrase.startsWith("clean")));
});
