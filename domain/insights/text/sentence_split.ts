/** Marks that close what a terminator ends, and characters that join it to a grapheme cluster. */
const CLOSING = String.raw`["'“”‘’()[\]{}«»\p{M}\p{Emoji_Modifier}\u200c\u200d]*`;
/** Terminators with closing marks and spaces after them, unless the sentence continues after a comma or the like. */
const ENDS = new RegExp(String.raw`(?<![.!?])(?=([.!?]+${CLOSING}))\1\s*(?![\s.!?,:;–—-])`, "gu");
const STOP = new RegExp(String.raw`\.${CLOSING}\s*$`, "u");
/** A full stop inside a number or abbreviation: "3.5" and "U.K". */
const INNER_STOP = /[\p{L}\p{N}]\.$/u;
const LARGE_OR_DIGIT = /^[\p{Lu}\p{N}]/u;
const BEFORE_SMALL = /^[^\p{L}.!?]*\p{Ll}/u;
/**
 * A word of three letters before a full stop ends a sentence even before a small letter: "came on time. fixed the tap.
 * $80".
 */
const WORD_BEFORE = /\p{L}{3}\.\s+$/u;
const SMALL_OPENING = /^[\p{Ll}\p{N}\p{Sc}]/u;
const ABBREVIATION =
  /(?:^|[^\p{L}])(?:approx|apt|appt|ave|dept|est|etc|ext|hrs|inc|ltd|max|min|mins|misc|tel|temp|vol)\.\s+$/iu;
const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;
const SPEAKS = /[\p{L}\p{N}\p{S}]/u;
/** Characters around a terminator that decide whether it ends a sentence, in UTF-16 code units. */
const AROUND = 30;

const MAY_HAVE_LINK = /[/@]|www\./i;
const TOKEN = /\S+/g;
/** A URL, a mail address, or a name of a host with a path. */
const LINK = /:\/\/|^\P{L}*www\.|@[\p{L}\p{N}.-]+\.\p{L}|^[\p{L}\p{N}-]+\.(?:[\p{L}\p{N}-]+\.)*\p{L}{2,}\/./iu;

/** Replaces the links and mail addresses of a text by as many `…`: their words are no opinions of the writer. */
export function withoutLinks(text: string): string {
  if (!MAY_HAVE_LINK.test(text)) return text;
  return text.replace(TOKEN, (token) => LINK.test(token) ? "…".repeat(token.length) : token);
}

/**
 * Splits a text into sentences, verbatim but for links and trimmed: at line breaks, after "!" and "?", and after a full
 * stop before a space. Before a small letter, the full stop must follow a word of three letters. Parts without a letter,
 * digit or symbol are left out.
 */
export function splitSentences(text: string): readonly string[] {
  const sentences: string[] = [];
  const add = (part: string) => {
    if (SPEAKS.test(part)) sentences.push(part.trim());
  };
  for (const line of withoutLinks(text).split(LINE_BREAK)) {
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
