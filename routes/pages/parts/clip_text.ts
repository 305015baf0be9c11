const segmenter = new Intl.Segmenter("en", { granularity: "word" });
// A word is seldom longer; one that is gets cut.
const LOOK_BACK = 40;

/**
 * The beginning of a text: whole if it has at most `most` code units, else cut where a word ends, without the ellipsis.
 *
 * @returns Null if nothing was cut off.
 */
export function clippedText(text: string, most: number): string | null {
  if (text.length <= most) return null;
  const from = most - LOOK_BACK;
  let end = from;
  // Segments are whole characters, so no surrogate or mark is torn off.
  for (const { index, segment } of segmenter.segment(text.slice(from, most))) {
    if (index + segment.length < LOOK_BACK) end = from + index + segment.length;
  }
  return text.slice(0, end).trimEnd();
}

const MOST_NAME = 60;

/** A name in a list of names, cut if it is longer than any name of a person. */
export function shortName(name: string): string {
  const beginning = clippedText(name, MOST_NAME);
  return beginning === null ? name : `${beginning}…`;
}
