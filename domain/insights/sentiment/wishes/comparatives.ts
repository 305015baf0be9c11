import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";

/** What is wished for is more of something than there is. */
export const COMPARATIVES = wordList(
  "more better faster quicker speedier less fewer shorter sooner earlier easier clearer cheaper improved bigger larger nicer kinder " +
    "friendlier smoother softer closer warmer cooler cleaner safer brighter quieter healthier fresher tastier simpler longer",
);
/** How a thing is done: "answer the phone sooner". */
const ADVERBS = wordList("sooner quicker earlier faster more better closer");
/** "More quickly" is what is wished, "more than" and "more staff" are not. */
const AFTER_MORE = wordList(
  "quickly often promptly carefully clearly thoroughly regularly frequently closely efficiently",
);
/** What may follow the adverb of a wish: "listened more to the carer". */
const AFTER_ADVERB = wordList("to with by for when at about who what if and please maybe next in on so");

/** "Sooner" at the end of "answered the phone sooner", "more" in "listened more to the carer". */
export function isAdverbAt(words: readonly Word[], at: number): boolean {
  if (!ADVERBS.has(textAt(words, at))) return false;
  const next = textAt(words, at + 1);
  return next === "" || words[at + 1]?.isAfterBreak === true || AFTER_ADVERB.has(next) ||
    textAt(words, at) === "more" && AFTER_MORE.has(next);
}
