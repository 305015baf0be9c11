import { counts } from "../../rule_groups.ts";
import { isScrap, NONE_OF } from "../../sentiment/negation.ts";
import { wordList } from "../../text/word_list.ts";
import type { Word } from "../../text/words_of.ts";
import { isWished } from "./wished_for.ts";

/** What is not there is not missed: "no kids", "without my husband", "seven years with no claims". */
const NOT_MISSED = wordList(
  "kid kids child children toddler toddlers baby babies husband wife partner son daughter family friends adult adults dog dogs cat cats " +
    "claim claims accident accidents",
);
/** There is nothing of a thing behind these, or less than there should be. */
const NONE_OR_LITTLE: ReadonlySet<string> = new Set([...NONE_OF, "insufficient", "inadequate", "missing"]);
const AMOUNTS = wordList("another more enough any some a an better proper decent additional extra sufficient");
const SCARCE = wordList("few little limited");
/** What is good when it is not there. */
const BURDENS = wordList(
  "wait waits waiting queue queues queuing line lines delay delays charge charges fee fees cost costs extra extras hassle " +
    "fuss mess dust dirt mud debris noise complaint complaints problem problems issue issues surprise surprises pressure " +
    "upsell upselling upsells pitch crowd crowds smell smells odor smoke damage scratch leak leaks error errors mistake " +
    "mistakes drama excuse excuses traffic restriction restrictions runaround jargon trace stain stains footprints " +
    "backlog speck hole holes bill bills deductible copay surcharge surcharges attitude gimmicks nonsense hold minimum tip",
);
/** After "no" these make another phrase: "no other park", "no need to pay". */
const OTHER_PHRASE = wordList(
  "other one nonsense doubt a need longer idea way matter reason question better more less exception such point time wonder problem " +
    "expense corners",
);
/** What has none is missed; "we didn't go on any rides" is the customer's doing. */
const HAD = wordList(
  "have get find see receive offer provide hear feel notice got had given offered enough there seem want need needed leave",
);
const OF_THE_CUSTOMER = wordList("i we i'd we'd i've we've");
/** "Parking is less", "parking is a problem"; of what is to be paid less is better. */
const TOO_LITTLE = wordList("less insufficient inadequate scarce nil");
const PAID = wordList("price prices rent rental rate rates premium premiums excess tariff");
const TONES = wordList(
  "is are was were very too so bit a quite little also always really rather space area lot facility facilities",
);
/** "The car park was full." */
const FILLED = wordList("parking park lot lots garage");
/** Words that may stand between what is wanted and the thing: "any free", "of decent". */
const BETWEEN = 3;
/** What may stand right before a burden that is absent; not "no access fee". */
const PLAIN = wordList(
  "no without zero any a an hidden extra additional long real big surprise service trip diagnostic unexpected much such " +
    "unnecessary pushy never nor or of",
);
const MISSED = -1.9;
const SPARED = 1.9;

/**
 * The strength of the absence of a thing: what is missing is criticised ("no parking", "not enough parking", "please
 * provide parking"), that a burden is missing is praised ("no wait"). 0 if nothing is said to be absent.
 *
 * @param at Index of the word for the thing.
 */
export function absenceOf(words: readonly Word[], at: number): number {
  if (!counts("absence")) return 0;
  const isBurden = BURDENS.has(words[at]?.text ?? "");
  const kind = absenceBefore(words, at) ?? absenceAfter(words, at);
  if (kind === null) return 0;
  if (!isBurden) return MISSED;
  return kind === "none" && (at === 0 || PLAIN.has(words[at - 1]?.text ?? "")) ? SPARED : 0;
}

type Absence = "none" | "too little";

