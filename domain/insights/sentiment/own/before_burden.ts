import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import { isNegator } from "../negation.ts";
import type { BurdenCue, BurdenSaid } from "./burden_cue.ts";

const REACH_BEFORE = 7;
const REACH_OF_HOPE = 9;

/** Verbs that end or lessen what follows them. */
const ENDS_IT = wordList(
  "clear clears cleared clearing stop stops stopped stopping reduce reduces reduced reducing decrease decreases decreased " +
    "decreasing lessen lessens lessened lessening ease eases eased easing relieve relieves relieved eliminate eliminates " +
    "eliminated cure cures cured fix fixes fixed help helps helped helping improve improves improved prevent prevents prevented " +
    "minimize minimizes minimized minimise minimised remove removes removed control controls controlled tame tames tamed rid " +
    "lost lose losing cut cuts cutting soothe soothes soothed calm calms calmed solve solves solved lower lowers lowered avoid " +
    "avoids avoided",
);
/** What makes little or nothing of what follows. */
const LESS = wordList(
  "less fewer hardly barely scarcely minimal reduced decreased zero no without free lack absence nil short shorter shortest half quick quicker",
);
const FAINT = wordList("slight slightly mild light minor occasional bit tiny tolerable manageable bearable small");
const FEARED = wordList(
  "worried worry worrying afraid scared fear feared fearing concerned nervous dreaded dreading expecting expected " +
    "expect anticipated risk risks if unless versus hope hoping hoped wish",
);
const HOPED = wordList(
  "hope hoping hoped want wanted wanting wish would could should may might will if supposed trying tried try",
);
/** "It seems to help my cramps" tells that it does. */
const DOES = wordList(
  "seems seemed helped helps help managed able started starting began continues continued has have had",
);
const NOT_ONLY = wordList("only just merely simply");
const TAKEN = wordList("started took take taking prescribed got put using use used need needed");
const ON = wordList("was been put am i'm is go going went be");
const LEFT = wordList(
  "stopped stop quit quitting remove removed removing off switched switching out discontinued hate return returned",
);
const GOOD_FOR = wordList("great good amazing excellent wonderful perfect works worked best fantastic awesome helpful");
const BAD_FOR = wordList("bad terrible horrible awful worse worst useless");
/** Words that may stand between a burden and what denies or ends it. */
const LIGHT = wordList(
  "have had has having get got gotten getting gets gain gained gaining experience experienced experiencing notice noticed " +
    "noticing see seen saw feel felt suffer suffered suffering cause caused causes causing any a an the my much many more real really " +
    "bad such major significant excessive severe terrible horrible awful heavy extra other of from with to in at all been be being " +
    "is are was were there even single longer one either me ever made make makes given gave weird up out those these that " +
    "lot us our your his her their some most completely totally of also so very and or nor side effects effect signs sign of " +
    "type kind sort problem problems issue issues trouble with severity amount intensity scrap speck trace hint moment shred drop ounce it did do does constant extreme serious",
);

/** What stands before a burden; null if it says nothing of it. */
export function beforeBurden(words: readonly Word[], at: number): BurdenCue | null {
  let isNear = true;
  let isFaint = false;
  for (let index = at - 1; index >= Math.max(0, at - REACH_BEFORE); index--) {
    if (words[index + 1]?.isAfterBreak === true) break;
    const text = textAt(words, index);
    const cue = (said: BurdenSaid): BurdenCue => ({ said, from: index, to: at });
    if (isNear) {
      const [before, next] = [textAt(words, index - 1), textAt(words, index + 1)];
      // "Birth control" ends nothing.
      if (ENDS_IT.has(text) && !(before === "birth" || text.startsWith("stop") && before === "non")) {
        return cue(endedBy(words, index));
      }
      if (text === "little") {
        return cue(
          before === "a" && !isNegator(textAt(words, index - 2)) &&
            textAt(words, index - 2) !== "even"
            ? "faint"
            : "spared",
        );
      }
      // "I haven't been two weeks without bleeding."
      if (text === "without" && words.slice(Math.max(0, index - 6), index).some((word) => isNegator(word.text))) {
        return cue("named");
      }
      if ((LESS.has(text) || isNegator(text)) && text !== "non" && !NOT_ONLY.has(next)) {
        // "Never been so depressed."
        return cue(text === "never" && /^(?:so|this|such)$/.test(textAt(words, at - 1)) ? "worse" : "spared");
      }
      if (text === "from" && (before === "away" || before === "far")) return cue("spared");
      if (text === "for") return forIt(words, index, at);
      if (text === "than" || text === "like") return cue("open");
      if (text === "because" || text === "due") return cue(isTakenFor(words, index) ? "open" : "named");
      if (FAINT.has(text) && at - index <= 3) isFaint = true;
    }
    if (FEARED.has(text) || /^concerns?$/.test(text) && /^(?:about|of|over|for)$/.test(textAt(words, index + 1))) {
      return cue("open");
    }
    // "Always cheerful, even when there is a queue", "despite the noise".
    if (text === "despite" || text === "even" && /^(?:when|if|with|after)$/.test(textAt(words, index + 1))) {
      return cue("open");
    }
    // "While we were waiting" only tells when.
    if ((text === "while" || text === "whilst") && isTimeTold(words, index, at)) return cue("open");
    if (text === "because" || text === "but" || text === "which") break;
    // The word right before a burden describes it, such as "cystic".
    if (!LIGHT.has(text) && !FAINT.has(text) && index !== at - 1) isNear = false;
  }
  return isFaint ? { said: "faint", from: at, to: at } : null;
}

/** Whether nobody but the customers and a word of being stand between: "while we were waiting". */
function isTimeTold(words: readonly Word[], from: number, at: number): boolean {
  return words.slice(from + 1, at).every(({ text }) => /^(?:i|we|you|was|were|are|is|had|to|they|he|she)$/.test(text));
}

function endedBy(words: readonly Word[], at: number): BurdenSaid {
  for (let index = at - 1; index >= Math.max(0, at - REACH_OF_HOPE); index--) {
    if (words[index + 1]?.isAfterBreak === true) break;
    const text = textAt(words, index);
    if (text === "non" || text === "opposite" || isNegator(text)) return "worse";
    if (text === "for") return "open";
    if (HOPED.has(text)) return text === "would" && textAt(words, at) === "stop" ? "named" : "open";
    if (text === "to") return DOES.has(textAt(words, index - 1)) ? "ended" : "open";
  }
  return "ended";
}

/** "Great for my acne", "terrible for cramps"; "I took it for my acne" says nothing yet. */
function forIt(words: readonly Word[], index: number, at: number): BurdenCue {
  const before = words.slice(Math.max(0, index - 3), index).map(({ text }) => text);
  const isDenied = before.some(isNegator);
  const said = before.some((text) => GOOD_FOR.has(text))
    ? isDenied ? "worse" : "ended"
    : before.some((text) => BAD_FOR.has(text))
    ? "named"
    : "open";
  return { said, from: index, to: at };
}

/** Whether somebody takes a remedy for it: "I went on it because of my cramps", not "I stopped because of them". */
function isTakenFor(words: readonly Word[], at: number): boolean {
  const before = words.slice(0, at).map(({ text }) => text);
  return !before.some((text) => LEFT.has(text)) &&
    before.some((text, index) => TAKEN.has(text) || text === "on" && ON.has(before[index - 1] ?? ""));
}
