import { wordMemo } from "./word_memo.ts";
import { type Word, wordsOf } from "./words_of.ts";

/** A part of a sentence that may express another opinion than the rest. */
export interface Clause {
  /** Verbatim. */
  readonly text: string;
  /** Offset of the text in the sentence, in UTF-16 code units. */
  readonly start: number;
  readonly words: readonly Word[];
  /** Whether it begins with "but" or the like; it then weighs more than what stands before. */
  readonly isTurn: boolean;
  readonly isQuestion: boolean;
  /** Number of exclamation marks at the end of the sentence. */
  readonly exclamations: number;
}

const TURNS = new Set(["but", "however", "nevertheless", "nonetheless"]);
const CONTRASTS = new Set(["although", "though", "yet", "while", "whilst", "whereas", "except", "unfortunately"]);
// After these words a contrast is none: "a while", "not yet", "nothing but".
const JOINED = new Set([
  "a",
  "the",
  "all",
  "nothing",
  "anything",
  "not",
  "no",
  "even",
  "as",
  "worth",
  "once",
  "little",
]);
/** "Not used it yet so I cannot say." */
const AFTER_NOT_YET = new Set(["so", "but", "and", "as", "because", "though"]);
const SUBJECTS = new Set([
  "the",
  "a",
  "i",
  "we",
  "he",
  "she",
  "they",
  "it",
  "our",
  "my",
  "their",
  "his",
  "her",
  "this",
]);
const DETERMINERS = new Set(["the", "a", "our", "my", "their", "his", "her"]);
/** In words, with "the". */
const LONGEST_OF_ROW = 3;
const REGRETS = new Set(["shame", "pity"]);
const JOINS = new Set(["and", "so", "then", "also", "plus", "now"]);
/** Words that may begin a clause without a comma before them; a quick check that nearly all words fail. */
const OPENERS = new Set([...TURNS, ...CONTRASTS, "and"]);
const mayOpen = wordMemo(({ text }) => OPENERS.has(text));
/** What stands behind the last word of a sentence. */
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
    const isTurn = TURNS.has(words[from]?.text ?? "") || isTurnedInside(words, from, to);
    const own = to - from === words.length ? words : words.slice(from, to);
    if (to > from) clauses.push({ text, start: offset, words: own, isTurn, isQuestion, exclamations });
    from = to;
  };
  for (let at = 1; at < words.length; at++) {
    if (at > from && isBoundary(sentence, words, from, at) && !isRow(words, from, at)) close(at);
  }
  close(words.length);
  return clauses;
}

/**
 * Whether things in a row stand before and behind a comma or "and": "the food, the service and the room were great" says
 * one opinion of three things.
 */
function isRow(words: readonly Word[], from: number, at: number): boolean {
  const isJoined = JOINS.has(words[at]?.text ?? "");
  if (!DETERMINERS.has(words[isJoined ? at + 1 : at]?.text ?? "")) return false;
  let start = at - 1;
  while (start > from && !words[start]?.isAfterBreak && words[start]?.text !== "and") start--;
  if (words[start]?.text === "and") start++;
  if (at - start > LONGEST_OF_ROW || !DETERMINERS.has(words[start]?.text ?? "")) return false;
  if (isJoined) return true;
  for (let end = at + 1; end <= at + LONGEST_OF_ROW; end++) {
    const word = words[end];
    if (word === undefined || word.isAfterBreak || word.text === "and") return true;
  }
  return false;
}

/** Whether a clause turns behind its subject: "the price, however, was fair". */
function isTurnedInside(words: readonly Word[], from: number, to: number): boolean {
  for (let at = from + 2; at <= Math.min(from + 3, to - 1); at++) {
    if (words[at]?.text === "however") return isCutOff(words, from, at);
  }
  return false;
}

/** "The wait, however, was long": a thing is named and nothing said of it yet. */
function isCutOff(words: readonly Word[], from: number, at: number): boolean {
  const first = JOINS.has(words[from]?.text ?? "") ? from + 1 : from;
  return DETERMINERS.has(words[first]?.text ?? "") && at - first === 2;
}

function isBoundary(sentence: string, words: readonly Word[], from: number, at: number): boolean {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  if (before === undefined || word === undefined) return false;
  if (!word.isAfterBreak && !mayOpen(word)) return false;
  if (word.isAfterBreak && /[;\u2014\n]| [-\u2013] /.test(sentence.slice(before.end, word.start))) return true;
  if (word.text === "yet" && AFTER_NOT_YET.has(after?.text ?? "")) return false;
  if (word.text === "however" && isCutOff(words, from, at)) return false;
  if (TURNS.has(word.text) || CONTRASTS.has(word.text)) return after !== undefined && !JOINED.has(before.text);
  // "Nice people, shame about the system."
  if (word.isAfterBreak && REGRETS.has(word.text)) return after?.text === "about" || after?.text === "the";
  if (word.isAfterBreak) return SUBJECTS.has(word.text) || JOINS.has(word.text) && SUBJECTS.has(after?.text ?? "");
  return word.text === "and" && SUBJECTS.has(after?.text ?? "");
}
