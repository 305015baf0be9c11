import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import type { TellingEvent } from "./time_strength.ts";

/** Before a date: "on 4/5". */
const BEFORE_DATES = wordList("on since until till from by dated before after of");
const MARK = /^\d{1,2}$/;
const [GOOD, POOR] = [0.8, 0.5];
const STRENGTH = 2.4;

/** A mark out of five or ten, "office 1/5" and "staff 9/10"; one in between says nothing. Null if none begins at a word. */
export function givenMarkAt(words: readonly Word[], at: number): TellingEvent | null {
  const [mark, most] = [words[at], words[at + 1]];
  if (mark === undefined || most === undefined || !MARK.test(mark.text)) return null;
  if (most.text !== "5" && most.text !== "10" || most.start !== mark.end + 1 || most.isAfterBreak) return null;
  const share = Number(mark.text) / Number(most.text);
  if (share > 1 || !mark.isAfterBreak && BEFORE_DATES.has(textAt(words, at - 1))) return null;
  const strength = share >= GOOD ? STRENGTH : share <= POOR ? -STRENGTH : 0;
  return strength === 0 ? null : { length: 2, strength, isSettled: true };
}
