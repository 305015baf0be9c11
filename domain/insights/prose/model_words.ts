const OWN = /^lexicon-\d+$/;

/**
 * Says to people who or what produced the insights, as it follows "Counted by": `model` of the document names the
 * version of the built-in analysis, or what the operator's own insights name.
 */
export function modelWords(model: string): string {
  return OWN.test(model) ? "fixed word lists, rules and a small trained model, without a language model" : model;
}
