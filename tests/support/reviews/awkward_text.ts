import fc from "fast-check";

// Few pieces, so that matches are frequent: letters, spaces, all kinds of word separators, and unusual case folding.
const PIECES = [
  ..."a|b|ab|ba|B|9| | |  |.|-|'|’|\n|\t|\u00a0|\u3000".split("|"),
  ..."é|e\u0301|\u0301|İ|i|ß|ẞ|ﬁ|Σ|가|の|配|管|、|ก|\ud83d|\ude0a|😊|Ａ".split("|"),
];

/** Non-empty texts of up to eight pieces. */
export const awkwardText: fc.Arbitrary<string> = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.join(""));
