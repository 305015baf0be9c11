import { wordList } from "../../text/word_list.ts";
import { wordMemo } from "../../text/word_memo.ts";
import { textAt, type Word } from "../../text/words_of.ts";

const isRegret = wordMemo(({ text }) => text === "wish" || text === "wished");
/** Whom one wishes to have done better; not "I wish I had called them sooner". */
const WHO_SHOULD = wordList("they he she someone somebody you");
const REGRETS_OF = wordList("had would could did were was");
const OTHER_WISHES = wordList("like here there near nearby locally everywhere well all");

/** Index of "wish" in "wish they had called", "I wish someone would answer"; -1 if nobody is wished to have done better. */
export function regretAt(words: readonly Word[]): number {
  const at = words.findIndex(isRegret);
  if (at === -1 || !WHO_SHOULD.has(textAt(words, at + 1)) || !REGRETS_OF.has(textAt(words, at + 2))) return -1;
  // "I wish they were all like him", "wish they had a branch near us".
  return words.slice(at + 3).some(({ text }) => OTHER_WISHES.has(text)) ? -1 : at;
}
