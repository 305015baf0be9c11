import { type ScoredClause, SILENCE } from "../sentiment/score_sentence.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { TAXONOMY_NAMES } from "../taxonomy/taxonomy_choice.ts";
import { aspectScore } from "./said/aspect_score.ts";
import type { AspectPlaces, ClauseSubjects } from "./subject_matcher.ts";

/** In a taxonomy of the operator's own: a faint word such as "asked" is of something else, as often as not. */
const CLEAR_JUDGEMENT = 0.22;

/** From which score on a word of a taxonomy is judged that counts only where it is. */
export function leastJudgement({ id }: Pick<Taxonomy, "id">): number {
  return TAXONOMY_NAMES.includes(id) ? SILENCE : CLEAR_JUDGEMENT;
}

/**
 * The places of a clause's aspects together with those of words that count only where they are judged, if they are.
 *
 * @param least How strong a score is a judgement (see `leastJudgement`).
 */
export function placesIn(
  clause: ScoredClause,
  { aspects, judged }: ClauseSubjects,
  least: number = SILENCE,
): AspectPlaces {
  if (judged.aspects.size === 0) return aspects;
  const all = new Map(aspects);
  for (const [aspect, places] of judged.aspects) {
    const told = places.filter((at) => Math.abs(aspectScore(clause, [at])) >= least);
    if (told.length > 0) all.set(aspect, [...all.get(aspect) ?? [], ...told].sort((a, b) => a - b));
  }
  return all;
}
