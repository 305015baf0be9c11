import { isNumber } from "../../text/term_pattern.ts";
import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import { isNegator } from "../negation.ts";
import type { BurdenCue, BurdenSaid } from "./burden_cue.ts";

const REACH_AFTER = 9;
/** Words that may stand between a burden and what comes of it. */
const LIGHT_AFTER = wordList(
  "is are was were has have had been be being got get gets getting also almost nearly all completely totally finally eventually " +
    "just now really pretty much a lot bit little way so very even actually slowly gradually quickly did does do would will " +
    "could should seems seemed seem started starting begun began to have definitely that i used and it they them both has " +
    "significantly considerably drastically dramatically greatly somewhat slightly mostly basically practically like as too " +
    "non not never won't no any far by since after away go kind of for me my what part days weeks months within",
);
const ENDED = wordList(
  "gone disappeared disappear disappears disappearing vanished subsided subsides subside stopped stops stop stopping ended ends end " +
    "ceased eased eases lessened decreased reduced diminished improved improves improving cleared clears clear clearing healed faded " +
    "resolved lighter shorter fewer minimal nonexistent existent better bearable manageable tolerable mild milder minor none " +
    "history controlled dropped dwindled dissipated free light calmed slowed less lessening decreasing smaller quieter weaker short quick fast quickly",
);
/** Only with a word of being before them: "cramps are less", not "cramps, less bleeding". */
const AFTER_BEING = wordList("less better light mild minor fewer free none minimal clear normal short quick fast");
const WORSENED = wordList(
  "worse worsened worsens increased increases returned returns heavier stronger terrible horrible awful unbearable intense bad " +
    "severe excruciating insane worst constant nonstop",
);
const AWAY = wordList("went go goes going gone");
const BACK = wordList("came come comes coming");

/** What stands after a burden; null if it says nothing of it. */
export function afterBurden(words: readonly Word[], end: number): BurdenCue | null {
  let [isDenied, isHopedFor] = [false, false];
  for (let index = end; index < Math.min(words.length, end + REACH_AFTER); index++) {
    if (words[index]?.isAfterBreak === true) return null;
    const [text, next] = [textAt(words, index), textAt(words, index + 1)];
    const cue = (said: BurdenSaid, length = 1): BurdenCue => ({ said, from: end, to: index + length });
    const isAway = AWAY.has(text) && next === "away" ||
      (text === "let" || text === "died") && (next === "up" || next === "down");
    const isControlled = text === "under" && next === "control";
    if (isAway || isControlled) return cue(isDenied || isHopedFor ? "worse" : "ended", 2);
    if (BACK.has(text) && next === "back") return cue("worse", 2);
    if (text === "nonstop" || text === "non" && next === "stop") return cue("worse", text === "non" ? 2 : 1);
    // "Had to wait a bit."
    if (index === end && text === "a" && /^(?:bit|little|moment|while)$/.test(next)) return cue("faint", 2);
    if (ENDED.has(text) && (index > end || !AFTER_BEING.has(text))) {
      return cue(isDenied || isHopedFor ? "worse" : "ended");
    }
    // "Queues could have been worse", "under ten minutes".
    if (text === "worse" && textAt(words, index - 1) === "been" && isHopedFor) return cue("ended");
    const following = words[index + 1];
    if (text === "under" && following !== undefined && isNumber(following)) return cue("ended", 2);
    if (WORSENED.has(text)) return isDenied ? cue(text === "bad" ? "ended" : "open") : cue("worse");
    if (isNegator(text) || text === "no") {
      // "Cramps almost non existent."
      if (text !== "non") isDenied = true;
    } else if (/^(?:would|should|will|could)$/.test(text)) isHopedFor = true;
    if (!LIGHT_AFTER.has(text) && !isNegator(text)) return null;
  }
  return null;
}
