import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import { COMPARATIVES } from "./comparatives.ts";

/** Verbs that are a demand unless they praise: "provide great care", "listen very well". */
export const DUTIES = wordList(
  "listen attend stop explain answer treat respect provide ensure inform respond understand hire ask give keep allow let make send " +
    "tell teach assess show support turn believe",
);
/** What those verbs must go on with, as most are nouns as well: "answer was quick", "respect for all". */
const OBJECTS = wordList(
  "to the a an us me people patients customers visitors guests families relatives carers staff everyone all what when how that " +
    "more better clear clearer accurate our my your their them him her calls phones phone questions longer enough some extra it",
);
/** These are said to other readers or in praise: "keep up the good work", "give them a call", "ask for Dan". */
const TO_READERS = wordList("up it doing going them him her your for yourself this");
const READERS_VERBS = wordList("keep give ask let make send tell show support believe turn allow");
const FOR_THE_CUSTOMER = wordList(
  "us me people patients customers visitors guests families relatives carers everyone to more clear clearer accurate staff",
);
const PRAISES = wordList(
  "very well great good excellent amazing fantastic lovely best wonderful brilliant quality professional friendly helpful always " +
    "perfect perfectly fair superb outstanding first fully nice",
);
/** "Let me tell you" wishes nothing. */
const SAYS = wordList("tell say count start explain just put add give begin be");
/** "Keep patients informed", not "keep me safe". */
const KEPT = wordList("informed updated posted waiting touch date time times loop");
/** "Not keep me on hold". */
const MISDEEDS = wordList(
  "keep put leave dismiss ignore discount try send cancel rush assume judge treat talk speak force discharge give make hang lie stop " +
    "expect tell",
);
/** "Not being told"; "not being judged" is praise. */
const WITHHELD = wordList("able told kept given informed allowed listened seen offered believed heard");

/** "Listen to us", "explain what it is for", "keep patients informed". */
export function isDutyAt(words: readonly Word[], at: number): boolean {
  const [text, next] = [textAt(words, at), textAt(words, at + 1)];
  if (text === "make" && words.slice(at + 1, at + 5).some(({ text }) => COMPARATIVES.has(text))) return true;
  if (!DUTIES.has(text) || !OBJECTS.has(next) || words[at + 1]?.isAfterBreak === true) return false;
  if (next === "staff" && /^(?:ask|tell|show)$/.test(text)) return false;
  if (READERS_VERBS.has(text) && (TO_READERS.has(next) || !FOR_THE_CUSTOMER.has(next))) return false;
  const after = textAt(words, at + 2);
  if (next === "to" && after === "you") return false;
  if (text === "let" && next === "me" && SAYS.has(after)) return false;
  if (text === "keep" && !words.slice(at + 2).some(({ text }) => KEPT.has(text))) return false;
  return !praises(words);
}

/** Whether a clause praises, so that its verb is no demand. */
export function praises(words: readonly Word[]): boolean {
  return words.some(({ text }) => PRAISES.has(text));
}

/** "Not keep me on hold", "not being told": what should not be done. */
export function isMisdeed(words: readonly Word[], at: number): boolean {
  const isDemand = textAt(words, at) === "not";
  let verb = at + 1;
  if (/^(?:to|just|always|even)$/.test(textAt(words, verb))) verb++;
  const [text, next] = [textAt(words, verb), textAt(words, verb + 1)];
  if (text === "being") return isDemand && WITHHELD.has(next);
  return MISDEEDS.has(text) && next !== "" && (isDemand || text !== "judge" && FOR_THE_CUSTOMER.has(next));
}
