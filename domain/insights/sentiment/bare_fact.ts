import type { Clause } from "../text/clause_split.ts";
import { wordList, wordMemo } from "../text/words_of.ts";

/** Words of faint praise, which is no opinion: "the price was ok", "not the cheapest". */
const INDIFFERENT = wordList(
  "ok okay fine alright average standard normal usual regular typical cheapest fastest lowest bid middle adequate acceptable passable",
);
const ARRANGED = wordList("booked scheduled calendar ordered requested arranged");
const MONEY = wordList("dollar dollars buck bucks pound pounds quid euro euros grand");
const CURRENCY = /[$£€]/;
const AMOUNT = /^(?:[$£€]|\d{3})/;

const isFactWord = wordMemo(({ text }) =>
  INDIFFERENT.has(text) || ARRANGED.has(text) || MONEY.has(text) || AMOUNT.test(text)
);

/** Returns whether a clause contains an amount, an arrangement or faint praise. */
export function isBareFact({ text, words }: Clause): boolean {
  return CURRENCY.test(text) || words.some(isFactWord);
}
