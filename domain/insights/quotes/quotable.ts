import { ENGLISH, languageOf } from "../text/language_of.ts";
import { isPrintable } from "../text/printable.ts";
import { foldedWord, textAt, type Word, wordList, wordsOf } from "../text/words_of.ts";
import lists from "./quote_words.json" with { type: "json" };

// Each list has one meaning. No list holds exceptions to another.

/** Words of conditions, periods, thoughts and reported speech; a sentence with them does not describe facts. */
const UNREAL = wordList(lists.quotable.unreal);
/** Words after "first" that make it a time: "The price was good in the first year", "at first we". */
const TIMES = wordList("year years month months week weeks day visit time few two three and i we it they");
/** Verbs after "would" that express praise: "I would recommend", "we would use them again". */
const VERBS_WITH_WOULD = wordList("recommend use come go visit return stay book hire choose thank");
const ADVERBS = wordList("not never definitely highly certainly happily always gladly absolutely strongly fully also");
const OF_THE_REVIEW = wordList("star stars review reviews rating");
/** Words for a thing that another sentence names. */
const POINTERS = wordList(lists.quotable.pointers);
/** Determiners whose noun "it" may refer to as a subject: "The bus was on time and it was clean". */
const LEADS = wordList("the a an my our your their every each no all");
/** Words after an "it" that refers to nothing: "Made it easy", "It was a good day". */
const STANDS_FOR_NOTHING = /^(?:easy|clear|hard|difficult|simple|impossible|possible|worth|(?:is|was) an?)\b/;
/** Words for people to whom "they" in the next sentence may refer. */
const OTHERS = wordList(lists.quotable.others);
const RIVALS = wordList(
  "previous competitor competitors rival rivals elsewhere former insurers neighbour neighbours neighbor neighbors",
);
const LAST = wordList("last old");
const FIRMS = wordList(lists.quotable.firms);
const OPENINGS = wordList(
  "the a an all every everyone everybody everything nobody nothing no my our your i i've we we've they they're you there staff both",
);
/** Openings of sentences that need a verb. The others also begin a whole sentence without one: "No queues." */
const NEEDS_VERB = OPENINGS.difference(wordList("a an no"));
const NO_OPENINGS = wordList(lists.quotable.no_openings);
/** Comparatives that express a wish in a sentence without a verb: "A quicker response". */
const COMPARED = wordList("more less fewer better quicker faster sooner shorter cheaper bigger nicer easier clearer");
/** Words before an adjective. A sentence that opens with one may lack a subject: "Always pleasant and was on time". */
const DEGREES = wordList("very really so always extremely most mostly quite too just also absolutely totally");
/** Pronouns that begin another statement inside a subject: "Anyways it was". */
const PRONOUNS = wordList("i we you they it there what who");
const VERBS = wordList(lists.quotable.verbs);
const NEGATION = /^(?:not|never|cannot)$|n't$/;
/** Participles and feelings of the writer, not of the business's actions: "I was told", "we were very pleased". */
const UNDERGONE = /ed$|^(?:told|seen|given|left|kept|made|shown|met|sent|taken|put|happy|sad|not|never|able|unable)$/;
const CONTRACTIONS =
  /^(?:do|does|did|ca|wo|is|was|are|were|could|would|should|has|have|had)nt$|^(?:im|ive|alot|youre|theyre|thats)$/;

const [SHORTEST, LONGEST] = [20, 180];
const LONGEST_WITHOUT_VERB = 60;
/** Maximum length of a sentence's subject, in words: "The food in the main hall was". */
const LONGEST_SUBJECT = 4;
/** Maximum number of commas; a sentence with more is a row of notes. */
const MOST_COMMAS = 3;
const WHOLE = /^\p{Lu}.*[.!]$/u;
/**
 * Characters and patterns that exclude a quotation: quotation marks would nest; addresses (`…` in their place), tags,
 * phone numbers and encoding errors are no prose.
 */
