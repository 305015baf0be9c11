const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
const SPEAKS = /[\p{L}\p{N}\p{S}]/u;

/**
 * Splits a text into its sentences (Unicode annex 29), each verbatim without the white space around
 * it; a line break ends one. What holds neither letter, digit nor symbol is left out.
 */
export function splitSentences(text: string): readonly string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const sentence = segment.trim();
    if (SPEAKS.test(sentence)) sentences.push(sentence);
  }
  return sentences;
}
