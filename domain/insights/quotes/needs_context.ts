import { counts } from "../rule_groups.ts";
import { wordList } from "../text/word_list.ts";
import { textAt, type Word, wordsOf } from "../text/words_of.ts";
import { lacksNoun } from "./lacks_noun.ts";

/** What these refer to stands in a sentence that is not quoted. */
const OPENINGS =
  /^(?:He|She|It(?! (?:was|is) an? )|His|Her|Its|This|That|These|Those|Then|Also|Another|Same|Not once|On the (?:first|second)|The (?:first|second|third|last|other|same|rest|others)|Which|Except|Again|Still|Only|Just|Twice|As (?:stated|mentioned|I said|above|before|previously)|To (?!be honest|be fair)|Every single time|(?:All (?:two|three|four|five|of)|Both|Each) (?:times?|visits?|them|these)|Other than that|Plus|Besides|Nevertheless|However|Therefore|Anyways?|After all|Otherwise|Instead|Moreover|Furthermore|Secondly|Thirdly|Finally|Lastly|Afterwards|Later|Meanwhile|Nor|Neither|Oh|Ok|Okay|Yes|In my case|One(?! of)|They (?:did|do|were|are|have)(?=[,.!]))\b|^(?:Him|Her|Them)\b|^(?:Well|Sure|No),/;
/** "The food is fab as well": the first thing is not quoted. */
const ADDS =
  /\btoo[,;]|\bas well[:;,]|\bthough[,.!:;]|\b(?:as well|too|either|likewise|instead|anyway|as a result|because of (?:it|this|that))[.!]+$|\b(?:it|them)sel(?:f|ves)\b/i;
const MORE = wordList("and but nor who which");
/** "The two that were theirs they took off", "Both came within ten minutes". */
const COUNTED =
  /^(?:The )?(?:One|Two|Three|Four|Five|Both|Neither|Some|Several|Most|None|Either)(?: of (?:them|these|those))? (?:that|who|which|had|has|have|was|were|is|are|came|arrived|did|took|went|got|said)\b/i;
/** What goes on with the sentence before. */
const GOES_ON = /^(?:Further|Furthermore|Likewise|Similarly|Hence|Thus|Meaning|Whereas|Given),? /;
/** "Add this feature", "they recommended the smaller one": which one stands elsewhere. */
const POINTS_BACK =
  /\b(?:this|that|these|those|such) (?:features?|issues?|problems?|matters?|situations?|option|one|ones)\b|\bthe \p{L}{3,}er one\b/iu;
/** "They had no record of being contacted by you": who speaks to the business tells of others. */
const OF_OTHERS_TO_YOU = /^The(?:y|ir)\b.*\b(?:by|from|with) you\b/;
/** "I was told to call my doctor as my doctor told me to call": who was sent where is hard to follow alone. */
const SENT = String.raw`\b(?:told|advised|asked|instructed|directed|referred)(?: \p{L}+){0,2} to\b`;
const SENT_ROUND = new RegExp(`${SENT}.*${SENT}`, "iu");
const POINTING = wordList("this these those");
/** On a page about one business everybody knows which of these is meant; and times. */
const AT_HAND = wordList(
  "service services place company business firm team crew office app application apps restaurant cafe bar hotel clinic " +
    "hospital practice surgery ward pill product products shop store park venue bank school gym salon spa site website " +
    "area town city country time times year years month months week weeks day days weekend morning evening afternoon " +
    "night spring summer autumn winter past last kind sort type way point stage moment who that two three",
);
/** "Since taking this birth control": what reviews are of. */
const TAKES = wordList("taking using used tried recommend recommended bought downloaded installed love loved chose");
/** "Respectful of that", "used that to help me": not the "that" of "said that it works". */
const THAT_ALONE =
  /\bthat(?=[.!,;])|\b(?:of|about|like|after|before|than|did|do|does|used|by|had) that (?=(?:to|and|in|is|was)\b)/i;
/** What begins a sentence even where it is written small; other words go on with the one before. */
const BEGINS = wordList(
  "i i'm i've i'd we we're we've they they're he she it it's you there the my our your their everyone everything nobody " +
    "nothing staff very would will definitely highly overall thank thanks great good excellent lovely always never when also",
);
const PEOPLE_OF_A_BUSINESS =
  /\b(?:they|them|their|you|team|crew|company|staff|service|everyone|everybody|people|business|firm|guys|men|ladies|lads|technicians|plumbers|electricians|installers|engineers|drivers|nurses|doctors|carers|paramedics|operators|handlers|waiters|servers|owners|developers|workers|movers)\b/i;
/** Several of something, which "they" may be: "The neighbours heard it. They were rude." */
const SEVERAL =
  /\b(?:the|my|our|these|those|some|many|few|several|two|three|four|five|other|both|of) (?:\p{L}+ )?\p{L}{2,}(?<!ss|us|is)s\b/iu;

/**
 * Whether a sentence cannot be understood alone: it begins with or contains a word for something that only an earlier
 * sentence names. "He" and "her" need a person before them, "it" a noun, and "this" one of which everybody knows on a page
 * about one business which is meant.
 */
export function needsContext(sentence: string): boolean {
  if (!counts("quote_alone")) return false;
  if (
    [OPENINGS, ADDS, COUNTED, GOES_ON, POINTS_BACK, OF_OTHERS_TO_YOU, THAT_ALONE, SENT_ROUND].some((unfit) =>
      unfit.test(sentence)
    )
  ) return true;
  const words = wordsOf(sentence);
  return words.some(({ text }, at) =>
    text === "also" && !words.slice(0, at).some(({ text }) => MORE.has(text)) ||
    POINTING.has(text) && isUnknown(words, at)
  ) || lacksNoun(words);
}

/** "To have this removed"; not "this company", "a rash, and this rash", or "they came, and this helped". */
function isUnknown(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  if (at > 3 && (words[at]?.isAfterBreak || words[at - 1]?.isAfterBreak)) return false;
  if (next !== undefined && !next.isAfterBreak && TAKES.has(textAt(words, at - 1))) return false;
  return next === undefined || next.isAfterBreak ||
    ![next.text, textAt(words, at + 2)].some((text) => AT_HAND.has(text)) &&
      !words.slice(0, at).some(({ stem }) => stem === next.stem);
}

/** How many characters before a sentence are read: the expression takes seconds over a text of 100,000 exclamation marks. */
const MOST_BEFORE = 300;

/**
 * Whether a sentence is understood wrongly without those around it in its text: one that begins with "they" where the
 * one before speaks of several others than the people of a business, and one whose text goes on with a small letter and
 * no word that begins a sentence: "I cannot send to the app. through this app." has a full stop too many.
 */
export function isTornOut(sentence: string, text: string): boolean {
  if (!counts("quote_alone")) return false;
  const from = text.indexOf(sentence);
  const rest = text.slice(from + sentence.length, from + sentence.length + 50).trimStart();
  if (/^\p{Ll}/u.test(rest) && !BEGINS.has(textAt(wordsOf(rest), 0))) return true;
  if (!/^The(?:y|ir)\b/.test(sentence)) return false;
  const read = text.slice(Math.max(0, from - MOST_BEFORE), Math.max(0, from)).trimEnd();
  const before = read.replace(/[.!?]+$/, "").split(/[.!?\n]/).at(-1) ?? "";
  return SEVERAL.test(before) && !PEOPLE_OF_A_BUSINESS.test(before);
}
