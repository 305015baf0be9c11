/**
 * Folds a text to the form in which texts and names are compared everywhere: NFKC (Unicode 15.1,
 * annex 15), lower case, trimmed. The result may be longer than the text (U+0130 folds to two code
 * units), so positions in it say nothing about the text.
 */
export function foldText(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}
