import assert from "node:assert/strict";
import { splitClauses } from "../../../../domain/insights/text/clause_split.ts";
import { splitSentences, withoutLinks } from "../../../../domain/insights/text/sentence_split.ts";
import { wordsOf } from "../../../../domain/insights/text/words_of.ts";
import { fc, runs } from "../../../support/properties.ts";
import { endsBetweenClusters } from "../../../support/reviews/clusters.ts";

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

Deno.test("no sentence or clause begins or ends between a letter and its accent, or inside an emoji", () => {
  const sentences = ["Great!\ufe0f", "Ana came.\u0301", "She is kind."];
  assert.deepEqual(splitSentences(sentences.join(" ")), sentences);
  assert.deepEqual(splitClauses("Calm; \u2190\u0338").map(({ text }) => text), ["Calm; \u2190\u0338"]);
  const part = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(". ", "! ", "; ", ", but ", "👩‍👧", "🇩🇪"));
  fc.assert(
    fc.property(fc.array(part).map((parts) => parts.join("")), (text) => {
      let from = 0;
      for (const sentence of splitSentences(text)) {
        const begin = text.indexOf(sentence, from);
        from = begin + sentence.length;
        const cuts = splitClauses(sentence).flatMap(({ text, start }) => [begin + start, begin + start + text.length]);
        assert.deepEqual([begin, from, ...cuts].filter((at) => !endsBetweenClusters(text, at)), [], sentence);
      }
    }),
    runs(1000),
  );
});

Deno.test("links and mail addresses are no words, and words around them keep their places", () => {
  const text = "See www.rude.example/late?great=1 or https://a.example/bad, mail rude@late.example; and/or call. Good!";
  const shown = splitSentences(text).flatMap((sentence) => wordsOf(sentence).map((word) => word.text));
  assert.deepEqual(shown, ["see", "or", "mail", "and", "or", "call", "good"]);
  assert.equal(withoutLinks(text).length, text.length);
  assert.equal(withoutLinks("24/7 service @ $5, he/she said"), "24/7 service @ $5, he/she said");
});

Deno.test("a full stop ends a sentence though no capital follows, but not behind an abbreviation", () => {
  for (
    const sentences of [
      ["came on time.", "fixed the tap.", "$80 well spent"],
      ["Great.", "94° outside."],
      ["We paid approx. 300 at 6 a.m. and left."],
      ["Unit no. 5 is in apt. 12 of the house."],
      ["It took 30 min. in all"],
    ]
  ) assert.deepEqual(splitSentences(sentences.join(" ")), sentences);
});
