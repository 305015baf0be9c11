const [SHORTEST, LONGEST] = [20, 180];
// Quotation marks would nest; addresses, tags and phone numbers do not belong in a quotation.
const UNFIT = /[\p{C}\p{Zl}\p{Zp}<>@“”„«»"\[\]{}|\\#&]|\s\s|https?:|www\.|translated by/iu;
const UNFIT_OPENING = /^(?:nothing|none|n\/a|not really|no comment|as above|see above)\b/i;
const LONG_NUMBER = /\d[\d\s().\-]{5,}\d/;

// Not: words that connect to a sentence that is not quoted, and verbs without their subject.
const WHOLE =
  /^(?!(?:But|And|So|Or|Which|Because|Was|Were|Is|Has|Had|Did|Would|Could|Should|Than|Due to)\b)\p{Lu}.*[.!]$/u;
const SLIP =
  /\s[,.!?;:]|\p{L}{2}[,.!?;:]\p{L}|[!.,]{2}|[.!?] \p{Ll}|(?:^|\s)i(?:['’]|\s|$)|\ban? \p{L}+ not \p{L}+[.!]$|\bit['’]s (?:can|is|was|are)\b|\b(and|the|a|to|of|is|in|it|was|for) \1\b|(?<=^|\s)(?:u|r|ur|pls|plz|thx|BUT|AND|NOT|VERY|NEVER|ALL)(?=\s|[.!]$)/u;
/** A long sentence that begins so has no subject: "Kept me updated fast print service very helpful". */
const WITHOUT_SUBJECT = /^(?:Very|Really|So|Such|Kept|Made|Gave)\b.{55}/u;

const SUBJECT_OR_VERB =
  /\b(?:was|were|is|are|am|he|she|they|we|i|it|you|did|made|took|has|have|had|do|does|treat(?:s|ed)?|gave)\b/i;

const FINITE =
  /[\p{L}\d’'”)] (?:was|were|is|are|am|did|does|do|made|makes|took|has|have|had|gave|came|got|went|kept|left|felt|looks?|looked|works?|worked|treats?|treated|explained|arrived|answered|showed|found|told|knew|knows|helped|can|could|will|would|\p{L}+n['’]t)\b|\b(?:he|she|they|we|i|everyone|everybody|nobody)(?:['’]\p{L}+)? \p{L}|\p{L} \p{L}+ed (?:my|our|me|us|him|her|them|it|the|a)\b/iu;

/** Whether a sentence can be quoted alone: 20 to 180 characters of plain prose, at least three words, no question. */
export function isQuotable(sentence: string): boolean {
  return sentence.length >= SHORTEST && sentence.length <= LONGEST && sentence.trim() === sentence &&
    !sentence.endsWith("?") && !UNFIT.test(sentence) && !LONG_NUMBER.test(sentence) && !UNFIT_OPENING.test(sentence) &&
    /^\S+ \S+ \S+/.test(sentence) && sentence !== sentence.toUpperCase();
}

/**
 * Whether a sentence begins with a capital, ends with a full stop or exclamation mark, and has no common slips of
 * typing.
 */
export function isWellWritten(sentence: string): boolean {
  return WHOLE.test(sentence) && !SLIP.test(sentence) && !WITHOUT_SUBJECT.test(sentence);
}

/** Whether a text contains one of the commonest subjects or verbs; a list of adjectives scores high and says little. */
export function hasSubjectOrVerb(text: string): boolean {
  return SUBJECT_OR_VERB.test(text);
}

/** Whether a text states something: a subject does something or is something. "Line it up, looks clean" does not. */
export function hasStatement(text: string): boolean {
  return FINITE.test(text);
}
