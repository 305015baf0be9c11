/**
 * Folds a text to the form in which texts and names are compared everywhere: NFKC (Unicode annex
 * 15), lower case, trimmed. A folded text folds to itself. The result may be longer than the text
 * (U+0130 folds to two code units), so positions in it say nothing about the text.
 */
export function foldText(text: string): string {
  // Twice: J with caron has no composed form but its lower case has, and the two would differ.
  return text.normalize("NFKC").toLowerCase().normalize("NFKC").trim();
}

/** Builds the test whether any of some names is the one that somebody is called by, compared folded. */
export function nameMatcher(called: string): (names: readonly string[]) => boolean {
  const folded = foldText(called);
  return (names) => names.some((name) => foldText(name) === folded);
}
