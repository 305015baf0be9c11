import { counts } from "../rule_groups.ts";
import { foldedWord } from "../text/words_of.ts";
import { wordsOf } from "../text/words_of.ts";
import { hasSlip } from "./slips.ts";
import { isUnprintable } from "./unprintable.ts";

const [SHORTEST, LONGEST] = [20, 180];
// Quotation marks would nest; addresses, tags and phone numbers do not belong in a quotation.
// Letters of another encoding ("donâ€™t") are nobody's words.
const UNFIT =
  /[\p{C}\p{Zl}\p{Zp}<>@“”„«»"\[\]{}|\\#&]|\s\s|â€|Ã[\x80-\xbf]|\uFFFD|https?:|www\.|translated by|\b(?:lol|lmao|omg|haha|tbh|imo)\b/iu;
/** "Through the entire dinner (e." has lost its end. */
const OPEN_BRACKET = /\([^)]*$/;
const UNFIT_OPENING = /^(?:nothing|none|n\/a|not really|no comment|as above|see above)\b/i;
const LONG_NUMBER = /\d[\d\s().\-]{5,}\d/;

// Not: words that connect to a sentence that is not quoted, and verbs without their subject.
const WHOLE =
  /^(?!(?:But|And|So|Or|Which|Because|Was|Were|Is|Has|Had|Did|Would|Could|Should|Than|Due to)\b)\p{Lu}.*[.!]$/u;
const SLIP =
  /\s[,.!?;:]|\p{L}{2}[,.!?;:]\p{L}|[!.,]{2}|[.!?] \p{Ll}|(?:^|\s)i(?:['’]|\s|$)|\ban? \p{L}+ not \p{L}+[.!]$|\bit['’]s (?:can|is|was|are)\b|\b(and|the|a|to|of|is|in|it|was|for) \1\b|(?<=^|\s)(?:u|r|ur|pls|plz|thx|BUT|AND|NOT|VERY|NEVER|ALL)(?=\s|[.!]$)/u;
/** Contractions without their apostrophe, and words that are often taken for others. */
const MISSPELT =
  /\b(?:(?:do|does|did|ca|wo|is|was|are|were|could|would|should|has|have|had)nt|i[mv]|youre|theyre|thats|alot|could of|should of|would of|(?:staff|they|we|you|everyone|carer['’]?s?) where|too? (?:long|slow|late|expensive|noisy|busy|many|much|loud) (?:too)|to (?:long|slow|expensive|noisy|many|much|loud)|(?:better|worse|more|less|rather|quicker|faster|other) then|there (?:care|attitude|work|staff|job|manner|kindness)|they is|they was|we was|you was|listened too)\b/i;
/** "Very clean and always are clean": the verb has lost its subject. */
const LOST_SUBJECT =
  /^(?!.*\b(?:I|we|they|you|he|she|it|the|who|which|that)\b)(?:Very|Really|So|Always|Extremely|Most|Mostly|Quite|Clean|Polite|Friendly|Helpful|Kind|Caring|Good|Great)\b.* (?:is|are|was|were|has|have|am)\b/i;
/** "The driver on time", "You respectful of the patient": a subject without its verb. */
const SUBJECT = /^(?:The|My|Our|Your|Their|This|(?:You|They|We|I) \p{L}+(?:ful|able|ible|ous|ive|ly|ent))\b/u;
const DEED = /\p{L}{2}ed\b/u;
/** A sentence of more parts is a row of notes. */
const MOST_COMMAS = 4;
/** A long sentence that begins so has no subject: "Kept me updated fast print service very helpful". */
const WITHOUT_SUBJECT = /^(?:Very|Really|So|Such|Kept|Made|Gave)\b.{55}/u;

const SUBJECT_OR_VERB =
  /\b(?:was|were|is|are|am|he|she|they|we|i|it|you|did|made|took|has|have|had|do|does|treat(?:s|ed)?|gave)\b/i;

const FINITE =
  /[\p{L}\d’'”)] (?:was|were|is|are|am|did|does|do|made|makes|took|has|have|had|gave|came|got|went|kept|left|felt|looks?|looked|works?|worked|treats?|treated|explained|arrived|answered|showed|found|told|knew|knows|helped|can|could|will|would|\p{L}+n['’]t)\b|\b(?:he|she|they|we|i|everyone|everybody|nobody)(?:['’]\p{L}+)? \p{L}|\p{L} \p{L}+ed (?:my|our|me|us|him|her|them|it|the|a)\b/iu;
/** "8 to 10 window, Gus pulled up at 8:20": of a name any verb is one. */
const NAMED_DEED = /(?<=[\p{L}\d,;] )\p{Lu}\p{Ll}+ \p{L}{2,}ed\b/u;

/** Whether a sentence can be quoted alone: 20 to 180 characters of plain prose, at least three words, no question, fit
 * to print. */
export function isQuotable(sentence: string): boolean {
  return sentence.length >= SHORTEST && sentence.length <= LONGEST && sentence.trim() === sentence &&
    !sentence.endsWith("?") && !UNFIT.test(sentence) && !LONG_NUMBER.test(sentence) && !UNFIT_OPENING.test(sentence) &&
    !OPEN_BRACKET.test(sentence) &&
    /^\S+ \S+ \S+/.test(sentence) && sentence !== sentence.toUpperCase() && !isUnprintable(sentence);
}

/**
 * Whether a sentence begins with a capital, ends with a full stop or exclamation mark, and has no common slips of
 * typing.
 */
export function isWellWritten(sentence: string): boolean {
  if (!counts("quote_writing")) return WHOLE.test(sentence);
  return WHOLE.test(sentence) &&
    ![SLIP, MISSPELT, LOST_SUBJECT, WITHOUT_SUBJECT].some((fault) => fault.test(sentence)) && !hasSlip(sentence) &&
    sentence.split(",").length - 1 <= MOST_COMMAS &&
    (!SUBJECT.test(sentence) || hasStatement(sentence) || DEED.test(sentence)) && isSpelt(sentence);
}

/** Whether a text contains one of the commonest subjects or verbs; a list of adjectives scores high and says little. */
export function hasSubjectOrVerb(text: string): boolean {
  return SUBJECT_OR_VERB.test(text);
}

/** Whether a text tells something that was done, with or without a subject: "Fixed a drip". */
export function hasDeed(text: string): boolean {
  return DEED.test(text);
}

/** Whether a text states something: a subject does something or is something. "Line it up, looks clean" does not. */
export function hasStatement(text: string): boolean {
  return FINITE.test(text) || NAMED_DEED.test(text);
}

/** Whether it has no word that the analysis reads as a misspelling of another. */
function isSpelt(sentence: string): boolean {
  return wordsOf(sentence).every(({ text, start, end }) => foldedWord(sentence.slice(start, end)) === text);
}
