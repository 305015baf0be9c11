import fc from "fast-check";

// Few pieces, so that hits are frequent: letters, spaces, all that splits words, and what folds oddly.
const PIECES = [
  ..."a|b|ab|ba|B|9| | |  |.|-|'|’|\n|\t|\u00a0|\u3000".split("|"),
  ..."é|e\u0301|\u0301|İ|i|ß|ẞ|ﬁ|Σ|가|の|配|管|、|ก|\ud83d|\ude0a|😊|Ａ".split("|"),
];

/** Texts of a few pieces, none of them empty. */
export const awkwardText: fc.Arbitrary<string> = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.join(""));
