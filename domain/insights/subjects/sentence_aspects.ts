import { isBareFact } from "../sentiment/bare_fact.ts";
import { type ScoredClause, type ScoredSentence, SILENCE } from "../sentiment/score_sentence.ts";
import type { AspectPlaces } from "./subject_matcher.ts";
import { aspectScore, certainWords } from "./aspect_score.ts";
import { sharedClause } from "./shared_clause.ts";

/** The sentiment of a clause towards an aspect. */
export interface ClauseAspect {
  /** -1 to 1. */
  readonly score: number;
  /** Part of the clause about this aspect; null if the clause is not divided. */
  readonly part: ScoredClause | null;
}

const NONE: readonly ReadonlyMap<number, ClauseAspect>[] = [];
/** Shared result of clauses without an aspect, which are the majority. */
const NO_ASPECTS = new Map<number, ClauseAspect>();
/** Share of the sentence's score given to an aspect without opinions when another aspect has some. */
const TAKEN = 0.2;
/** Share of the opinions of other aspects in the clause given to an aspect without any. */
const BESIDE = 0.3;

/**
 * Scores the aspects of a sentence, clause by clause, by the opinion words near their words. A clause with several
 * aspects is divided among them. An aspect without opinions gets the sentence's score, or a fifth of it if another
 * aspect has some.
 *
 * @param placesAt For each clause, its aspects with the indexes of their words, ascending. An empty list stands for the
 * whole clause.
 */
export function sentenceAspects(
  sentence: ScoredSentence,
  placesAt: readonly AspectPlaces[],
): readonly ReadonlyMap<number, ClauseAspect>[] {
  if (placesAt.every(({ size }) => size === 0)) return NONE;
  const taken = new Set<number>();
  const aspectsAt: Map<number, ClauseAspect>[] = [];
  for (let index = 0; index < sentence.clauses.length; index++) {
    const clause = sentence.clauses[index]!;
    const found = placesAt[index];
    if (found === undefined || found.size === 0) {
      aspectsAt.push(NO_ASPECTS);
      continue;
    }
    const scored = new Map<number, ClauseAspect>();
    aspectsAt.push(scored);
    const partOf = isShared(clause, found) ? sharedClause(clause, allPlaces(found)) : null;
    for (const [aspect, places] of found) {
      const part = partOf === null || places.length === 0 ? null : partOf(places);
      const score = places.length === 0 ? clause.score : scoreIn(clause, places, part);
      scored.set(aspect, { score, part });
      if (Math.abs(score) >= SILENCE) taken.add(aspect);
    }
  }
  for (let index = 0; index < aspectsAt.length; index++) {
    const scored = aspectsAt[index] ?? NO_ASPECTS;
    if (scored.size === 0) continue;
    for (const [aspect, { score, part }] of scored) {
      if (Math.abs(score) >= SILENCE || isFactAt(index) || isLeftOpenAt(index, aspect)) continue;
      const isTaken = taken.size > (taken.has(aspect) ? 1 : 0);
      scored.set(aspect, { score: isTaken ? TAKEN * sentence.score : sentence.score, part });
    }
  }
  return aspectsAt;

  /** Returns whether a clause leaves the aspect without an opinion: "I hope it stops the cramps." */
  function isLeftOpenAt(index: number, aspect: number): boolean {
    const clause = sentence.clauses[index];
    return clause !== undefined && certainWords(clause, placesAt[index]?.get(aspect) ?? []).length > 0;
  }

  function isFactAt(index: number): boolean {
    const clause = sentence.clauses[index];
    return clause !== undefined && clause.polarWords.length === 0 && isBareFact(clause);
  }
}

/** Returns whether the opinions of a clause must be divided. Those of the operator's words are divided already. */
function isShared({ polarWords }: ScoredClause, found: AspectPlaces): boolean {
  return found.size > 1 && polarWords.length > 0 &&
    polarWords.every(({ isCertain }) => isCertain !== true);
}

function allPlaces(found: AspectPlaces): readonly number[] {
  const all = new Set<number>();
  for (const places of found.values()) for (const place of places) all.add(place);
  return [...all].sort((a, b) => a - b);
}

function scoreIn(clause: ScoredClause, places: readonly number[], part: ScoredClause | null): number {
  const own = aspectScore(clause, places, part?.polarWords);
  // An absence is a statement about the thing itself: "Nice hall, parking is less".
  return part === null || part.polarWords.length > 0 || own !== 0 ? own : BESIDE * aspectScore(clause, places);
}
