import { type ScoredClause, SILENCE } from "../sentiment/score_sentence.ts";
import { wordList } from "../text/word_list.ts";
import type { ProblemName } from "./problem_names.ts";
import { aspectScore, certainWords } from "./said/aspect_score.ts";

/** The state in which a fault that customers come with is the business's: it stayed, came back or came with the work. */
const STAYED = wordList(
  "still again worse after afterwards later returned recurring repeatedly continues continued continuing keeps remains since " +
    "caused new next",
);
/** A rating at which bare facts are a complaint. */
const MOST_STARS_OF_FACTS = 3;
/** A word that is only a little negative, such as "rescheduled", is no criticism of a word that needs it. */
const CLEAR = 0.22;

/** A clause with what is known around it. */
export interface ProblemContext {
  readonly clause: ScoredClause;
  readonly rating: number;
  /** Whether customers come with this fault, as with a leak; it is the business's only if it stays or comes back. */
  readonly isReasonForVisit: boolean;
  /** Whether a word only names what may be complained of, as "wifi" does: without criticism around it nothing is told. */
  readonly isName?: ProblemName | undefined;
}

/**
 * Whether words of a problem are a complaint: not in a clause that praises, unless the customer is unsatisfied. The
 * trained part decides further.
 *
 * @param places Indexes of the problem's words in the clause, ascending.
 */
export function isProblemTold(
  places: readonly number[],
  { clause, rating, isReasonForVisit, isName }: ProblemContext,
): boolean {
  if (isReasonForVisit && !clause.words.some(({ text }) => STAYED.has(text))) return false;
  return places.some((at) => {
    if (certainWords(clause, [at]).length > 0) return aspectScore(clause, [at]) < -SILENCE;
    if (isName?.(clause.words[at]!) === true) return clause.score < -SILENCE;
    return clause.score <= SILENCE || rating <= MOST_STARS_OF_FACTS;
  });
}

/**
 * Whether one of the words that need it is criticised in its clause: "the communication was poor".
 *
 * @param places Indexes of the words in the clause, ascending.
 */
export function isCriticised(places: readonly number[], clause: ScoredClause): boolean {
  return places.some((at) => aspectScore(clause, [at]) < -CLEAR);
}
