import { type ScoredSentence, SILENCE } from "../sentiment/score_sentence.ts";
import { aspectScore } from "./aspect_score.ts";

const NONE: readonly ReadonlyMap<number, number>[] = [];
/** What a sentence's score counts for an aspect where another one has taken the opinions. */
const TAKEN = 0.2;

/**
 * Scores the aspects of a sentence, clause by clause, from -1 to 1: from the opinions near their
 * words. An aspect that is left without has the score of the sentence, and little of it where the
 * opinions are near another aspect.
 *
 * @param placesAt For each clause its aspects, with the indexes of their words in it, ascending.
 */
export function sentenceAspects(
  sentence: ScoredSentence,
  placesAt: readonly ReadonlyMap<number, readonly number[]>[],
): readonly ReadonlyMap<number, number>[] {
  if (placesAt.every(({ size }) => size === 0)) return NONE;
  const taken = new Set<number>();
  const scoresAt = sentence.clauses.map((clause, index) => {
    const scores = new Map<number, number>();
    for (const [aspect, places] of placesAt[index] ?? []) {
      const score = aspectScore(clause, places);
      scores.set(aspect, score);
      if (Math.abs(score) >= SILENCE) taken.add(aspect);
    }
    return scores;
  });
  for (const scores of scoresAt) {
    for (const [aspect, score] of scores) {
      if (Math.abs(score) >= SILENCE) continue;
      const isTaken = taken.size > (taken.has(aspect) ? 1 : 0);
      scores.set(aspect, isTaken ? TAKEN * sentence.score : sentence.score);
    }
  }
  return scoresAt;
}
