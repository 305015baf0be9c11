/** Made at the first cut that needs it, as it takes four megabytes. */
let segmenter: Intl.Segmenter | undefined;
/** Two characters between which a text can be cut: neither joins the other, whatever stands before them. */
const SEPARATE = /^[^\n\u0300-\uffff]{2}$/;

/**
 * Returns the longest beginning of a text that ends between two grapheme clusters (Unicode Standard Annex 29). So no
 * accent and no part of an emoji is cut off.
 *
 * @param most Maximum length, in UTF-16 code units.
 */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  if (SEPARATE.test(text.slice(most - 1, most + 1))) return text.slice(0, most);
  // Only characters before the cut, and the one after it, decide whether clusters meet there.
  return text.slice(0, clustersOf(text.slice(0, most + 2)).containing(most)?.index);
}

function clustersOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

/** Returns the first grapheme cluster of a text; empty for an empty text. */
export function firstCharacter(text: string): string {
  return clustersOf(text).containing(0)?.segment ?? "";
}

/** Returns a text, or its {@linkcode beginningOf} and an ellipsis, with at most `most` UTF-16 code units in all. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${beginningOf(text, most - 1).trimEnd()}…`;
}
