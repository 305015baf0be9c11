import { withoutLinks } from "./sentence_split.ts";
import { type Word, wordList, wordMemo, wordsOf } from "./words_of.ts";

/** A part of a sentence that may have another opinion than the rest. */
export interface Clause {
  /** Verbatim. */
  readonly text: string;
  /** Offset of the text in the sentence, in UTF-16 code units. */
  readonly start: number;
  readonly words: readonly Word[];
  /** True if it begins with "but" or the like; it then weighs more than the clauses before it. */
  readonly isTurn: boolean;
  readonly isQuestion: boolean;
  /** Number of exclamation marks at the end of the sentence. */
  readonly exclamations: number;
}

const TURNS = wordList(
  "but however nevertheless nonetheless aber jedoch allerdings dennoch trotzdem pero mais cependant toutefois",
);
const CONTRASTS = wordList(
  "although though yet while whilst whereas except unfortunately leider obwohl aunque malheureusement hormis außer",
);
/** Words after which a contrast word is none: "a while", "not yet", "nothing but". */
const JOINED = wordList("a the all nothing anything not no even as worth once little");
const SUBJECTS = wordList(
  "the a i we he she they it our my their his her this der das ich wir sie mein unser el los las yo nos je nous les ils",
);
const JOINS = wordList("and so then also plus now und auch y et");
const ANDS = wordList("and und y et");
/** Words that may begin a clause without a comma before them; a quick check that nearly all words fail. */
const OPENERS = new Set([...TURNS, ...CONTRASTS, ...ANDS]);
const mayOpen = wordMemo(({ text }) => OPENERS.has(text));
const ENDS = /[?!\s"'”’)]/;
const LONGEST_END = 20;
const [QUESTION, EXCLAMATION] = [0x3f, 0x21];

/**
 * Splits a sentence where its opinion may change: at a contrast (but, although, while, except), a semicolon, a dash, a
 * line break, or a comma or "and" before a new subject.
 */
export function splitClauses(sentence: string): readonly Clause[] {
  const words = wordsOf(sentence);
  let [isQuestion, exclamations] = [false, 0];
  for (let at = sentence.length - 1; at >= Math.max(0, sentence.length - LONGEST_END); at--) {
    const code = sentence.charCodeAt(at);
    if (code === QUESTION) isQuestion = true;
    else if (code === EXCLAMATION) exclamations++;
    else if (!ENDS.test(sentence.charAt(at))) break;
  }
  const clauses: Clause[] = [];
  let from = 0;
  const close = (to: number) => {
    const start = from === 0 ? 0 : words[from]?.start ?? 0;
    const stop = to === words.length ? sentence.length : words[to]?.start ?? sentence.length;
    const text = sentence.slice(start, stop).trim();
    // Only the sentence itself can begin with a space, a clause after the first begins with a word.
    const offset = start === 0 ? sentence.length - sentence.trimStart().length : start;
    const isTurn = TURNS.has(words[from]?.text ?? "");
    const own = to - from === words.length ? words : words.slice(from, to);
    if (to > from) clauses.push({ text, start: offset, words: own, isTurn, isQuestion, exclamations });
    from = to;
  };
  for (let at = 1; at < words.length; at++) {
    if (at > from && isBoundary(sentence, words, at)) close(at);
  }
  close(words.length);
  return clauses;
}

function isBoundary(sentence: string, words: readonly Word[], at: number): boolean {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  if (before === undefined || word === undefined) return false;
  if (!word.isAfterBreak && !mayOpen(word)) return false;
  if (word.isAfterBreak && /[;\u2014\n]| [-\u2013] /.test(sentence.slice(before.end, word.start))) return true;
  if (TURNS.has(word.text) || CONTRASTS.has(word.text)) return after !== undefined && !JOINED.has(before.text);
  if (word.isAfterBreak) return SUBJECTS.has(word.text) || JOINS.has(word.text) && SUBJECTS.has(after?.text ?? "");
  return ANDS.has(word.text) && SUBJECTS.has(after?.text ?? "");
}

/**
 * Cuts clauses out of a text, verbatim but for links.
 *
 * @param spans Begin and end offset of each in turn, in UTF-16 code units.
 */
export function clausesAt(text: string | null, spans: readonly number[]): readonly string[] {
  const clauses: string[] = [];
  const words = withoutLinks(text ?? "");
  for (let at = 0; at + 1 < spans.length; at += 2) clauses.push(words.slice(spans[at], spans[at + 1]));
  return clauses;
}
