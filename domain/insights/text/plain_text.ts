/** Letters of ASCII, punctuation of word processors and the commonest emoji. */
const PLAIN = /^[\p{ASCII}\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u2600-\u27bf\ufe0f\u{1f300}-\u{1faff}]*$/u;
const ASCII = /^\p{ASCII}*$/u;

/**
 * Whether all letters of a text are those of ASCII, and folding it changes none of them: most texts are such, and need
 * no look at scripts, accents or forms of letters.
 */
export function isPlainText(text: string): boolean {
  return ASCII.test(text) || PLAIN.test(text);
}
