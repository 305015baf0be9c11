import type { Clause } from "../text/clause_split.ts";
import { wordList } from "../text/word_list.ts";
import { wordCheck } from "../text/word_memo.ts";
import { textAt, type Word } from "../text/words_of.ts";
import type { PolarWord } from "./polar_word.ts";
import type { SentimentLexicon } from "./sentiment_lexicon.ts";

/** What was missing is worth as much as what was plainly bad. */
const WISHED = -2.5;
const COMPARATIVES = wordList(
  "more better faster quicker speedier less fewer shorter sooner earlier easier clearer cheaper improved bigger larger nicer kinder " +
    "friendlier smoother softer closer warmer cooler cleaner safer brighter quieter healthier fresher tastier simpler longer",
);
/** How a thing is done: "answer the phone sooner". */
const ADVERBS = wordList("sooner quicker earlier faster more better closer");
/** "More quickly" is what is wished, "more than" and "more staff" are not. */
const AFTER_MORE = wordList(
  "quickly often promptly carefully clearly thoroughly regularly frequently closely efficiently",
);
/** What may follow the adverb of a wish: "listened more to the carer". */
const AFTER_ADVERB = wordList("to with by for when at about who what if and please maybe next in on so");
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
/** Verbs that are one unless they praise: "provide great care", "listen very well". */
const DUTIES = wordList(
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
/** "Not keep me on hold". */
const MISDEEDS = wordList(
  "keep put leave dismiss ignore discount try send cancel rush assume judge treat talk speak force discharge give make hang lie stop " +
    "expect tell",
);
/** "Not being told"; "not being judged" is praise. */
const WITHHELD = wordList("able told kept given informed allowed listened seen offered believed heard");
/** Verbs and words by which a clause states something, so that it is no wish. */
const ASSERTS = wordList("is was are were than i we had has did could should too this thanks thank can will would");
/** What follows these does not state the clause's own: "listen to what I was saying". */
const SUBORDINATES = wordList("when if so because as what how who which that where why until before");
/** Behind a comma these leave the wish: "answer the phone quicker, otherwise great". */
const LEAVES = wordList(
  "otherwise apart but other overall very great good excellent lovely thanks thank all nothing no",
);
const PEOPLE = wordList(
  "staff nurses nurse doctors doctor doctor's dr's drs gps drivers receptionists reception management crew team carers they",
);
const HONOURS = wordList("commended thanked praised congratulated admired proud");
const NEEDED = wordList(
  "listen communicate respect treat learn improve answer explain train hire employ recruit understand be have",
);
/** In words. */
const LONGEST_COMPARATIVE = 12;
const LONGEST = 30;
const MOST_LEAD_INS = 4;
/** What somebody else said: "Tell me about it," he said. */
const QUOTED = /^["“]/;

const mayOpen = wordCheck(({ text }) =>
  [COMPARATIVES, DEEDS, DEMANDS, DUTIES, LEAD_INS, BEFORE_COMPARATIVES].some((list) => list.has(text)) ||
  text === "not" || text === "don't" || text === "speed" || PEOPLE.has(text)
);
const isRegret = wordCheck(({ text }) => text === "wish" || text === "wished");
/** Whom one wishes to have done better; not "I wish I had called them sooner". */
const WHO_SHOULD = wordList("they he she someone somebody you");
const REGRETS_OF = wordList("had would could did were was");
const OTHER_WISHES = wordList("like here there near nearby locally everywhere well all");
const isNeed = wordCheck(({ text }) => text === "need" || text === "needs");

/**
 * What a clause wishes, alone deciding of what it names: a comparative without a verb ("more staff"), a demand ("reduce
 * waiting times", "not keep me on hold"), what should have been done ("listened more"), what people need to do. Null if
 * it wishes nothing.
 */
export function wishIn({ text, words }: Clause, lexicon: SentimentLexicon): PolarWord | null {
  const [first] = words;
  if (first === undefined || words.length > LONGEST || QUOTED.test(text)) return null;
  if (mayOpen(first) && isWish(words, lexicon)) return wish(0, endOf(words));
  const regret = regretAt(words);
  if (regret !== -1) return wish(regret, words.length);
  const need = words.findIndex(isNeed);
  if (need === -1 || !isNeeded(words, need)) return null;
  let from = need;
  while (from > 0 && !words[from]!.isAfterBreak) from--;
  return wish(from, words.length);
}

/** Index of "wish" in "wish they had called", "I wish someone would answer"; -1 if nobody is wished to have done better. */
function regretAt(words: readonly Word[]): number {
  const at = words.findIndex(isRegret);
  if (at === -1 || !WHO_SHOULD.has(textAt(words, at + 1)) || !REGRETS_OF.has(textAt(words, at + 2))) return -1;
  // "I wish they were all like him", "wish they had a branch near us".
  return words.slice(at + 3).some(({ text }) => OTHER_WISHES.has(text)) ? -1 : at;
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

/** "Listen to us", "explain what it is for", "keep patients informed". */
function isDutyAt(words: readonly Word[], at: number): boolean {
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

function praises(words: readonly Word[]): boolean {
  return words.some(({ text }) => PRAISES.has(text));
}

/** "Doctors to actually listen to us". */
function isStaffTo(words: readonly Word[], at: number): boolean {
  for (let index = at; index < at + 3; index++) {
    if (!PEOPLE.has(textAt(words, index)) || textAt(words, index + 1) !== "to") continue;
    const verb = textAt(words, index + 2) === "actually" ? index + 3 : index + 2;
    return (DUTIES.has(textAt(words, verb)) || NEEDED.has(textAt(words, verb)) || textAt(words, verb) === "take") &&
      !HONOURS.has(textAt(words, verb + 1));
  }
  return false;
}

function isMisdeed(words: readonly Word[], at: number): boolean {
  const isDemand = textAt(words, at) === "not";
  let verb = at + 1;
  if (/^(?:to|just|always|even)$/.test(textAt(words, verb))) verb++;
  const [text, next] = [textAt(words, verb), textAt(words, verb + 1)];
  if (text === "being") return isDemand && WITHHELD.has(next);
  return MISDEEDS.has(text) && next !== "" && (isDemand || text !== "judge" && FOR_THE_CUSTOMER.has(next));
}

/** "Sooner" at the end of "answered the phone sooner", "more" in "listened more to the carer". */
function isAdverbAt(words: readonly Word[], at: number): boolean {
  if (!ADVERBS.has(textAt(words, at))) return false;
  const next = textAt(words, at + 1);
  return next === "" || words[at + 1]?.isAfterBreak === true || AFTER_ADVERB.has(next) ||
    textAt(words, at) === "more" && AFTER_MORE.has(next);
}

/** "Doctors need to listen", "they need to be more careful"; not "all you need to know". */
function isNeeded(words: readonly Word[], need: number): boolean {
  if (textAt(words, need + 1) !== "to") return false;
  const verb = textAt(words, need + 2) === "actually" ? need + 3 : need + 2;
  if (!NEEDED.has(textAt(words, verb))) return false;
  if (/^(?:be|have)$/.test(textAt(words, verb)) && !COMPARATIVES.has(textAt(words, verb + 1))) return false;
  for (let index = need - 1; index >= 0 && !words[index + 1]!.isAfterBreak; index--) {
    if (
      /^(?:i|we|you|no|not|what|all|everything|if|when|who|my|our|might|may|will|would)$|n't$/.test(
        textAt(words, index),
      )
    ) {
      return false;
    }
  }
  return true;
}

/** The index after the last word of a wish. */
function endOf(words: readonly Word[]): number {
  const end = words.findIndex(({ text, isAfterBreak }, at) => at > 1 && isAfterBreak && LEAVES.has(text));
  return end === -1 ? words.length : end;
}
