import { counts } from "../rule_groups.ts";
import { isDenial, isNegated } from "../sentiment/negation.ts";
import { type ScoredClause, type ScoredSentence, SILENCE } from "../sentiment/score_sentence.ts";
import { wordList } from "../text/word_list.ts";
import { textAt, type Word } from "../text/words_of.ts";
import { aspectScore, certainWords } from "./said/aspect_score.ts";
import type { ProblemName } from "./problem_names.ts";

/** Who tells that the fault was mended tells no problem of the business. */
const MENDED = wordList(
  "fixed fixes repaired repair replaced replaces cleared clears solved solves resolved sorted stopped restored corrected " +
    "unclogged patched mended found diagnosed traced spotted caught located handled tackled removed sealed rebuilt " +
    "rewired cured quieted unblocked",
);
const ONLY_FEARED = wordList(
  "worried afraid feared fearing dreaded dreading concerned expecting expected if unless avoid avoided",
);
const CAME = wordList("came arrived arrives arriving got showed pulled walked started turned called came");
/** The state in which a fault that customers come with is the business's: it stayed, came back or came with the work. */
const STAYED = wordList(
  "still again worse after afterwards later returned recurring repeatedly continues continued continuing keeps remains since " +
    "caused new next",
);
const STATE_VERBS = wordList(
  "died quit broke broken stopped failed burst gone been started begun tripped backed clogged leaked flooded frozen given",
);
/** Behind these "had" tells what was done during the visit. */
const DONE = wordList("after they he");
const CALLED = wordList("call called needed phoned hired");
/** What may have nearly happened; "almost ruined" and "nearly destroyed" tell how much. */
const HAPPENED = /^(?:missed|broke|lost|fell|hit|crashed|slipped|tripped|cancelled|canceled)$/;
/** How near to a fault it stands that it was mended, in words. */
const MENDS = 8;
/** A rating at which bare facts are a complaint. */
const MOST_STARS_OF_FACTS = 3;

/** From a satisfied customer a word that is only a little negative, such as "rescheduled", is no complaint. */
const CLEAR = 0.22;

/** A clause with what stands around it. */
export interface ProblemContext {
  readonly sentence: ScoredSentence;
  readonly clause: ScoredClause;
  readonly rating: number;
  /** Whether customers come with this fault, as with a leak; it is the business's only if it stays or comes back. */
  readonly isReasonForVisit: boolean;
  /** Whether a word only names what may be complained of, as "wifi" does: without criticism around it nothing is told. */
  readonly isName?: ProblemName | undefined;
}

/**
 * Whether words of a problem are a complaint about the business: something negative stands around them, or an
 * unsatisfied customer states a bare fact. Not what is denied, mended, feared, told of somebody else, or of the time
 * before the visit.
 *
 * @param places Indexes of the problem's words in the clause, ascending.
 */
export function isProblemTold(places: readonly number[], context: ProblemContext): boolean {
  const { sentence, clause, isReasonForVisit } = context;
  // Once a clause, which may be thousands of words of problems.
  if (counts("problem_context") && (isThanked(clause.words) || isBeforeVisit(sentence, clause))) return false;
  if (isReasonForVisit && !hasStayed(clause.words)) return false;
  const isMended = mendingsIn(clause.words);
  return places.some((at) => isToldAt(at, isMended, context));
}

/**
 * Whether one of the words that need it is criticised in its clause: "the communication was poor".
 *
 * @param places Indexes of the words in the clause, ascending.
 */
export function isCriticised(places: readonly number[], clause: ScoredClause): boolean {
  const { words } = clause;
  const isMended = mendingsIn(words);
  return !isThanked(words) &&
    places.some((at) => !isFeared(words, at) && !isMended(at) && aspectScore(clause, [at]) < -CLEAR);
}

function isToldAt(
  at: number,
  isMended: (at: number) => boolean,
  { sentence, clause, rating, isReasonForVisit, isName }: ProblemContext,
): boolean {
  const { words } = clause;
  if (!counts("problem_context")) return clause.score <= SILENCE || rating <= MOST_STARS_OF_FACTS;
  if (isFeared(words, at) || isMended(at) || isNearly(words, at) || isSlightWait(words, at)) return false;
  if (isReasonForVisit) return clause.score <= SILENCE || rating <= MOST_STARS_OF_FACTS;
  const certain = certainWords(clause, [at]);
  if (certain.length > 0) return aspectScore(clause, [at]) < -SILENCE;
  if (aspectScore(clause, [at]) < -(rating > MOST_STARS_OF_FACTS ? CLEAR : SILENCE)) return true;
  const isPraise = clause.score > SILENCE;
  const word = words[at];
  if (isName !== undefined && word !== undefined && isName(word) && !isOpinion(clause, at)) {
    return clause.score < -SILENCE;
  }
  return !isPraise && (sentence.score < -CLEAR || rating <= MOST_STARS_OF_FACTS);
}

