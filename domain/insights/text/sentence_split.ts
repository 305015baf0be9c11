/** Terminators with the closing marks and spaces behind them, unless the sentence goes on behind a comma or the like. */
const ENDS = /(?<![.!?])(?=([.!?]+["'“”‘’()[\]{}«»]*))\1\s*(?![\s.!?,:;–—-])/gu;
const STOP = /\.["'“”‘’()[\]{}«»]*\s*$/u;
/** "3.5" and "U.K": the stop stands inside of something. */
const INNER_STOP = /[\p{L}\p{N}]\.$/u;
const LARGE_OR_DIGIT = /^[\p{Lu}\p{N}]/u;
const BEFORE_SMALL = /^[^\p{L}.!?]*\p{Ll}/u;
/** Many reviewers write without capitals: "came on time. fixed the tap. $80". */
const WORD_BEFORE = /\p{L}{3}\.\s+$/u;
const SMALL_OPENING = /^[\p{Ll}\p{N}\p{Sc}]/u;
const ABBREVIATION =
  /(?:^|[^\p{L}])(?:approx|apt|appt|ave|dept|est|etc|ext|hrs|inc|ltd|max|min|mins|misc|tel|temp|vol)\.\s+$/iu;
const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;
const SPEAKS = /[\p{L}\p{N}\p{S}]/u;
/** How far around a terminator the text decides, in UTF-16 code units. */
const AROUND = 30;

// Quotations and topics are looked for in the same texts many times, in the newest first.
const MOST_KEPT = 5000;
const LONGEST_KEPT = 2000;

/**
 * Splits a text into sentences, verbatim and trimmed: at line breaks, behind "!" and "?", and behind a full stop before a
 * space, not before a small letter unless a word of three letters stands before it. Parts without a letter, digit or
 * symbol are left out.
 */
export function splitSentences(text: string): readonly string[] {
  const sentences: string[] = [];
  const add = (part: string) => {
    if (SPEAKS.test(part)) sentences.push(part.trim());
  };
  for (const line of text.split(LINE_BREAK)) {
    let from = 0;
    for (const { 0: end, index } of line.matchAll(ENDS)) {
      const to = index + end.length;
      if (!endsSentence(line.slice(Math.max(0, to - AROUND), to), line.slice(to, to + AROUND))) continue;
      add(line.slice(from, to));
      from = to;
    }
    add(line.slice(from));
  }
  return sentences;
}

function endsSentence(before: string, after: string): boolean {
  if (!STOP.test(before)) return true;
  if (!BEFORE_SMALL.test(after)) return !(INNER_STOP.test(before) && LARGE_OR_DIGIT.test(after));
  return WORD_BEFORE.test(before) && SMALL_OPENING.test(after) && !ABBREVIATION.test(before);
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
