import { fc, runs } from "../../../support/properties.ts";
import assert from "node:assert/strict";
import type { PolarWord } from "../../../../domain/insights/sentiment/polar_word.ts";
import type { ScoredClause } from "../../../../domain/insights/sentiment/score_sentence.ts";
import { scorePolarWords } from "../../../../domain/insights/sentiment/score_clause.ts";
import { aspectScore, certainWords } from "../../../../domain/insights/subjects/aspect_score.ts";
import type { Word } from "../../../../domain/insights/text/words_of.ts";

function clauseOf(breaks: readonly boolean[], polarWords: readonly PolarWord[]): ScoredClause {
  const words = breaks.map((isAfterBreak, at): Word => ({
    ...{ text: "tag", stem: "tag", start: 4 * at, end: 4 * at + 3 },
    ...{ isAfterBreak, isShouted: false, isCapitalised: false },
  }));
  const text = words.map(({ text }) => text).join(" ");
  return { ...{ text, start: 0, words, polarWords, score: 0 }, isTurn: false, isQuestion: false, exclamations: 0 };
}

const WORDS = 80;
const opinion = fc.record({
  at: fc.nat({ max: WORDS - 1 }),
  length: fc.constantFrom(1, 1, 2, 9),
  strength: fc.constantFrom(-2, -0.5, 1.5, 3),
  isCertain: fc.nat({ max: 19 }).map((one) => one === 0),
}).map((word): PolarWord => ({ ...word, length: Math.min(word.length, WORDS - word.at) }));

/** Runs `aspectScore`, which compares every opinion with every place. */
function scoreByAll(clause: ScoredClause, places: readonly number[]): number {
  const { words, polarWords } = clause;
  const isOnePart = (from: number, to: number) =>
    !words.slice(from + 1, to + 1).some(({ isAfterBreak }) => isAfterBreak);
  const endOf = ({ at, length }: PolarWord) => at + length - 1;
  const certain = polarWords.filter((word) =>
    word.isCertain && places.some((place) => place >= word.at && place <= endOf(word))
  );
  if (certain.length > 0) return scorePolarWords(clause, certain);
  const near = polarWords.filter((word) =>
    !word.isCertain && places.some((place) => place >= word.at - 5 && place <= endOf(word) + 3)
  );
  const own = near.filter((word) =>
    places.some((place) => isOnePart(Math.min(place, word.at), Math.max(place, endOf(word))))
  );
  return scorePolarWords(clause, near.length < 2 || own.length === 0 ? near : own);
}

Deno.test("an aspect has the opinions near it, however many the clause has", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 9 }), { minLength: WORDS, maxLength: WORDS }),
      fc.oneof(fc.array(opinion, { maxLength: 8 }), fc.array(opinion, { minLength: 17, maxLength: 40 })),
      fc.uniqueArray(fc.nat({ max: WORDS - 1 }), { minLength: 1, maxLength: 4 }),
      (breaks, opinions, places) => {
        const polarWords = opinions.sort((a, b) => a.at - b.at);
        const clause = clauseOf(breaks.map((one) => one === 0), polarWords);
        const ascending = places.sort((a, b) => a - b);
        assert.equal(aspectScore(clause, ascending), scoreByAll(clause, ascending));
      },
    ),
    runs(1000),
  );
});

Deno.test("the score at one place of a clause of thousands of tags looks at a few of them", () => {
  const tags = 4000;
  let looks = 0;
  const polarWords = Array.from({ length: tags }, (_, tag): PolarWord => ({
    get at() {
      looks++;
      return 2 * tag;
    },
    length: 1,
    strength: 2,
    isCertain: false,
  }));
  const clause = clauseOf(Array.from({ length: 2 * tags }, () => false), polarWords);
  for (let tag = 0; tag < tags; tag++) assert.ok(aspectScore(clause, [2 * tag + 1]) > 0);
  assert.ok(looks < 150 * tags, `${looks} looks`);
  looks = 0;
  const places = Array.from({ length: tags }, (_, tag) => 2 * tag + 1);
  assert.ok(aspectScore(clause, places) > 0);
  assert.deepEqual(certainWords(clause, places), []);
  assert.ok(looks < 150 * tags, `${looks} looks`);
});

Deno.test("a certain word spanning its clause determines every aspect not named in it", () => {
  const wish: PolarWord = { at: 0, length: 3, strength: -2.5, isCertain: true };
  assert.deepEqual(certainWords(clauseOf([false, false, false], [wish]), []), [wish]);
  assert.deepEqual(certainWords(clauseOf([false, false, false, false], [wish]), []), []);
  assert.deepEqual(certainWords(clauseOf([false, false], [{ at: 0, length: 2, strength: 1 }]), []), []);
});
