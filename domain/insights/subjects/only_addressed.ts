import type { ScoredClause } from "../sentiment/score_sentence.ts";
import { wordList } from "../text/word_list.ts";
import { wordCheck } from "../text/word_memo.ts";
import { textAt, type Word } from "../text/words_of.ts";

/** What customers do to whom they tell or ask something. */
const ADDRESSES = wordList(
  "told asked informed rang called phoned emailed messaged contacted notified texted wrote spoke mentioned enquired inquired reported",
);
const CUSTOMERS = wordList("i we i've we've");
/** Between the verb and whom it is said to. */
const BETWEEN = wordList("the a an our my their this at to with in it up someone somebody one of");
/** Between "about" and what was asked about. */
const BEFORE_TOPIC = wordList("the a an our my their this it its having getting booking any some more");
const TOPIC_WITHIN = 3;
const VERB_WITHIN = 8;
/** A clearer opinion is one of whom it was said to: "I asked the owner, who was rude". */
const CLEAR = 1;

const isAddress = wordCheck(({ text }) => ADDRESSES.has(text));

/** Whether a clause may tell whom customers spoke to; a quick check. */
export function mayAddress({ words }: ScoredClause): boolean {
  return words.some(isAddress);
}

/** Whether a thing is only whom customers spoke to or what they asked about: "we told reception", "I emailed about a pitch". */
export function isOnlyAddressed({ words, polarWords }: ScoredClause, at: number): boolean {
  if (isAskedAbout(words, at)) return true;
  let verb = at - 1;
  while (verb > 0 && BETWEEN.has(textAt(words, verb)) && !words[verb + 1]?.isAfterBreak) verb--;
  if (!ADDRESSES.has(textAt(words, verb)) || !CUSTOMERS.has(textAt(words, verb - 1))) return false;
  return polarWords.every(({ strength }) => Math.abs(strength) < CLEAR);
}

function isAskedAbout(words: readonly Word[], at: number): boolean {
  let about = at - 1;
  while (about >= at - TOPIC_WITHIN && textAt(words, about) !== "about") {
    if (words[about + 1]?.isAfterBreak) return false;
    about--;
  }
  if (textAt(words, about) !== "about" || about < at - 1 && !BEFORE_TOPIC.has(textAt(words, about + 1))) return false;
  for (let index = about - 1; index >= Math.max(1, about - VERB_WITHIN); index--) {
    if (ADDRESSES.has(textAt(words, index)) && CUSTOMERS.has(textAt(words, index - 1))) return true;
  }
  return false;
}
