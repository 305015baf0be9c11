import { type ScoredClause, type ScoredSentence, SILENCE } from "../sentiment/score_sentence.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { TAXONOMY_NAMES } from "../taxonomy/taxonomy_choice.ts";
import { type Word, wordList, wordsOf } from "../text/words_of.ts";
import { aspectScore, certainWords } from "./aspect_score.ts";
import type { AspectPlaces, ClauseSubjects, SubjectMatcher } from "./subject_matcher.ts";
import lists from "./subject_words.json" with { type: "json" };

/** A sentence as the rules read it. */
export interface ReadSentence {
  readonly scored: ScoredSentence;
  readonly subjects: readonly ClauseSubjects[];
  /** The aspects of each clause, by the rules. */
  readonly aspects: readonly AspectPlaces[];
  /** The problems of each clause, by the rules. */
  readonly problems: readonly (readonly number[])[];
}

/** Returns whether a word is a complete term of a problem, as "wifi": it may be mentioned without a complaint. */
type ProblemName = (word: Word) => boolean;

/** Words for a fault that stayed, returned or came with the work; only then does the business answer for it. */
const STAYED = wordList(lists.read_sentence.stayed);
/** Maximum rating at which bare facts are a complaint, in stars. */
const MOST_STARS_OF_FACTS = 3;
const MOST_STARS = 5;
/**
 * Minimum absolute score of criticism beside a word that counts only beside criticism. Slightly negative words such as
 * "rescheduled" are too weak.
 */
const CLEAR = 0.22;
/** Characters of a term with syntax beyond one plain word. */
const SIGNS = /[=*(|#$.…]/;
const NONE: readonly never[] = [];

/** Returns the words of a clause that may indicate a subject: without ignored terms and the name of the business. */
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
  const subjects: ClauseSubjects[] = [];
  const aspects: AspectPlaces[] = [];
  const problems: (readonly number[])[] = [];
  for (const clause of scored.clauses) {
    const found = subjectsOf(clause.words);
    subjects.push(found);
    aspects.push(placesIn(clause, found));
    // Five-star reviewers do not complain: such words describe repaired faults, or other firms.
    const isContent = rating === MOST_STARS || found.problems.size === 0 && found.judged.problems.size === 0;
    problems.push(isContent ? NONE : problemsIn(clause, found));
  }
  return { scored, subjects, aspects, problems };

  function problemsIn(clause: ScoredClause, found: ClauseSubjects): readonly number[] {
    const names = problemNames(taxonomy);
    const complaints: number[] = [];
    for (const [problem, places] of found.problems) {
      const isReasonForVisit = taxonomy.problems[problem]?.reason_for_visit === true;
      if (isReasonForVisit && !clause.words.some(({ text }) => STAYED.has(text))) continue;
      if (places.some((at) => isComplaint(clause, at, rating, names[problem]))) complaints.push(problem);
    }
    for (const [problem, places] of found.judged.problems) {
      if (!complaints.includes(problem) && places.some((at) => aspectScore(clause, [at]) < -CLEAR)) {
        complaints.push(problem);
      }
    }
    return complaints;
  }
}

/**
 * Returns the places of a clause's aspects, with those of words that count only next to an opinion, if they have one.
 */
export function placesIn(clause: ScoredClause, { aspects, judged }: ClauseSubjects): AspectPlaces {
  if (judged.aspects.size === 0) return aspects;
  const all = new Map(aspects);
  for (const [aspect, places] of judged.aspects) {
    const judged = places.filter((at) => Math.abs(aspectScore(clause, [at])) >= SILENCE);
    if (judged.length > 0) all.set(aspect, [...all.get(aspect) ?? [], ...judged].sort((a, b) => a - b));
  }
  return all;
}

/** A word of a problem is no complaint in a clause that praises, unless the customer is dissatisfied. */
function isComplaint(clause: ScoredClause, at: number, rating: number, isName: ProblemName | undefined): boolean {
  if (certainWords(clause, [at]).length > 0) return aspectScore(clause, [at]) < -SILENCE;
  if (isName?.(clause.words[at]!) === true) return clause.score < -SILENCE;
  return clause.score <= SILENCE || rating <= MOST_STARS_OF_FACTS;
}

const known = new WeakMap<Taxonomy, readonly ProblemName[]>();

/** Empty for built-in taxonomies, whose words are complaints in themselves. */
function problemNames(taxonomy: Taxonomy): readonly ProblemName[] {
  const before = known.get(taxonomy);
  if (before !== undefined) return before;
  const names = TAXONOMY_NAMES.includes(taxonomy.id) ? [] : taxonomy.problems.map(({ words }): ProblemName => {
    const stems = new Set(words.flatMap((term) => {
      const parts = SIGNS.test(term) ? [] : wordsOf(term);
      return parts.length === 1 ? parts.map(({ stem }) => stem) : [];
    }));
    return ({ stem }) => stems.has(stem);
  });
  known.set(taxonomy, names);
  return names;
}