function absenceBefore(words: readonly Word[], at: number): Absence | null {
  for (let index = at - 1; index >= Math.max(0, at - BETWEEN - 1); index--) {
    if (words[index + 1]?.isAfterBreak) return null;
    const [word, next] = [words[index]?.text ?? "", words[index + 1]?.text ?? ""];
    if (NONE_OR_LITTLE.has(word)) {
      if (NOT_MISSED.has(words[at]?.text ?? "")) return null;
      return OTHER_PHRASE.has(next) || word === "without" && isThoughtAway(words, at) ? null : "none";
    }
    if ((word === "hardly" || word === "barely") && /^(?:any|a)$/.test(next)) return "none";
    if (word === "enough" && isDenied(words, index)) return "too little";
    if ((word === "any" || word === "of" && isScrap(words, index - 1)) && isDenied(words, index)) {
      return isOwnDoing(words, index) ? null : "none";
    }
    if (SCARCE.has(word) && /^(?:too|very|so)$/.test(words[index - 1]?.text ?? "")) return "too little";
    if (/^(?:leave|left|leaving)$/.test(word) && isDenied(words, index)) return "none";
    if (word === "nowhere") return "none";
    if (AMOUNTS.has(word) || word === "the") {
      if (isWished(words, index)) return "too little";
      continue;
    }
    if (index === at - 1 && isWished(words, at)) return "too little";
  }
  return null;
}

/** "Without parking I would not go." */
function isThoughtAway(words: readonly Word[], at: number): boolean {
  return words.slice(at + 1, at + 4).some(({ text }, index, part) =>
    /^(?:i|we|he|she|they)$/.test(text) &&
    /^(?:would|could|wouldn't|couldn't|can't|cannot)$/.test(part[index + 1]?.text ?? "")
  );
}

/** "Not big enough", "parking is not enough". */
function absenceAfter(words: readonly Word[], at: number): Absence | null {
  for (let index = at + 1; index <= Math.min(at + 4, words.length - 1); index++) {
    if (words[index]?.isAfterBreak) return null;
    const word = words[index]?.text ?? "";
    if (word === "enough") {
      const denied = words.slice(Math.max(0, at - 2), index).some(({ text }) => text === "not" || text.endsWith("n't"));
      return denied ? "too little" : null;
    }
    if (word === "missing" || word === "lacking" || word === "nonexistent") return "none";
    // "Lift not there", "parking is not available".
    if (word === "not" && ABSENT.test(words[index + 1]?.text ?? "")) return "none";
  }
  return isTooLittle(words, at) ? "too little" : null;
}

const ABSENT = /^(?:there|available|provided|present)$/;

/** "Parking is less", "the car park was full"; not "less than before". */
function isTooLittle(words: readonly Word[], at: number): boolean {
  let index = at + 1;
  while (index < at + 5 && TONES.has(words[index]?.text ?? "")) index++;
  if (index === at + 1 && words[index]?.text !== "less" || words[index]?.isAfterBreak === true) return false;
  const text = words[index]?.text ?? "";
  if (text === "full") return words.slice(at, index).some((word) => FILLED.has(word.text));
  return TOO_LITTLE.has(text) && words[index + 1]?.text !== "than" && !PAID.has(words[at]?.text ?? "") &&
    (text !== "less" || words[index + 1] === undefined || words[index + 1]?.isAfterBreak === true ||
      words[index + 1]?.text === "for");
}

/** "We didn't go on any rides": it was not for want of them. */
function isOwnDoing(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - 4); index--) {
    const text = words[index]?.text ?? "";
    if (text !== "not" && text !== "never" && !text.endsWith("n't")) continue;
    const subject = words[
      index - (/^(?:not|never)$/.test(text) && /^(?:did|do|have|had)$/.test(words[index - 1]?.text ?? "") ? 2 : 1)
    ];
    return OF_THE_CUSTOMER.has(subject?.text ?? "") && text !== "couldn't" && text !== "can't" &&
      !HAD.has(words[index + 1]?.text ?? "");
  }
  return false;
}

function isDenied(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - 4); index--) {
    const text = words[index]?.text ?? "";
    if (text === "not" || text === "cannot" || text === "never" || text.endsWith("n't")) return true;
  }
  return false;
}
