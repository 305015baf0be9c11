import assert from "node:assert/strict";
import { splitClauses } from "../../../../domain/insights/text/clause_split.ts";
import { splitSentences } from "../../../../domain/insights/text/sentence_split.ts";

Deno.test("clauses and sentences are verbatim and lose no word", () => {
  const text = "Dr. Who came.  “Great!” she said — not bad; really…\nNew line, and the  rest";
  const sentences = splitSentences(text);
  for (const sentence of sentences) {
    assert.ok(text.includes(sentence) && sentence === sentence.trim());
    const clauses = splitClauses(sentence).map((clause) => clause.text);
    for (const clause of clauses) assert.ok(sentence.includes(clause));
    assert.equal(clauses.join("").replace(/\s/g, ""), sentence.replace(/\s/g, ""));
  }
  assert.equal(sentences.join("").replace(/\s/g, ""), text.replace(/\s/g, ""));
});

Deno.test("a full stop ends a sentence though no capital follows, but not behind an abbreviation", () => {
  assert.deepEqual(splitSentences("came on time. fixed the tap. $80 well spent"), [
    "came on time.",
    "fixed the tap.",
    "$80 well spent",
  ]);
  assert.deepEqual(splitSentences("Great. 94° outside."), ["Great.", "94° outside."]);
  for (
    const whole of [
      "We paid approx. 300 at 6 a.m. and left.",
      "Unit no. 5 is in apt. 12 of the house.",
      "It took 30 min. in all",
    ]
  ) {
    assert.deepEqual(splitSentences(whole), [whole]);
  }
});
