import { wordList } from "../text/word_list.ts";
import { textAt, type Word } from "../text/words_of.ts";
import { NONE_OF } from "./negation.ts";
import type { TellingEvent } from "./time_strength.ts";

/** What is good to have although its name is no praise: "no effort", "zero communication". */
const GOODS = wordList(
  "effort efforts thought consideration communication explanation information urgency follow followup flavor flavour " +
    "flavors flavours taste seasoning atmosphere ambience ambiance privacy dignity support guidance feedback updates apology " +
    "response reply accountability responsibility consistency continuity structure organisation organization manners " +
    "discretion hygiene sympathy empathy compassion remorse acknowledgement acknowledgment greeting enthusiasm " +
    "appreciation coordination planning supervision diligence transparency clarity oversight notification notice instructions " +
    "substance depth texture imagination creativity advice reassurance regard aftercare",
);
/** Words between: "no real effort", "without any sense of urgency". */
const BETWEEN = wordList(
  "any a an real proper actual much such further good clear apparent kind sort sense sign form level of at all in the way the " +
    "slightest ounce shred single bit hint and or customer",
);
/** "No explanation needed", "no support required". */
const UNNEEDED = wordList("needed necessary required");
const REACH = 5;
const MISSED = -1.8;

/** Words at which such an event may begin. */
export const MISSING_CUES: readonly string[] = [...NONE_OF];

/** The absence of a good thing that begins at a word: "no effort", "lack of communication"; null if none does. */
export function missingEventAt(words: readonly Word[], at: number): TellingEvent | null {
  const text = textAt(words, at);
  if (!NONE_OF.has(text) || isSpared(words, at)) return null;
  for (let index = at + 1; index <= at + REACH && !words[index]?.isAfterBreak; index++) {
    const next = textAt(words, index);
    if (GOODS.has(next)) {
      return UNNEEDED.has(textAt(words, index + 1)) ? null : { length: index - at + 1, strength: MISSED };
    }
    if (!BETWEEN.has(next)) return null;
  }
  return null;
}

/** "Never a lack of communication" is turned by its negation; "no lack of" begins at "no". */
function isSpared(words: readonly Word[], at: number): boolean {
  return textAt(words, at) === "no" && textAt(words, at + 1) === "lack";
}
