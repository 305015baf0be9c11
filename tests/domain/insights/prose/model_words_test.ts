import assert from "node:assert/strict";
import { modelWords } from "../../../../domain/insights/prose/model_words.ts";

Deno.test("modelWords() says what the built-in analysis is, and names any other as it names itself", () => {
  assert.equal(modelWords("lexicon-3"), "fixed word lists, rules and a small trained model, without a language model");
  assert.equal(modelWords("An analyst of ours, lexicon-3"), "An analyst of ours, lexicon-3");
});