function isOpinion({ polarWords }: ScoredClause, place: number): boolean {
  return polarWords.some(({ at, length, strength }) => strength < 0 && at <= place && place < at + length);
}

function isFeared(words: readonly Word[], at: number): boolean {
  return words.slice(Math.max(0, at - 6), at).some(({ text }) => ONLY_FEARED.has(text));
}

/** "Nearly missed my flight", "almost broke it": what nearly happened did not. Not "nearly an hour late". */
function isNearly(words: readonly Word[], at: number): boolean {
  return words[at]?.isAfterBreak !== true && /^(?:nearly|almost)$/.test(textAt(words, at - 1)) &&
    HAPPENED.test(textAt(words, at));
}

/** "A slight wait", "bit of a queue": no problem yet. */
function isSlightWait(words: readonly Word[], at: number): boolean {
  if (words[at]?.isAfterBreak === true || !/^(?:waits?|waiting|queues?|delays?|lines?)$/.test(textAt(words, at))) {
    return false;
  }
  const from = textAt(words, at - 1) === "a" && textAt(words, at - 2) === "of" ? at - 3 : at - 1;
  return /^(?:slight|minor|tiny|small|bit)$/.test(textAt(words, from));
}

/** "Thank you for coming so late." */
function isThanked(words: readonly Word[]): boolean {
  return words.some(({ text }) => text === "thank" || text === "thanks");
}

/** Whether the fault at a place was mended: by a word near it, with neither a comma between nor a denial before it. */
function mendingsIn(words: readonly Word[]): (at: number) => boolean {
  const denial = words.findIndex((_, at) => isDenial(words, at));
  return (at) => {
    for (let index = Math.max(0, at - MENDS); index <= Math.min(words.length - 1, at + MENDS); index++) {
      if (index === at || !MENDED.has(textAt(words, index)) || isNegated(words, index)) continue;
      const between = words.slice(Math.min(index, at) + 1, Math.max(index, at) + 1);
      if (denial !== -1 && denial < index || between.some(({ isAfterBreak }) => isAfterBreak)) continue;
      return true;
    }
    return false;
  };
}

function hasStayed(words: readonly Word[]): boolean {
  return words.some(({ text }) => STAYED.has(text));
}

/** "The house was freezing when he arrived", "our furnace had quit", "I called because the drain was blocked". */
function isBeforeVisit({ clauses }: ScoredSentence, clause: ScoredClause): boolean {
  const at = clauses.indexOf(clause);
  return isBefore(clause.words) || clauses[at + 1] !== undefined && opensWithVisit(clauses[at + 1]?.words ?? []);
}

function isBefore(words: readonly Word[]): boolean {
  const [done, called] = [DONE, CALLED].map((those) => words.findIndex(({ text }) => those.has(text)));
  const isBehind = (at: number, first = -1) => first !== -1 && first < at;
  return words.some(({ text }, at) => {
    if (text === "before" || text === "until" || text === "when") return isVisitAt(words, at) && !isOfPerson(words);
    if (text === "had") {
      return !isBehind(at, done) && words.slice(at + 1, at + 4).some(({ text }) => STATE_VERBS.has(text));
    }
    return text === "because" && isBehind(at, called);
  });
}

function opensWithVisit(words: readonly Word[]): boolean {
  return /^(?:before|until|when)$/.test(words[0]?.text ?? "") && isVisitAt(words, 0);
}

function isVisitAt(words: readonly Word[], at: number): boolean {
  return words.slice(at + 1, at + 5).some(({ text }) => CAME.has(text));
}

/** "He was rude when he arrived" is no state of the house. */
function isOfPerson(words: readonly Word[]): boolean {
  return /^(?:he|she|they|technician|tech)$/.test(words[0]?.text ?? "") ||
    /^(?:technician|tech|guy|man|plumber|driver)$/.test(words[1]?.text ?? "");
}
