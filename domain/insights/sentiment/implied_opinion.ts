import { counts } from "../rule_groups.ts";
import type { Clause } from "../text/clause_split.ts";
import { wordList } from "../text/word_list.ts";
import { wordMemo } from "../text/word_memo.ts";
import { SILENCE } from "./score_sentence.ts";

/** Faint praise is none: "the price was ok", "not the cheapest". */
const INDIFFERENT = wordList(
  "ok okay fine alright average standard normal usual regular typical cheapest fastest lowest bid middle adequate acceptable passable",
);
/** What was arranged, not how it went. */
const ARRANGED = wordList("booked scheduled calendar ordered requested arranged");
const MONEY = wordList("dollar dollars buck bucks pound pounds quid euro euros grand");
const CURRENCY = /[$£€]/;
const AMOUNT = /^(?:[$£€]|\d{3})/;
const DURATION = /^(?:minutes?|mins?|hours?|hrs?|days?|weeks?)$/;
/** A clause that begins so tells what the customer did, or what there is. */
const OF_THE_CUSTOMER = wordList("i we i'm i've i'd we're we've we'd there if my");
/** Without a subject these are told by the customer: "Took my parents". */
const DONE_BY_THE_CUSTOMER = wordList(
  "took went visited ordered booked stayed ate tried hired called had used bought got needed wanted asked paid chose picked",
);
/** What there is, as "the park has three restaurants". */
const DESCRIBES = wordList("has have had includes included contains contained located situated consists");
const LEAD_INS = wordList("and but so then when after because while as before");
/** Shorter clauses are headings and remarks. */
const FEWEST_WORDS = 4;
/** Share of the sentences with an opinion that must agree for the text to be of one mind. */
const OF_ONE_MIND = 0.6;
const FEWEST_SENTENCES = 2;
const CLEAR = 0.1;
/** What is implied is worth a part of what is said. */
const IMPLIED = 0.5;
const LEAST = 0.11;

const isFactWord = wordMemo(({ text }) =>
  INDIFFERENT.has(text) || ARRANGED.has(text) || MONEY.has(text) || AMOUNT.test(text)
);
const isDescriptive = wordMemo(({ text }) => DURATION.test(text) || DESCRIBES.has(text));

/** Which opinions a clause without words of opinion may imply. */
export interface Implication {
  readonly praise: boolean;
  readonly criticism: boolean;
}

/** Whether a clause tells an amount, what was arranged, or what is neither good nor bad. */
export function isBareFact({ text, words }: Clause): boolean {
  return CURRENCY.test(text) || words.some(isFactWord);
}

/**
 * Which opinions a clause may imply that has no word of opinion: "Gus pulled up at 8:20" and "the man said it happens"
 * tell for or against a business in a text that does. Neither do bare facts, headings, what the customer did, and what
 * follows "but"; a duration, and what there is, imply no praise.
 */
export function implicationOf(clause: Clause): Implication {
  const { words } = clause;
  const first = words[LEAD_INS.has(words[0]?.text ?? "") ? 1 : 0]?.text ?? "";
  const criticism = !clause.isTurn && words.length >= FEWEST_WORDS && !OF_THE_CUSTOMER.has(first) &&
    !DONE_BY_THE_CUSTOMER.has(first) && !isBareFact(clause);
  return { praise: criticism && !words.some(isDescriptive), criticism };
}

/**
 * What a text of one mind says of what it only implies, -1 to 1: half the mean of its sentences; 0 if it is divided or
 * is of one sentence, which was asked for its opinion already. The stars have no part in it.
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
  if (!counts("implied") || telling === 0 || sentences.length < FEWEST_SENTENCES) return 0;
  const mean = sum / telling;
  let agreeing = 0;
  for (const score of sentences) if (Math.abs(score) >= SILENCE && score * mean > 0) agreeing++;
  if (Math.abs(mean) < CLEAR || agreeing / telling < OF_ONE_MIND) return 0;
  return Math.sign(mean) * Math.max(LEAST, IMPLIED * Math.abs(mean));
}
