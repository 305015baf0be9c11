import type { ScoredClause, ScoredSentence } from "../sentiment/score_sentence.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import type { Word } from "../text/words_of.ts";
import { isCriticised, isProblemTold } from "./problem_told.ts";
import { problemNames } from "./problem_names.ts";
import { leastJudgement, placesIn } from "./aspect_places.ts";
import type { AspectPlaces, ClauseSubjects, SubjectMatcher } from "./subject_matcher.ts";

/** A sentence as the rules read it. */
export interface ReadSentence {
  readonly scored: ScoredSentence;
  /** Of each clause what its words speak of. */
  readonly subjects: readonly ClauseSubjects[];
  /** Of each clause the aspects that the rules find in it. */
  readonly aspects: readonly AspectPlaces[];
  /** Of each clause the problems that the rules find told in it. */
  readonly problems: readonly (readonly number[])[];
}

const MOST_STARS = 5;
const NONE: readonly never[] = [];

/** The words of a clause that may tell of a subject: without ignored terms and the name of the business. */
export function tellingWords(sentence: ReadSentence, clause: number): readonly Word[] {
  const words = sentence.scored.clauses[clause]?.words ?? NONE;
  const ignored = sentence.subjects[clause]?.ignored;
  return ignored === undefined || ignored.size === 0 ? words : words.filter((_, at) => !ignored.has(at));
}

/** Reads a scored sentence by the rules. */
export function readSentence(
  scored: ScoredSentence,
  subjectsOf: SubjectMatcher,
  taxonomy: Taxonomy,
  rating: number,
): ReadSentence {
  const least = leastJudgement(taxonomy);
  const subjects: ClauseSubjects[] = [];
  const aspects: AspectPlaces[] = [];
  const problems: (readonly number[])[] = [];
  for (const clause of scored.clauses) {
    const found = subjectsOf(clause.words);
    subjects.push(found);
    aspects.push(placesIn(clause, found, least));
    // Who gives five stars complains of nothing: such words tell of what was mended, or of others.
    const isContent = rating === MOST_STARS || found.problems.size === 0 && found.judged.problems.size === 0;
    problems.push(isContent ? NONE : problemsTold(clause, found));
  }
  return { scored, subjects, aspects, problems };

  function problemsTold(clause: ScoredClause, found: ClauseSubjects): readonly number[] {
    const names = problemNames(taxonomy);
    const told: number[] = [];
    for (const [problem, places] of found.problems) {
      const isReasonForVisit = taxonomy.problems[problem]?.reason_for_visit === true;
      const isName = names[problem];
      if (isProblemTold(places, { clause, rating, isReasonForVisit, isName })) told.push(problem);
    }
    for (const [problem, places] of found.judged.problems) {
      if (!told.includes(problem) && isCriticised(places, clause)) told.push(problem);
    }
    return told;
  }
}
