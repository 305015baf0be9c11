/**
 * Folds a text for comparison: NFKC (Unicode Standard Annex 15), lower case, trimmed. Idempotent. The result may be
 * longer than the text (U+0130 folds to two code units), so offsets in it are not offsets in the text.
 */
export function foldText(text: string): string {
  // NFKC again: lower-case J with caron has a composed form, while the capital has none.
  return text.normalize("NFKC").toLowerCase().normalize("NFKC").trim();
}

/** Builds the test whether any of some names equals the given one, compared folded. */
export function nameMatcher(called: string): (names: readonly string[]) => boolean {
  const folded = foldText(called);
  return (names) => names.some((name) => foldText(name) === folded);
}
