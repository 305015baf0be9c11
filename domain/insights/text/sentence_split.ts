import { segmentSentences } from "./segment_sentences.ts";

const SPEAKS = /[\p{L}\p{N}\p{S}]/u;
// UAX #29 does not end a sentence at a full stop before a lower-case letter or a digit, but many reviewers write
// without capitals: "came on time. fixed the tap. $80".
const INNER_END = /(?<=\p{L}{3}[.])\s+(?=[\p{Ll}\p{N}\p{Sc}])/u;
const ABBREVIATION =
  /(?:^|[^\p{L}])(?:approx|apt|appt|ave|dept|est|etc|ext|hrs|inc|ltd|max|min|mins|misc|tel|temp|vol)\.$/iu;

// Quotations and topics are looked for in the same texts many times, in the newest first.
const MOST_KEPT = 5000;
const LONGEST_KEPT = 2000;

/**
 * Splits a text into sentences (Unicode Standard Annex 29, and also at a full stop before a lower-case word, digit or
 * currency sign), verbatim and trimmed; a line break ends a sentence. Parts without a letter, digit or symbol are left
 * out.
 */
export function splitSentences(text: string): readonly string[] {
  const sentences: string[] = [];
  for (const segment of segmentSentences(text)) {
    for (const sentence of innerSentences(segment)) if (SPEAKS.test(sentence)) sentences.push(sentence);
  }
  return sentences;
}

/** A caching {@linkcode splitSentences}: quotations and topics are looked for in the same texts. */
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
  const stop = whole.indexOf(".");
  if (stop === -1 || stop === whole.length - 1 || !INNER_END.test(whole)) return [whole];
  const sentences: string[] = [];
  let from = 0;
  for (const { 0: space, index } of whole.matchAll(new RegExp(INNER_END, "gu"))) {
    if (ABBREVIATION.test(whole.slice(Math.max(from, index - 10), index))) continue;
    sentences.push(whole.slice(from, index));
    from = index + space.length;
  }
  return [...sentences, whole.slice(from)];
}
