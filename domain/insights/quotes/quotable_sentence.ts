const [SHORTEST, LONGEST] = [20, 180];
// Quotation marks would nest, and nobody's address or number belongs into a quotation.
const UNFIT = /[\p{C}\p{Zl}\p{Zp}<>@“”„«»"\[\]{}|\\#&]|\s\s|https?:|www\.|translated by/iu;
const UNFIT_OPENING = /^(?:nothing|none|n\/a|not really|no comment|as above|see above)\b/i;
const LONG_NUMBER = /\d[\d\s().\-]{5,}\d/;

// Words that join a sentence to one that a quotation leaves out, and verbs whose subject is left out.
const WHOLE = /^(?!(?:But|And|So|Or|Which|Because|Was|Were|Is|Has|Had|Did)\b)\p{Lu}.*[.!]$/u;
const SLIP = /\s[,.!?;:]|\p{L}{2}[,.!?;:]\p{L}|[!.,]{2}|[.!?] \p{Ll}|(?:^|\s)i(?:['’]|\s|$)/u;

const SUBJECT_OR_VERB =
  /\b(?:was|were|is|are|am|he|she|they|we|i|it|you|did|made|took|has|have|had|do|does|treat(?:s|ed)?|gave)\b/i;

/** Tells whether a sentence can be quoted alone: 20 to 180 characters of plain prose, no question. */
export function isQuotable(sentence: string): boolean {
  return sentence.length >= SHORTEST && sentence.length <= LONGEST && sentence.trim() === sentence &&
    !sentence.endsWith("?") && !UNFIT.test(sentence) && !LONG_NUMBER.test(sentence) && !UNFIT_OPENING.test(sentence) &&
    /^\S+ \S+ \S+/.test(sentence) && sentence !== sentence.toUpperCase();
}

/** Tells whether a sentence begins with a capital, ends with a full stop and was typed with some care. */
export function isWellWritten(sentence: string): boolean {
  return WHOLE.test(sentence) && !SLIP.test(sentence);
}

/** Tells whether a text has one of the commonest subjects or verbs; a row of adjectives praises a lot and says nothing. */
export function hasSubjectOrVerb(text: string): boolean {
  return SUBJECT_OR_VERB.test(text);
}
