import { type ScoredClause, SILENCE } from "../sentiment/score_sentence.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { TAXONOMY_NAMES } from "../taxonomy/taxonomy_choice.ts";
import { aspectScore, certainWords } from "./said/aspect_score.ts";
import { isOnlyAddressed, mayAddress } from "./only_addressed.ts";
import type { AspectPlaces, ClauseSubjects } from "./subject_matcher.ts";
import { withoutWhereabouts } from "./whereabouts.ts";

/** In a taxonomy of the operator's own: a faint word such as "asked" is of something else, as often as not. */
const CLEAR_JUDGEMENT = 0.22;

/** From which score on a word of a taxonomy is judged that counts only where it is. */
export function leastJudgement({ id }: Pick<Taxonomy, "id">): number {
  return TAXONOMY_NAMES.includes(id) ? SILENCE : CLEAR_JUDGEMENT;
}

/**
 * The places of a clause's aspects together with those of words that count only where they are judged, if they are;
 * without those that only tell who is meant.
 *
 * @param least How strong a score is a judgement (see `leastJudgement`).
 */
export function placesIn(
  clause: ScoredClause,
  { aspects, judged }: ClauseSubjects,
  least: number = SILENCE,
): AspectPlaces {
  const placed = withoutWhereabouts(clause.words, aspects);
  // In a built-in taxonomy the trained part decides whether it is meant.
  const named = least === CLEAR_JUDGEMENT ? withoutAddressed(clause, placed) : placed;
  if (judged.aspects.size === 0) return named;
  const all = new Map(named);
  for (const [aspect, places] of judged.aspects) {
    const told = places.filter((at) => Math.abs(aspectScore(clause, [at])) >= least);
    if (told.length > 0) all.set(aspect, [...all.get(aspect) ?? [], ...told].sort((a, b) => a - b));
  }
  return all;
}

function withoutAddressed(clause: ScoredClause, aspects: AspectPlaces): AspectPlaces {
  if (aspects.size === 0 || !mayAddress(clause)) return aspects;
  let left: Map<number, readonly number[]> | null = null;
  for (const [aspect, places] of aspects) {
    const own = places.filter((at) => certainWords(clause, [at]).length > 0 || !isOnlyAddressed(clause, at));
    if (own.length === places.length) continue;
    left ??= new Map(aspects);
    if (own.length === 0) left.delete(aspect);
    else left.set(aspect, own);
  }
  return left ?? aspects;
}
