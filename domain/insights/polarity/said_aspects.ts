import { type Implication, implicationOf } from "../sentiment/implied_opinion.ts";
import { aspectScoreOf, sentimentOf } from "../sentiment/review_score.ts";
import { type ScoredClause, SILENCE } from "../sentiment/score_sentence.ts";
import { certainWords } from "../subjects/said/aspect_score.ts";
import type { ReadSentence } from "../subjects/read_sentence.ts";
import { sentenceAspects } from "../subjects/sentence_aspects.ts";

/** What a text says of one aspect, clause by clause. */
export interface SaidAspect {
  /** Scores of the clauses by the rules. */
  readonly scores: readonly number[];
  /** Place of the sentence, and of the clause in it, of each in turn. */
  readonly clauses: readonly number[];
  /** Of each clause in turn the part that tells of the aspect; null for all of it. */
  readonly parts: readonly (ScoredClause | null)[];
  /** Of each clause in turn the indexes of the aspect's words, ascending; none where a model has found it. */
  readonly places: readonly (readonly number[])[];
  /** What those without an opinion may imply. */
  readonly implied: readonly Implication[];
  /** Whether the words decide without the trained part: the operator's own (see `OwnOpinion`). */
  readonly isCertain: boolean;
}

const NONE: readonly never[] = [];

interface Collected extends SaidAspect {
  readonly scores: number[];
  readonly clauses: number[];
  readonly parts: (ScoredClause | null)[];
  readonly places: (readonly number[])[];
  readonly implied: Implication[];
  isCertain: boolean;
}

function nothingYet(): Collected {
  return { scores: [], clauses: [], parts: [], places: [], implied: [], isCertain: false };
}

/** What the sentences of a text say of each aspect, by its index in the taxonomy. */
export function saidAspects(sentences: readonly ReadSentence[]): ReadonlyMap<number, SaidAspect> {
  const said = new Map<number, Collected>();
  for (let place = 0; place < sentences.length; place++) {
    const { scored, aspects } = sentences[place]!;
    const saidAt = sentenceAspects(scored, aspects);
    for (let index = 0; index < saidAt.length; index++) {
      const here = saidAt[index]!;
      if (here.size === 0) continue;
      for (const [aspect, { score, part }] of here) {
        const known = said.get(aspect) ?? nothingYet();
        said.set(aspect, known);
        known.scores.push(score);
        known.clauses.push(place, index);
        known.parts.push(part);
        const places = aspects[index]?.get(aspect) ?? NONE;
        known.places.push(places);
        const clause = scored.clauses[index];
        if (clause !== undefined && certainWords(clause, places).length > 0) {
          known.isCertain = true;
          continue;
        }
        if (clause !== undefined && sentimentOf(score) === "neutral") {
          known.implied.push(implicationOf(clause));
        }
      }
    }
  }
  return said;
}

/**
 * The score that the rules give an aspect, -1 to 1.
 *
 * @param mood What the text implies (see `moodOf`).
 */
export function ruledScore(rating: number, { scores, implied }: SaidAspect, mood: number): number {
  const isImplied = implied.some(({ praise, criticism }) => mood > 0 ? praise : criticism);
  return aspectScoreOf(rating, scores, isImplied ? mood : 0);
}

/**
 * Whether a text may mean praise or criticism of an aspect without saying which: "level, hardstanding, 16 amp". Of such
 * mentions in texts that judge other things, readers take more than half for an opinion.
 *
 * @param mood What the text implies (see `moodOf`).
 */
export function mayImply({ isCertain, scores, implied }: SaidAspect, mood: number): boolean {
  return !isCertain && scores.every((score) => sentimentOf(score) === "neutral") &&
    implied.some(({ praise, criticism }) => mood >= 0 && praise || mood <= 0 && criticism);
}

/** Whether other sentences of a text than those that speak of the aspect have an opinion. */
export function isJudgedElsewhere({ clauses }: SaidAspect, sentences: readonly number[]): boolean {
  return sentences.some((score, place) => Math.abs(score) >= SILENCE && !isSentenceOf(clauses, place));
}

function isSentenceOf(clauses: readonly number[], place: number): boolean {
  for (let at = 0; at < clauses.length; at += 2) if (clauses[at] === place) return true;
  return false;
}
