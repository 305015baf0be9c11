import type { ScoredClause } from "../sentiment/score_sentence.ts";
import { certainWords } from "../subjects/aspect_score.ts";
import type { ReadSentence } from "../subjects/read_sentence.ts";
import { sentenceAspects } from "../subjects/sentence_aspects.ts";

/** The clauses of a text about one aspect, with their scores. */
export interface MentionedAspect {
  /** Scores of the clauses by the rules, -1 to 1. */
  readonly scores: readonly number[];
  /** Clauses about the aspect, as pairs: index of the sentence, index of the clause in it. */
  readonly clauses: readonly number[];
  /** Part of each clause about the aspect; null for the whole clause. */
  readonly parts: readonly (ScoredClause | null)[];
  /** Indexes of the aspect's words in each clause, ascending; empty if a model found the aspect. */
  readonly places: readonly (readonly number[])[];
  /** True if the operator's own words decide, without the model. */
  readonly isCertain: boolean;
}

const NONE: readonly never[] = [];

interface Collected extends MentionedAspect {
  readonly scores: number[];
  readonly clauses: number[];
  readonly parts: (ScoredClause | null)[];
  readonly places: (readonly number[])[];
  isCertain: boolean;
}

function nothingYet(): Collected {
  return { scores: [], clauses: [], parts: [], places: [], isCertain: false };
}

/** Groups the clauses of a text by aspect, with the aspect's index in the taxonomy as key. */
export function mentionedAspects(sentences: readonly ReadSentence[]): ReadonlyMap<number, MentionedAspect> {
  const byAspect = new Map<number, Collected>();
  for (let place = 0; place < sentences.length; place++) {
    const { scored, aspects } = sentences[place]!;
    const saidAt = sentenceAspects(scored, aspects);
    for (let index = 0; index < saidAt.length; index++) {
      const here = saidAt[index]!;
      if (here.size === 0) continue;
      for (const [aspect, { score, part }] of here) {
        const known = byAspect.get(aspect) ?? nothingYet();
        byAspect.set(aspect, known);
        known.scores.push(score);
        known.clauses.push(place, index);
        known.parts.push(part);
        const places = aspects[index]?.get(aspect) ?? NONE;
        known.places.push(places);
        const clause = scored.clauses[index];
        known.isCertain ||= clause !== undefined && certainWords(clause, places).length > 0;
      }
    }
  }
  return byAspect;
}
