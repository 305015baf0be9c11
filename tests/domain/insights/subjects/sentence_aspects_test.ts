import assert from "node:assert/strict";
import { scoreSentence } from "../../../../domain/insights/sentiment/score_sentence.ts";
import { sentimentLexicon } from "../../../../domain/insights/sentiment/sentiment_lexicon.ts";
import { sentenceAspects } from "../../../../domain/insights/subjects/sentence_aspects.ts";

const lexicon = sentimentLexicon({ "well made": 3 });
const ASPECTS = ["food", "staff"];

/** The score of the sentence, and the scores of its aspects by clause. */
function scored(sentence: string) {
  const scoredSentence = scoreSentence(sentence, lexicon);
  const places = scoredSentence.clauses.map(({ words }) =>
    new Map(
      ASPECTS.flatMap((aspect, index): [number, number[]][] => {
        const at = words.flatMap(({ text }, at) => text === aspect ? [at] : []);
        return at.length === 0 ? [] : [[index, at]];
      }),
    )
  );
  const said = sentenceAspects(scoredSentence, places);
  const aspects = said.map((here) => new Map([...here].map(([aspect, { score }]) => [aspect, score])));
  return { score: scoredSentence.score, aspects };
}

Deno.test("an aspect without an opinion near it has the score of its sentence, unless another aspect has opinions", () => {
  const again = scored("The food was great; the food came");
  assert.ok(again.score > 0.4);
  assert.deepEqual(again.aspects.map((scores) => scores.get(0)), [again.score, again.score]);
  const other = scored("The food was great; the staff came");
  assert.equal(other.aspects[0]?.get(0), other.score);
  assert.equal(other.aspects[1]?.get(1), 0.2 * other.score);
});

Deno.test("an aspect keeps the opinion near it, whatever the sentence says", () => {
  const { aspects } = scored("The food was great, but the staff was terrible");
  assert.ok((aspects[0]?.get(0) ?? 0) > 0.4);
  assert.ok((aspects[1]?.get(1) ?? 0) < -0.4);
  assert.deepEqual(scored("It was great").aspects, []);
});

Deno.test("an opinion of a clause with several aspects is of the one that it is said of", () => {
  const signs = (sentence: string) => {
    const found = scored(sentence).aspects[0] ?? new Map<number, number>();
    return [0, 1].map((aspect) => Math.sign(Math.round(2 * (found.get(aspect) ?? 0))) + 0);
  };
  assert.deepEqual(signs("great food and rude staff"), [1, -1]);
  assert.deepEqual(signs("food great and staff rude"), [1, -1]);
});

Deno.test("a clause of thousands of aspects and opinions is read in a time that grows with its length", () => {
  const scoredIn = (count: number) => {
    const sentence = scoreSentence("great food rude staff ".repeat(count).trim(), lexicon);
    const places = sentence.clauses.map(({ words }) =>
      new Map(ASPECTS.map((aspect, index) => [index, words.flatMap(({ text }, at) => text === aspect ? [at] : [])]))
    );
    return sentenceAspects(sentence, places)[0]?.get(0)?.score ?? 0;
  };
  assert.ok(scoredIn(20_000) > 0.9);
});
