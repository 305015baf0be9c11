import { counts } from "../rule_groups.ts";
import type { Clause } from "../text/clause_split.ts";
import { wordList } from "../text/word_list.ts";
import { wordMemo } from "../text/word_memo.ts";
import { textAt, type Word } from "../text/words_of.ts";
import type { PolarWord } from "./polar_word.ts";
import type { SentimentLexicon } from "./sentiment_lexicon.ts";
import { COMPARATIVES, isAdverbAt } from "./wishes/comparatives.ts";
import { DUTIES, isDutyAt, isMisdeed, praises } from "./wishes/demands.ts";
import { isNeed, isNeeded, isStaffTo, PEOPLE } from "./wishes/needs.ts";
import { regretAt } from "./wishes/regrets.ts";

/** What was missing is worth as much as what was plainly bad. */
const WISHED = -2.5;
/** What a business does or should have done; without a subject, and with a comparative. */
const DEEDS = wordList(
  "arrive arrived arriving come came coming turn turned turning respond responded responding answer answered answering get getting " +
    "got attend attended attending call called calling ring rang pick picked reply replied see seen seeing listen listened listening " +
    "communicate communicated communicating understand understood explain explained explaining inform informed informing talk talked " +
    "talking speak spoke spoken speaking keep kept keeping look work worked working go check checked checking liaise contact " +
    "contacted",
);
/** "Arrive on time." */
const PUNCTUAL = wordList("arrive come turn attend start run keep finish");
/** Verbs that are a demand whatever follows them, when they open a clause. */
const DEMANDS = wordList("improve reduce increase employ recruit shorten train communicate invest upgrade");
/** "Got better" tells of health, "better after a talk" of a change. */
const BETTER_THAN = wordList("to after than now since because when once and");
/** Before the verb of a wish. */
const LEAD_INS = wordList("please pls just maybe perhaps possibly to only and or try a much need needs even so");
/** They lead in where a comparative follows: "be a bit quicker", "have more staff". */
const BEFORE_COMPARATIVES = wordList(
  "be been being have having get getting provide provided provide a an bit little lot some slightly much offer put employ hire show " +
    "give add",
);
/** "Be on time", "be consistent". */
const VIRTUES = wordList("on prompt early punctual polite respectful open consistent nice kind considerate");
/** Verbs and words by which a clause states something, so that it is no wish. */
const ASSERTS = wordList("is was are were than i we had has did could should too this thanks thank can will would");
/** What follows these does not state the clause's own: "listen to what I was saying". */
const SUBORDINATES = wordList("when if so because as what how who which that where why until before");
/** Behind a comma these leave the wish: "answer the phone quicker, otherwise great". */
const LEAVES = wordList(
  "otherwise apart but other overall very great good excellent lovely thanks thank all nothing no",
);
/** In words. */
const LONGEST_COMPARATIVE = 12;
const LONGEST = 30;
const MOST_LEAD_INS = 4;
/** What somebody else said: "Tell me about it," he said. */
const QUOTED = /^["“]/;

const mayOpen = wordMemo(({ text }) =>
  [COMPARATIVES, DEEDS, DEMANDS, DUTIES, LEAD_INS, BEFORE_COMPARATIVES].some((list) => list.has(text)) ||
  text === "not" || text === "don't" || text === "speed" || PEOPLE.has(text)
);

/**
 * What a clause wishes, alone deciding of what it names: a comparative without a verb ("more staff"), a demand ("reduce
 * waiting times", "not keep me on hold"), what should have been done ("listened more"), what people need to do. Null if
 * it wishes nothing.
 */
export function wishIn({ text, words }: Clause, lexicon: SentimentLexicon): PolarWord | null {
  const [first] = words;
  if (!counts("wishes") || first === undefined || words.length > LONGEST || QUOTED.test(text)) return null;
  if (mayOpen(first) && isWish(words, lexicon)) return wish(0, endOf(words));
  const regret = regretAt(words);
  if (regret !== -1) return wish(regret, words.length);
  const need = words.findIndex(isNeed);
  if (need === -1 || !isNeeded(words, need)) return null;
  let from = need;
  while (from > 0 && !words[from]!.isAfterBreak) from--;
  return wish(from, words.length);
}

function wish(at: number, end: number): PolarWord {
  return { at, length: end - at, strength: WISHED, isCertain: true };
}

function isWish(words: readonly Word[], lexicon: SentimentLexicon): boolean {
  if (words.length < 2 || states(words)) return false;
  let at = 0;
  while (at < MOST_LEAD_INS && LEAD_INS.has(textAt(words, at))) at++;
  const [text, next] = [textAt(words, at), textAt(words, at + 1)];
  if (text === "not" || text === "don't") return isMisdeed(words, at);
  if (text === "be" && VIRTUES.has(next)) return true;
  if (text === "speed") return next === "up" || next === "things" || words.at(-1)?.text === "up";
  if (DEMANDS.has(text)) return next !== "" && !praises(words);
  if (opensWithComparative(words, at, lexicon)) return true;
  if (isDutyAt(words, at)) return true;
  if (isStaffTo(words, at)) return true;
  if (PUNCTUAL.has(text) && words.length <= 5 && words.at(-1)?.text === "time" && words.at(-2)?.text === "on") {
    return true;
  }
  const isHealth = /^(?:got|get|getting)$/.test(text) && next === "better";
  return DEEDS.has(text) && !isHealth && words.some((_, index) => index > at && isAdverbAt(words, index));
}

/** Whether a clause states something before it goes on with a clause of its own. */
function states(words: readonly Word[]): boolean {
  for (const { text } of words) {
    if (SUBORDINATES.has(text)) return false;
    if (ASSERTS.has(text) || text.endsWith("n't") && text !== "don't") return true;
  }
  return false;
}

/** "Just more accurate times", "be a bit quicker", "have a larger fleet"; "more than enough" is none. */
function opensWithComparative(words: readonly Word[], from: number, lexicon: SentimentLexicon): boolean {
  if (words.length > LONGEST_COMPARATIVE) return false;
  let at = from;
  while (at < from + MOST_LEAD_INS && BEFORE_COMPARATIVES.has(textAt(words, at))) at++;
  if (!COMPARATIVES.has(textAt(words, at))) return false;
  if ((lexicon.longestAt(words, at)?.length ?? 0) > 1) return false;
  if (textAt(words, at) === "better") {
    if (at > from && /^(?:got|get|getting)$/.test(textAt(words, at - 1)) && words.length < at + 2) return false;
    if (BETTER_THAN.has(textAt(words, at + 1)) || at > from && words[at + 1]?.isAfterBreak === true) return false;
  }
  return at > from || words.length >= at + 2;
}

/** The index after the last word of a wish. */
function endOf(words: readonly Word[]): number {
  const end = words.findIndex(({ text, isAfterBreak }, at) => at > 1 && isAfterBreak && LEAVES.has(text));
  return end === -1 ? words.length : end;
}
