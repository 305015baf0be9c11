const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
const SPEAKS = /[\p{L}\p{N}\p{S}]/u;
// The annex takes a full stop before a small letter or a figure for one of an abbreviation, but many write reviews
// without capitals: "came on time. fixed the tap. $80".
const INNER_END = /(?<=\p{L}{3}[.])\s+(?=[\p{Ll}\p{N}\p{Sc}])/u;
const ABBREVIATION =
  /(?:^|[^\p{L}])(?:approx|apt|appt|ave|dept|est|etc|ext|hrs|inc|ltd|max|min|mins|misc|tel|temp|vol)\.$/iu;

// The newest reviews are analysed first, and the clearest and newest are those that are looked at again.
const MOST_KEPT = 20_000;
const LONGEST_KEPT = 2000;

/**
 * Splits a text into its sentences (Unicode annex 29, and at a full stop behind a word where nobody
 * wrote a capital), each verbatim without the white space around it; a line break ends one. What
 * holds neither letter, digit nor symbol is left out.
 */
export function splitSentences(text: string): readonly string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    for (const sentence of innerSentences(segment)) if (SPEAKS.test(sentence)) sentences.push(sentence);
  }
  return sentences;
}

/** Makes a splitter that remembers what it has split: quotations and topics are looked for in texts that were analysed. */
export function rememberingSplitter(): (text: string) => readonly string[] {
  const kept = new Map<string, readonly string[]>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const sentences = splitSentences(text);
    if (kept.size < MOST_KEPT && text.length <= LONGEST_KEPT) kept.set(text, sentences);
    return sentences;
  };
}

function innerSentences(segment: string): readonly string[] {
  const whole = segment.trim();
  if (!INNER_END.test(whole)) return [whole];
  const sentences: string[] = [];
  let from = 0;
  for (const { 0: space, index } of whole.matchAll(new RegExp(INNER_END, "gu"))) {
    if (ABBREVIATION.test(whole.slice(Math.max(from, index - 10), index))) continue;
    sentences.push(whole.slice(from, index));
    from = index + space.length;
  }
  return [...sentences, whole.slice(from)];
}
