import { isSize, measuredBy } from "../sentiment/size_strength.ts";
import { wordList } from "../text/word_list.ts";
import { textAt, type Word } from "../text/words_of.ts";

/** Sizes that say nothing of the business where they stand before another thing. */
const SIZES = wordList("vast spacious compact medium minuscule");
/** Words that may follow a size that is said of what was named before: "it is big and clean". */
const GOES_ON = wordList(
  "and but or nor yet for to with in on at as so than if when because though although while which that enough it you we i they there " +
    "is was are were not only too very also both inside outside overall here now compared considering",
);
/** What the size of the business is that of. */
const SPACES = wordList(
  "park parks place places site sites hall halls room rooms venue venues area areas space spaces ballroom building buildings lawn garden " +
    "gardens restaurant shop store campus resort hotel pool pools centre center ground grounds property house zoo museum gym studio " +
    "pitch pitches plot plots one size capacity layout attraction farm beach stage floor banquet salon office school theatre theater",
);

/**
 * Whether a word tells the size of some other thing than the business: "huge queues", "small kids", "a large pizza"; not
 * "a huge park", "the hall is big".
 */
export function isSizeOfThing(words: readonly Word[], at: number): boolean {
  const text = textAt(words, at);
  if (!isSize(text) && !SIZES.has(text)) return false;
  // "The portions were small."
  const measured = measuredBy(words, at);
  if (measured !== null && !SPACES.has(measured)) return true;
  for (let next = at + 1; next <= at + 2; next++) {
    const word = words[next];
    if (word === undefined || word.isAfterBreak || GOES_ON.has(word.text)) return next > at + 1;
    if (SPACES.has(word.text)) return false;
  }
  return true;
}
