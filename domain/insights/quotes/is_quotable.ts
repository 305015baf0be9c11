const [SHORTEST, LONGEST] = [20, 180];
// Quotation marks would nest, and nobody's address or number belongs into a quotation.
const UNFIT = /[\p{C}\p{Zl}\p{Zp}<>@“”„«»"\[\]{}|\\#&]|\s\s|https?:|www\.|translated by/iu;
const UNFIT_OPENING = /^(?:nothing|none|n\/a|not really|no comment|as above|see above)\b/i;
const LONG_NUMBER = /\d[\d\s().\-]{5,}\d/;

/** Tells whether a sentence can be quoted alone: 20 to 180 characters of plain prose, no question. */
export function isQuotable(sentence: string): boolean {
  return sentence.length >= SHORTEST && sentence.length <= LONGEST && sentence.trim() === sentence &&
    !sentence.endsWith("?") && !UNFIT.test(sentence) && !LONG_NUMBER.test(sentence) && !UNFIT_OPENING.test(sentence) &&
    /^\S+ \S+ \S+/.test(sentence) && sentence !== sentence.toUpperCase();
}
