import { type ScoredClause, type ScoredSentence, SILENCE } from "../sentiment/score_sentence.ts";
import type { ClauseSubjects } from "./subject_matcher.ts";
import { isBareFact } from "../sentiment/implied_opinion.ts";
import { aspectScore, certainWords } from "./aspect_score.ts";

const NONE: readonly ReadonlyMap<number, number>[] = [];
/** Of the clauses without an aspect, which are most. */
const NO_SCORES = new Map<number, number>();
/** Share of the sentence's score for an aspect without opinions of its own when another aspect has some. */
const TAKEN = 0.2;

/** The aspects of a clause, each with the indexes of its words, ascending. */
export type AspectPlaces = ReadonlyMap<number, readonly number[]>;

/**
 * The places of a clause's aspects together with those of words that count only where they are judged, if they are.
 */
export function placesIn(clause: ScoredClause, { aspects, judged }: ClauseSubjects): AspectPlaces {
  if (judged.aspects.size === 0) return aspects;
  const all = new Map(aspects);
  for (const [aspect, places] of judged.aspects) {
    const told = places.filter((at) => Math.abs(aspectScore(clause, [at])) >= SILENCE);
    if (told.length > 0) all.set(aspect, [...all.get(aspect) ?? [], ...told].sort((a, b) => a - b));
  }
  return all;
}

/**
 * The scores of the aspects of a sentence, clause by clause, -1 to 1, from the opinion words near their words. An
 * aspect without any gets the sentence's score; a fifth of it if another aspect has opinions near. One that is only said
 * of somebody else than the business is left out.
 *
 * @param placesAt For each clause its aspects with the indexes of their words, ascending; of one without, the whole clause
 * speaks.
 */
export function sentenceAspects(
  sentence: ScoredSentence,
  placesAt: readonly AspectPlaces[],
): readonly ReadonlyMap<number, number>[] {
  if (placesAt.every(({ size }) => size === 0)) return NONE;
  const taken = new Set<number>();
  const scoresAt = sentence.clauses.map((clause, index) => {
    const found = placesAt[index];
    if (found === undefined || found.size === 0) return NO_SCORES;
    const scores = new Map<number, number>();
    for (const [aspect, places] of found) {
      const score = places.length === 0 ? clause.score : aspectScore(clause, places);
      if (Math.abs(score) < SILENCE && isOfOthers(clause, places)) continue;
      scores.set(aspect, score);
      if (Math.abs(score) >= SILENCE) taken.add(aspect);
    }
    return scores;
  });
  for (let index = 0; index < scoresAt.length; index++) {
    const scores = scoresAt[index] ?? NO_SCORES;
    if (scores.size === 0) continue;
    for (const [aspect, score] of scores) {
      if (Math.abs(score) >= SILENCE) continue;
      if (isFactAt(index) || isLeftOpenAt(index, aspect)) continue;
      const isTaken = taken.size > (taken.has(aspect) ? 1 : 0);
      scores.set(aspect, isTaken ? TAKEN * sentence.score : sentence.score);
    }
  }
  return scoresAt;

  /** "I hope it stops the cramps." */
  function isLeftOpenAt(index: number, aspect: number): boolean {
    const clause = sentence.clauses[index];
    return clause !== undefined && certainWords(clause, placesAt[index]?.get(aspect) ?? []).length > 0;
  }

  function isFactAt(index: number): boolean {
    const clause = sentence.clauses[index];
    return clause !== undefined && clause.polarWords.length === 0 && isBareFact(clause);
  }
}

/** Whether all words of the aspect tell of somebody else than the business. */
function isOfOthers({ others, words }: ScoredClause, places: readonly number[]): boolean {
  if (others === null) return false;
  if (places.length === 0) return others[0] === 0 && others[1] === words.length;
  return places.every((at) => at >= others[0] && at < others[1]);
}