const SIGNS =
  /[\p{C}\p{Zl}\p{Zp}<>@“”„«»"…\[\]{}|\\#&?;*~]|(?:^|\s)['‘]\p{L}|\s\s|â€|Ã[\x80-\xbf]|\uFFFD|https?:|www\.|\d[\d\s().\-]{5,}\d|\([^)]*$/u;
const SLIPS = [
  /\s[,.!:]|\p{L}{2}[,.!:][\p{L}\p{N}]|[!.,]{2}|[.!] \p{Ll}|\p{L}-(?:not|but|the|our|it) | -\p{L}|\p{L}- (?!or |and |to )\p{Ll}/u,
  /(?:^|\s)(?:i|u|r|ur|pls|plz|thx|lol|lmao|omg|haha|tbh|imo|BUT|AND|NOT|VERY|NEVER|ALL)(?=['’\s.!])/u,
  /\b(?!(?:had|that|very|really|so|far|much|too)\b)(\p{L}{2,}) \1\b/iu,
  /\ban? \p{L}+ not \p{L}+[.!]$|\bit['’]s (?:can|is|was|are)\b|\b(?:is|are|was|were|do|does|did)(?: not|n['’]t)[.,:!]/iu,
  /\b(?:could|should|would) of\b|\b(?:staff|they|we|you|everyone) where\b|\b(?:they|we|you) (?:is|was)\b|\b(?:better|worse|more|less|rather) then\b/i,
  /\bto (?:long|slow|expensive|noisy|busy|many|much|loud|seen|been|done|gone|went|came|got)\b|\b(?:lovely|great|good|nice|kind|helpful|friendly|polite|excellent) very\b/i,
];

/**
 * Returns whether a sentence can be quoted alone without harm: 20 to 180 characters of well-written English that
 * describes facts and needs no other sentence. It must not accuse of a crime or judge people by age, origin, sex or
 * looks. It must not mention a quarrel, illness or other firm, or depend on a condition.
 * @param sentiment Sentiment to illustrate: praise must not speak of possible improvements.
 */
export function isQuotable(sentence: string, sentiment: "positive" | "negative"): boolean {
  if (!isWholeSentence(sentence)) return false;
  const words = wordsOf(sentence);
  return words.length > 2 && languageOf(sentence) === ENGLISH && isPrintable(words) && isReal(words, sentiment) &&
    isAlone(words) &&
    isWritten(sentence, words);
}

/**
 * Returns whether a sentence of any language is whole: 20 to 180 characters from a capital to a full stop or exclamation
 * mark, not in capitals alone, without addresses and signs that are no prose.
 */
export function isWholeSentence(sentence: string): boolean {
  const { length } = sentence;
  return length >= SHORTEST && length <= LONGEST && WHOLE.test(sentence) && !SIGNS.test(sentence) &&
    sentence !== sentence.toUpperCase() && sentence.split(",").length - 1 <= MOST_COMMAS;
}

/**
 * Returns whether a sentence continues in lower case in the text, or begins with "they" after a sentence about other
 * people.
 */
export function isTornOut(sentence: string, text: string): boolean {
  const from = text.indexOf(sentence);
  const rest = text.slice(from + sentence.length, from + sentence.length + 50).trimStart();
  if (/^\p{Ll}/u.test(rest) && !OPENINGS.has(textAt(wordsOf(rest), 0))) return true;
  const before =
    text.slice(Math.max(0, from - LONGEST), Math.max(0, from)).trimEnd().slice(0, -1).split(/[.!?\n]/).at(-1) ?? "";
  return /^The(?:y|ir)\b/.test(sentence) && wordsOf(before).some(({ text }) => OTHERS.has(text));
}

function isReal(words: readonly Word[], sentiment: "positive" | "negative"): boolean {
  return !words.some(({ text }, at) => {
    const next = textAt(words, at + 1);
    if (UNREAL.has(text) || OF_THE_REVIEW.has(text) || text === "first" && TIMES.has(next)) return true;
    if (text === "could") return sentiment === "positive" && !NEGATION.test(next);
    return isWould(text) && !hasVerbWithWould(words, at);
  });
}

function isWould(word: string): boolean {
  return word === "would" || word === "wouldn't" || word.endsWith("'d");
}

function hasVerbWithWould(words: readonly Word[], at: number): boolean {
  const verb = words.slice(at + 1).find(({ text }) => !ADVERBS.has(text));
  return VERBS_WITH_WOULD.has(verb?.text ?? "");
}

/** Whether the word at an index refers to something that only another sentence names. */
type NeedsNeighbour = (words: readonly Word[], at: number, word: string) => boolean;

/** "My last garage": another firm. */
const isOtherFirm: NeedsNeighbour = (words, at, word) => LAST.has(word) && FIRMS.has(textAt(words, at + 1));

/** "It was clean", but not "made it easy" or "the bus was on time and it was clean". */
const isUnnamedThing: NeedsNeighbour = (words, at, word) => {
  if (word !== "it" && word !== "its") return false;
  const next = textAt(words, at + 1);
  if (STANDS_FOR_NOTHING.test(`${next} ${textAt(words, at + 2)}`)) return false;
  return !isVerb(next) || !words.slice(0, Math.max(0, at - 1)).some(({ text }) => LEADS.has(text));
};

/** "The blue one", but not "no one" or "one of the best". */
const isUnnamedOne: NeedsNeighbour = (words, at, word) =>
  word === "one" && textAt(words, at - 1) !== "no" && textAt(words, at + 1) !== "of";

/** "Cheap as well": besides something else. */
const isAddition: NeedsNeighbour = (words, at, word) => word === "well" && textAt(words, at - 1) === "as";

/** "Both were friendly", "two of them". */
const isUnnamedGroup: NeedsNeighbour = (words, at, word) =>
  (word === "both" || word === "each") && isVerb(textAt(words, at + 1)) ||
  word === "of" && textAt(words, at + 1) === "them";

/** "I liked that." or "They came too, …": the end of a clause that points back. */
const pointsBackAtEnd: NeedsNeighbour = (words, at, word) =>
  (word === "that" || word === "too" || word === "since" || word === "did") && (words[at + 1]?.isAfterBreak ?? true);

const NEEDS_NEIGHBOUR = [isOtherFirm, isUnnamedThing, isUnnamedOne, isAddition, isUnnamedGroup, pointsBackAtEnd];

function isAlone(words: readonly Word[]): boolean {
  return !words.some(({ text }, at) =>
    POINTERS.has(text) || RIVALS.has(text) || NEEDS_NEIGHBOUR.some((isNeedy) => isNeedy(words, at, text))
  );
}

function isWritten(sentence: string, words: readonly Word[]): boolean {
  if (SLIPS.some((slip) => slip.test(sentence)) || words.some(({ text }) => CONTRACTIONS.test(text))) return false;
  if (words.some(({ text, start, end }) => foldedWord(sentence.slice(start, end)) !== text)) return false;
  const [first = "", second = "", third = ""] = words.map(({ text }) => text);
  if (NO_OPENINGS.has(first) || COMPARED.has(first) || first.endsWith("ing") && !isVerb(second)) return false;
  const done = words.slice(2).find(({ text }) => !DEGREES.has(text))?.text ?? "";
  if ((first === "i" || first === "we") && /^(?:was|were|am|are)$/.test(second) && !UNDERGONE.test(done)) return false;
  if (first === "my" && /^(?:is|was)$/.test(third) && /^an?$/.test(textAt(words, 3))) return false;
  const verb = words.findIndex(({ text }, at) => at > 0 && isVerb(text));
  if (verb === -1) {
    return sentence.length <= LONGEST_WITHOUT_VERB && !NEEDS_VERB.has(first) &&
      !words.some(({ text, isAfterBreak }) => text === "the" || COMPARED.has(text) || isAfterBreak);
  }
  if (DEGREES.has(first)) return false;
  return OPENINGS.has(first) ||
    verb <= LONGEST_SUBJECT && !isVerb(first) &&
      !words.slice(1, verb).some(({ text, isAfterBreak }) => isAfterBreak || PRONOUNS.has(text));
}

function isVerb(word: string): boolean {
  return VERBS.has(word) || word.endsWith("n't") || /\p{L}{2}ed$/u.test(word);
}
