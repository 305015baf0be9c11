import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import type { TellingEvent } from "./time_strength.ts";

const EXCLAIMED = wordList(
  "great wonderful lovely brilliant fantastic perfect nice excellent awesome super marvellous marvelous terrific impressive cool",
);
const SIGHS = wordList("oh ah well just yeah");
/** After the exclamation: "great, another fee", "oh wonderful, a fourth visit". */
const MORE_OF_IT = wordList("another more yet a");
const REPEATED = wordList("second third fourth fifth sixth");
const NUISANCES = wordList(
  "fee fees charge charges bill bills delay delays excuse excuses problem problems issue issues day week month visit wait " +
    "waits cancellation cancellations surprise surprises survey surveys form forms call calls leak leaks queue mess error mistake " +
    "trip hour hours night price increase increases hike",
);
const LIKES = wordList("love loved enjoy enjoyed loving adore");
const CHORES = wordList("waiting explaining chasing repeating paying cleaning begging arguing ringing");
const DEEDS = wordList("job work going");
const HARM = wordList(
  "breaking ruining losing flooding destroying scratching wasting missing forgetting damaging ignoring",
);
const CLAIMED = wordList("called proclaimed styled");
const REACH = 5;
const MEANT = -2;

/** Words at which marked irony may begin. */
export const IRONY_CUES: ReadonlySet<string> = new Set([...EXCLAIMED, ...LIKES, "so", "self", "yeah", "good"]);

/** Whether a clause is nothing but an exclamation: "great", "oh wonderful". What follows shows how it is meant. */
export function isExclamation(words: readonly Word[]): boolean {
  const at = SIGHS.has(textAt(words, 0)) ? 1 : 0;
  return words.length === at + 1 && EXCLAIMED.has(textAt(words, at));
}

/** Irony that words mark as such and that begins at a word: "great, another fee", "so much for"; null if there is none. */
export function ironyEventAt(words: readonly Word[], at: number): TellingEvent | null {
  const text = textAt(words, at);
  const next = textAt(words, at + 1);
  if (text === "so" && next === "much" && textAt(words, at + 2) === "for") return wholePart(words, at);
  if (text === "yeah" && next === "right" && words[at + 2]?.isAfterBreak !== false) return wholePart(words, at, 2);
  if ((text === "so" || text === "self") && CLAIMED.has(next) && at + 2 < words.length) {
    return { length: 3, strength: MEANT, isSettled: true };
  }
  if (LIKES.has(text) && CHORES.has(next)) return { length: 2, strength: MEANT, isSettled: true };
  if (DEEDS.has(next) && HARM.has(textAt(words, at + 2))) return { length: 3, strength: MEANT, isSettled: true };
  return nuisance(words, at);
}

/** "Great, another fee." */
function nuisance(words: readonly Word[], at: number): TellingEvent | null {
  if (!EXCLAIMED.has(textAt(words, at)) || at > 1 || at === 1 && !SIGHS.has(textAt(words, 0))) return null;
  if (!words[at + 1]?.isAfterBreak || !MORE_OF_IT.has(textAt(words, at + 1))) return null;
  if (textAt(words, at + 1) === "a" && !REPEATED.has(textAt(words, at + 2))) return null;
  for (let index = at + 2; index <= at + REACH; index++) {
    if (NUISANCES.has(textAt(words, index))) return { length: index - at + 1, strength: MEANT, isSettled: true };
  }
  return null;
}

/** What stands behind the mark up to the next comma is meant the other way: "so much for same day service". */
function wholePart(words: readonly Word[], at: number, from = 3): TellingEvent {
  let end = at + from;
  if (from === 2) end++;
  while (end < words.length && end < at + from + REACH && !words[end]?.isAfterBreak) end++;
  return { length: Math.min(end, words.length) - at, strength: MEANT, isSettled: true };
}
