import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import { isNegator } from "../negation.ts";

/** What cannot be done or does not work. */
export interface Inability {
  readonly strength: number;
  /** How many words it speaks of. */
  readonly reach: number;
}

const UNABLE: Inability = { strength: -1.8, reach: 9 };
const BROKEN: Inability = { strength: -2, reach: 6 };

/** What nobody is unable to do by the fault of a business, or what praises: "can't complain", "couldn't be happier". */
const NO_FAULT = wordList(
  "complain fault fail beat recommend wait say thank praise imagine believe be ask have argue speak tell comment compare stress express " +
    "help live remember stop eat drink think overstate rate stand emphasize emphasise go come drive walk see hear afford lose miss " +
    "wait even thank describe quite really put explain count decide sleep get keep take handle deal tolerate fathom knock blame judge repay find before please impress",
);
const FUNCTIONS = wordList(
  "work works worked working load loads loading open opens opening start starts starting connect connects connecting let lets " +
    "letting allow allows allowing accept accepts accepting recognize recognise recognizes sync syncs syncing respond responds " +
    "responding function functions functioning functional install installs display displays save saves saving send sends sending " +
    "play plays playing log register verify support supports process print scan scans launch launches boot",
);
const DENIES = wordList(
  "doesn't doesnt don't dont won't wont didn't didnt isn't isnt not never stopped stops quit fails fail failed refuses refused",
);
const KEEPS = wordList("keeps keep kept");
const FAULTS = wordList(
  "crashing freezing failing logging closing disconnecting asking saying breaking dropping glitching hanging stopping buffering lagging " +
    "timing loading showing telling kicking shutting restarting getting giving",
);
/** "My kids kept asking for money." */
const KIN = wordList("kid kids child children son sons daughter daughters boys girls husband wife friend friends i we");
const BREAKS_DOWN = wordList("crashes crashed freezes froze hangs glitches lags");
const OWN_DOING = wordList("i we");
const CONDITIONS = wordList("if when unless because since who");

/** What a clause says from a word on that does not work or cannot be done; null if nothing. */
export function inabilityAt(words: readonly Word[], at: number): Inability | null {
  const text = textAt(words, at);
  const next = textAt(words, at + 1);
  if (KEEPS.has(text) && KIN.has(textAt(words, at - 1))) return null;
  if (KEEPS.has(text)) return FAULTS.has(next) || next === "on" && FAULTS.has(textAt(words, at + 2)) ? BROKEN : null;
  if (BREAKS_DOWN.has(text)) return isDenied(words, at) ? null : BROKEN;
  if (DENIES.has(text) || text === "no" && next === "longer") {
    const verb = verbAfter(words, at + (text === "no" ? 2 : 1));
    if (
      FUNCTIONS.has(verb) && !(text === "never" && verb.startsWith("let")) && !OWN_DOING.has(textAt(words, at - 1)) &&
      !OWN_DOING.has(textAt(words, at - 2))
    ) {
      return BROKEN;
    }
  }
  const from = afterCannot(words, at);
  if (from === -1) return null;
  const verb = textAt(words, from);
  if (verb === "" || words[from]?.isAfterBreak === true || NO_FAULT.has(verb) && !isAccess(words, from)) return null;
  const around = words.slice(Math.max(0, at - 4), at);
  if (around.some(({ text }) => CONDITIONS.has(text))) return null;
  const told = words.slice(from, from + 6).map(({ text }) => text);
  return told.some((text) => /^(?:enough|fault|faults|wrong|better|anything|nicer)$/.test(text)) ? null : UNABLE;
}

/** The index after words for being unable, -1 if none begin here. */
function afterCannot(words: readonly Word[], at: number): number {
  const [text, next, after] = [textAt(words, at), textAt(words, at + 1), textAt(words, at + 2)];
  if (/^(?:can't|cant|cannot|couldn't|couldnt)$/.test(text)) return at + (next === "even" ? 2 : 1);
  if ((text === "can" || text === "could") && next === "not") return at + 2;
  if (text === "unable" && next === "to") return at + 2;
  if (/^(?:not|isn't|wasn't|never|no)$/.test(text) && /^(?:able|possible|way)$/.test(next) && after === "to") {
    return at + 3;
  }
  return text === "impossible" && next === "to" ? at + 2 : -1;
}

/** "Can't get in", "can't see my balance". */
function isAccess(words: readonly Word[], at: number): boolean {
  const [text, next] = [textAt(words, at), textAt(words, at + 1)];
  if (text === "get") return /^(?:in|into|it|the|my|past|through|to)$/.test(next);
  if (text === "see" || text === "take") return /^(?:my|the|a|screenshots?|screen|any)$/.test(next);
  return false;
}

function verbAfter(words: readonly Word[], at: number): string {
  const text = textAt(words, at);
  return /^(?:even|to|always|really|properly)$/.test(text) ? textAt(words, at + 1) : text;
}

function isDenied(words: readonly Word[], at: number): boolean {
  return words.slice(Math.max(0, at - 3), at).some(({ text }) =>
    isNegator(text) || text === "zero" || text === "fewer"
  );
}
