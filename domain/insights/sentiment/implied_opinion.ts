import type { Clause } from "../text/clause_split.ts";
import { wordList, wordMemo } from "../text/words_of.ts";
import { SILENCE } from "./score_sentence.ts";

/** Words of faint praise, which is no opinion: "the price was ok", "not the cheapest". */
const INDIFFERENT = wordList(
  "ok okay fine alright average standard normal usual regular typical cheapest fastest lowest bid middle adequate acceptable passable",
);
const ARRANGED = wordList("booked scheduled calendar ordered requested arranged");
const MONEY = wordList("dollar dollars buck bucks pound pounds quid euro euros grand");
const CURRENCY = /[$£€]/;
const AMOUNT = /^(?:[$£€]|\d{3})/;
const DURATION = /^(?:minutes?|mins?|hours?|hrs?|days?|weeks?)$/;
/** First words of clauses about the customer's own actions, or about existing things. */
const OF_THE_CUSTOMER = wordList("i we i'm i've i'd we're we've we'd there if my");
/** Verbs of the customer's own actions in clauses without a subject: "Took my parents". */
const DONE_BY_THE_CUSTOMER = wordList(
  "took went visited ordered booked stayed ate tried hired called had used bought got needed wanted asked paid chose picked",
);
/** Words that describe what exists: "the park has three restaurants". */
const DESCRIBES = wordList("has have had includes included contains contained located situated consists");
const LEAD_INS = wordList("and but so then when after because while as before");
/** Minimum number of words of a clause; shorter ones are headings and remarks. */
const FEWEST_WORDS = 4;
/** Minimum share of the sentences with an opinion that agree, 0 to 1. Below it the text is divided. */
const OF_ONE_MIND = 0.6;
const FEWEST_SENTENCES = 2;
const CLEAR = 0.1;
const IMPLIED = 0.5;
const LEAST = 0.11;

const isFactWord = wordMemo(({ text }) =>
  INDIFFERENT.has(text) || ARRANGED.has(text) || MONEY.has(text) || AMOUNT.test(text)
);
const isDescriptive = wordMemo(({ text }) => DURATION.test(text) || DESCRIBES.has(text));

/** Opinions that a clause without opinion words may imply. */
export interface Implication {
  readonly praise: boolean;
  readonly criticism: boolean;
}

/** Returns whether a clause contains an amount, an arrangement or faint praise. */
export function isBareFact({ text, words }: Clause): boolean {
  return CURRENCY.test(text) || words.some(isFactWord);
}

/**
 * Returns the opinions that a clause without opinion words may imply. In a text of one mind, "Gus pulled up at 8:20"
 * and "the man said it happens" share its opinion. Bare facts, headings, the customer's own actions and clauses after
 * "but" imply nothing. Durations and descriptions imply no praise.
 */
export function implicationOf(clause: Clause): Implication {
  const { words } = clause;
  const first = words[LEAD_INS.has(words[0]?.text ?? "") ? 1 : 0]?.text ?? "";
  const criticism = !clause.isTurn && words.length >= FEWEST_WORDS && !OF_THE_CUSTOMER.has(first) &&
    !DONE_BY_THE_CUSTOMER.has(first) && !isBareFact(clause);
  return { praise: criticism && !words.some(isDescriptive), criticism };
}

/**
 * Returns the score that a text gives to clauses without opinion words, -1 to 1: half the mean of its sentences. 0 if
 * the text is divided or has one sentence, whose opinion was already used. Independent of the stars.
 *
 * @param sentences Scores of its sentences.
 */
export function moodOf(sentences: readonly number[]): number {
  let [telling, sum] = [0, 0];
  for (const score of sentences) {
    if (Math.abs(score) < SILENCE) continue;
    telling++;
    sum += score;
  }
  if (telling === 0 || sentences.length < FEWEST_SENTENCES) return 0;
  const mean = sum / telling;
  let agreeing = 0;
  for (const score of sentences) if (Math.abs(score) >= SILENCE && score * mean > 0) agreeing++;
  if (Math.abs(mean) < CLEAR || agreeing / telling < OF_ONE_MIND) return 0;
  return Math.sign(mean) * Math.max(LEAST, IMPLIED * Math.abs(mean));
}
