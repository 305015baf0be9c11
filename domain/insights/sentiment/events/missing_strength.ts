import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import { NONE_OF } from "../negation.ts";
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
/** What customers wait for: "not one update", "not a single call back". */
const AWAITED = wordList(
  "call calls callback update updates email emails message messages text word answer visit letter reminder offer thank thanks sorry " +
    "smile hello sign person refill greeting",
);
/** Words between: "no real effort", "without any sense of urgency". */
const BETWEEN = wordList(
  "any a an real proper actual much such further good clear apparent kind sort sense sign form level of at all in the way the " +
    "slightest ounce shred single bit hint and or customer",
);
const BEFORE_AWAITED = wordList("phone follow up return courtesy proper friendly welcome");
/** "No explanation needed", "no support required". */
const UNNEEDED = wordList("needed necessary required");
const REACH = 5;
const MISSED = -1.8;

/** Words at which such an event may begin. */
export const MISSING_CUES: readonly string[] = [...NONE_OF, "not"];

/** The absence of a good thing that begins at a word: "no effort", "lack of communication"; null if none does. */
export function missingEventAt(words: readonly Word[], at: number): TellingEvent | null {
  const text = textAt(words, at);
  if (text === "not") return notOne(words, at);
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

/** "Not one update", "not even a call", "not a single word". */
function notOne(words: readonly Word[], at: number): TellingEvent | null {
  const from = textAt(words, at + 1) === "even" ? at + 2 : at + 1;
  const isScant = textAt(words, from) === "a" && (from === at + 2 || textAt(words, from + 1) === "single");
  if (textAt(words, from) !== "one" && !isScant) return null;
  for (let index = from + 1; index <= from + 3 && !words[index]?.isAfterBreak; index++) {
    const next = textAt(words, index);
    if (AWAITED.has(next) || GOODS.has(next)) return { length: index - at + 1, strength: MISSED };
    if (!BETWEEN.has(next) && !BEFORE_AWAITED.has(next)) return null;
  }
  return null;
}

/** "Never a lack of communication" is turned by its negation; "no lack of" begins at "no". */
function isSpared(words: readonly Word[], at: number): boolean {
  return textAt(words, at) === "no" && textAt(words, at + 1) === "lack";
}
